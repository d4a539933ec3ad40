import { findCluster, ok, refuse, type Outcome } from '#cluster';
import type { Transaction } from '#database';
import { RunEnded } from './run-execution.js';
import { findRun, updateRun } from './run.store.js';
import type { Run } from './run.js';
import { seenRuns } from './seen-run.js';

/** How the reason of a run begins that a caller cancelled. */
const CANCELLED_BY = 'cancelled by ';

/**
 * Ends a run that is under way: what is written of it stays, and who works on it notices before they write more. One
 * that is cancelled already stays so.
 */
export async function cancelRun(
  tx: Transaction,
  { cluster, runId }: { readonly cluster: string; readonly runId: string },
): Promise<Outcome<Run>> {
  const row = await findCluster(tx, cluster, 'inSight');
  if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
  const seen = async (run: Run): Promise<Run> => (await seenRuns(tx, row, [run]))[0] ?? run;
  const id = { clusterId: row.id, runId };
  const error = `${CANCELLED_BY}${tx.caller.actor}; the parts that are there are whole`;
  const cancelled = await updateRun(tx, id, { state: 'cancelled', error });
  if (cancelled !== undefined) return ok(await seen(cancelled));
  const run = await findRun(tx, row.id, runId);
  if (run === undefined) return refuse({ kind: 'RunNotFound', run: runId });
  return run.state === 'cancelled' ? ok(await seen(run)) : refuse({ kind: 'RunEnded', run: run.id, state: run.state });
}

/**
 * A run that a caller cancelled while it was under way is answered as it is then. That it was ended in any other way,
 * because its process was taken for dead, is for whoever runs the service to hear.
 */
export async function unlessEnded(
  running: Promise<Outcome<Run>>,
  find: () => Promise<Run | undefined>,
): Promise<Outcome<Run>> {
  try {
    return await running;
  } catch (error) {
    const run = error instanceof RunEnded ? await find() : undefined;
    if (run?.error?.startsWith(CANCELLED_BY) !== true) throw error;
    return ok(run);
  }
}
