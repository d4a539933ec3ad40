import { findCluster, type ClusterRow } from '#cluster';
import { ok, refuse, type Outcome } from '#requests';
import { rolesIn } from '#access';
import type { Need, Transaction } from '#database';
import { RunEnded } from './run-stops.js';
import { findRun, updateRun } from './run.store.js';
import type { Run } from './run.js';
import { findKnownRun, seenRuns } from './seen-run.js';
import { findOwnRuns } from './seen-runs.queries.js';

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
  const found = await findKnownRun(tx, row, runId);
  if (found === undefined) return refuse({ kind: 'RunNotFound', run: runId });
  const { need } = tx.caller;
  if (need !== undefined && !(await mayCancel(tx, row, found, need)))
    return refuse({ kind: 'Forbidden', roles: need.roles, why: 'the run is for pods of others as well' });
  const error = `${CANCELLED_BY}${tx.caller.actor}; the parts that are there are whole`;
  const cancelled = await updateRun(tx, id, { state: 'cancelled', error });
  if (cancelled !== undefined) return ok(await seen(cancelled));
  const run = (await findRun(tx, row.id, runId)) ?? found;
  return run.state === 'cancelled' ? ok(await seen(run)) : refuse({ kind: 'RunEnded', run: run.id, state: run.state });
}

/**
 * A run is ended by the caller that asked for it, or by one that may schedule all of its pods. Of many names only the
 * first are recorded: those beyond may belong to any owner.
 */
async function mayCancel(tx: Transaction, cluster: ClusterRow, { id, asked }: Run, { roles }: Need): Promise<boolean> {
  const mayIn = (namespace: string): boolean => rolesIn(cluster, namespace).some((role) => roles.includes(role));
  if (mayIn('') || (await findOwnRuns(tx, cluster.id, [id])).has(id)) return true;
  const { names = [], count, namespace } = asked ?? {};
  if (namespace !== undefined) return mayIn(namespace);
  return names.length > 0 && names.length === count && names.every((name) => mayIn(name.split('/', 1)[0] ?? ''));
}

/**
 * A run that a caller cancelled while it was under way is answered as it is then. That it was ended in any other way,
 * because its process was taken for dead, is reported to the operator of the service.
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
