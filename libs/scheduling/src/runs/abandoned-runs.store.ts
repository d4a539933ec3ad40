import { LEASE_IS_FREE, type Transaction } from '#database';

/**
 * Runs that no living process works on any more, and that no job goes on with, are cancelled here; resolves to their
 * ids. The asking process is alive, with or without its lease.
 */
export async function cancelAbandonedRuns(tx: Transaction, asker: string): Promise<string[]> {
  const owners = await tx.query<{ owner: string }>(
    "SELECT DISTINCT owner FROM runs WHERE state = 'running' AND owner <> $1::uuid",
    [asker],
  );
  const cancelled: string[] = [];
  for (const { owner } of owners) {
    const rows = await tx.query<{ run_id: string }>(
      `UPDATE runs SET state = 'cancelled', error = $2, finished_at = transaction_timestamp()
       WHERE state = 'running' AND owner = $1::uuid AND run_id::text NOT IN (SELECT berth_runs_of_jobs())
         AND ${LEASE_IS_FREE} RETURNING run_id`,
      [owner, 'the process that worked on it ended; the parts that are there are whole'],
    );
    cancelled.push(...rows.map((row) => row.run_id));
  }
  return cancelled;
}
