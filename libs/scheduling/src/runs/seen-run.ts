import { hasWholeSight, sightOf, sees, type Sight } from '#access';
import { type SeenCluster } from '#cluster';
import { type Transaction } from '#database';
import { NO_COUNTS, type AskedPods, type Run } from './run.js';
import { findRuns, type RunScope } from './run.store.js';
import { countSeen, findOwnRuns } from './seen-runs.queries.js';

/** Runs as a reader of their cluster sees them: what they came to for the visible pods. */
export async function seenRuns(tx: Transaction, cluster: SeenCluster, runs: readonly Run[]): Promise<Run[]> {
  const sight = sightOf(cluster);
  if (sight.kind === 'all') return [...runs];
  const ids = runs.map(({ id }) => id);
  const counts = await countSeen(tx, { clusterId: cluster.id, sight }, ids);
  const own = await findOwnRuns(tx, cluster.id, ids);
  return runs.map((run) => ({
    ...run,
    counts: counts.get(run.id) ?? NO_COUNTS,
    actor: own.has(run.id) ? run.actor : null,
    asked: run.asked && seenAsked(sight, run.asked),
    error: run.error === null ? null : `the run has ${run.state === 'cancelled' ? 'been cancelled' : 'failed'}`,
    redacted: true,
  }));
}

/**
 * Those of the runs that a reader of their cluster may know of. A dry run is no part of the log: callers who see a part
 * of the cluster know of their own alone.
 */
export async function knownRuns(tx: Transaction, cluster: SeenCluster, runs: readonly Run[]): Promise<readonly Run[]> {
  const dryRuns = runs.filter(({ dryRun }) => dryRun);
  if (hasWholeSight(sightOf(cluster)) || dryRuns.length === 0) return runs;
  const own = await findOwnRuns(
    tx,
    cluster.id,
    dryRuns.map(({ id }) => id),
  );
  return runs.filter(({ dryRun, id }) => !dryRun || own.has(id));
}

/** The same as a scope of runs. */
export function knownDryRuns({ caller }: Transaction, cluster: SeenCluster): Pick<RunScope, 'dryRunsOf'> {
  return hasWholeSight(sightOf(cluster)) ? {} : { dryRunsOf: caller.principal };
}

/** One of these that is still there. */
export async function findKnownRun(tx: Transaction, cluster: SeenCluster, runId: string): Promise<Run | undefined> {
  return (await knownRuns(tx, cluster, await findRuns(tx, cluster.id, [runId])))[0];
}

/** Words of others are theirs: a caller that asks for pods of all namespaces may use any. */
function seenAsked(sight: Sight, asked: AskedPods): AskedPods | null {
  const { names, namespace } = asked;
  if (names !== undefined) {
    const seen = names.filter((name) => sees(sight, name.split('/', 1)[0] ?? ''));
    return { names: seen, count: seen.length };
  }
  return namespace !== undefined && sees(sight, namespace) ? asked : null;
}
