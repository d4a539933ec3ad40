import type { Transaction } from '#database';

/** Work that a transaction makes necessary. */
export interface NewJob {
  /** The name of what does it. */
  readonly task: string;
  /** What it is about: ids, and nothing that its task could read elsewhere. */
  readonly payload: Readonly<Record<string, string>>;
  /** Jobs of one queue run one after the other, over all workers. */
  readonly queue?: string;
  /** When it is due; now unless given. */
  readonly runAt?: Date;
  /** A job of the same key that waits is replaced. */
  readonly key?: string;
}

/** Long work of a team, which is due now. */
export interface NewTeamJob extends Pick<NewJob, 'task' | 'payload'> {
  readonly queue: string;
  /** Id of the team. */
  readonly team: string;
  /** It had its turn before, and is beside the first that waits. */
  readonly again?: boolean;
}

/** Enqueues a job: it is there once the transaction is committed, if it is. */
export async function enqueue(tx: Transaction, { task, payload, queue, runAt, key }: NewJob): Promise<void> {
  await tx.query('SELECT berth_enqueue($1, $2::json, $3, $4, $5)', [
    task,
    JSON.stringify(payload),
    queue ?? null,
    runAt ?? null,
    key ?? null,
  ]);
}

/** Enqueues a job likewise; teams that wait take turns. */
export async function enqueueForTeam(
  tx: Transaction,
  { task, payload, queue, team, again = false }: NewTeamJob,
): Promise<void> {
  await tx.query('SELECT berth_enqueue_of_team($1, $2::json, $3, $4, $5)', [
    task,
    JSON.stringify(payload),
    queue,
    team,
    again,
  ]);
}
