import type { Transaction } from '#database';

/** Notes what is to be delivered; answers the id of each target's delivery. */
export async function insertDeliveries(
  tx: Transaction,
  { result, team, targets }: { readonly result: string; readonly team: string; readonly targets: readonly string[] },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `INSERT INTO schedule_deliveries (id, team_id, result_id, target, state, attempts, created_at, next_at)
     SELECT gen_random_uuid(), $1, $2, target, 'waiting', 0, $4, $4 FROM unnest($3::text[]) AS target RETURNING id`,
    [team, result, targets, tx.now],
  );
  return rows.map(({ id }) => id);
}

/** A delivery that is to be tried. */
export interface DueDelivery {
  readonly id: string;
  readonly scheduleId: string;
  readonly resultId: string;
  /** Name of the team. */
  readonly team: string;
  readonly target: string;
  readonly attempts: number;
}

/** A delivery, of any team, that waits; undefined where it has ended or is gone. */
export async function waitingDelivery(tx: Transaction, id: string): Promise<DueDelivery | undefined> {
  const [row] = await tx.query<{
    schedule_id: string;
    result_id: string;
    team: string;
    target: string;
    attempts: number;
  }>(
    `SELECT r.schedule_id, d.result_id, t.name AS team, d.target, d.attempts
     FROM schedule_deliveries d JOIN schedule_results r ON r.id = d.result_id
       JOIN teams t ON t.id = d.team_id WHERE d.id = $1 AND d.state = 'waiting'`,
    [id],
  );
  if (row === undefined) return undefined;
  const { schedule_id: scheduleId, result_id: resultId, team, target, attempts } = row;
  return { id, scheduleId, resultId, team, target, attempts };
}

/** How an attempt ended. */
export interface AttemptEnd {
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly problem: string | null;
  /** When it is tried again, where it is. */
  readonly nextAt: Date | null;
}

export async function noteAttempt(tx: Transaction, id: string, { state, problem, nextAt }: AttemptEnd): Promise<void> {
  await tx.execute(
    `UPDATE schedule_deliveries SET state = $2, problem = $3, next_at = $4, last_at = $5, attempts = attempts + 1
     WHERE id = $1`,
    [id, state, problem, nextAt, tx.now],
  );
}
