import { sightOf, sees, type Sight } from '#access';
import { type SeenCluster } from '#cluster';
import { type Transaction } from '#database';
import { NO_COUNTS, type AskedPods, type Run } from './run.js';
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

/** Words of others are theirs: a caller that asks for pods of all namespaces may use any. */
function seenAsked(sight: Sight, asked: AskedPods): AskedPods | null {
  const { names, namespace } = asked;
  if (names !== undefined) {
    const seen = names.filter((name) => sees(sight, name.split('/', 1)[0] ?? ''));
    return { names: seen, count: seen.length };
  }
  return namespace !== undefined && sees(sight, namespace) ? asked : null;
}
