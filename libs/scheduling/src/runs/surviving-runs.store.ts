import { LEASE_IS_FREE, type Transaction } from '#database';
import { RUN_TASK } from './run-task.js';
import { runPayload, type SurvivingRun } from './surviving-run.js';

/** A job looks this often whether the process of a run that has no new part is still there. */
const LOOK_MS = 10_000;

/** Keeps what another process needs, in the transaction that it belongs to; in place of what was kept before. */
export async function keepRun(tx: Transaction, surviving: SurvivingRun): Promise<void> {
  const { run } = surviving;
  await tx.query('SELECT berth_enqueue($1, $2::json, $3, $4, $5)', [
    RUN_TASK,
    JSON.stringify(runPayload(surviving)),
    `${RUN_TASK}:${run}`,
    new Date(tx.now.getTime() + LOOK_MS),
    `${RUN_TASK}:${run}`,
  ]);
}

/**
 * Takes a run over whose process is gone. False where there is nothing to take over: it has ended, what is known of it
 * is not its last part, or its process is there, which is looked at again.
 */
export async function takeOver(
  tx: Transaction,
  surviving: SurvivingRun,
  { owner, isHere }: { readonly owner: string; readonly isHere: boolean },
): Promise<boolean> {
  const { cluster, run, tallied, begun } = surviving;
  const [found] = await tx.query<{ owner: string | null; parts: number }>(
    "SELECT owner, parts FROM runs WHERE cluster_id = $1 AND run_id = $2 AND state = 'running' FOR UPDATE",
    [cluster, run],
  );
  if (found === undefined || found.parts !== tallied.parts) return false;
  const isGone = found.owner === owner ? !isHere : found.owner === null || (await isFree(tx, found.owner));
  if (isGone)
    await tx.execute('UPDATE runs SET owner = $3 WHERE cluster_id = $1 AND run_id = $2', [cluster, run, owner]);
  await keepRun(tx, { ...surviving, begun: isGone ? begun + 1 : begun });
  return isGone;
}

async function isFree(tx: Transaction, holder: string): Promise<boolean> {
  const [row] = await tx.query<{ free: boolean }>(`SELECT ${LEASE_IS_FREE} AS free`, [holder]);
  return row?.free === true;
}
