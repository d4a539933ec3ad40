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
  /** Of jobs that are due, those of smaller numbers are first; 0 unless given. */
  readonly priority?: number;
}

/** The largest priority. */
const LAST = 32_767;

/** Enqueues a job: it is there once the transaction is committed, if it is. */
export async function enqueue(
  tx: Transaction,
  { task, payload, queue, runAt, key, priority = 0 }: NewJob,
): Promise<void> {
  await tx.query('SELECT berth_enqueue($1, $2::json, $3, $4, $5, $6::smallint)', [
    task,
    JSON.stringify(payload),
    queue ?? null,
    runAt ?? null,
    key ?? null,
    Math.min(priority, LAST),
  ]);
}
