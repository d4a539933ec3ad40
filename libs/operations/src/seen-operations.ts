import { findClusters, findReachable, type ClusterRow } from '#cluster';
import { hasWholeSight, sightOf } from '#access';
import type { Transaction } from '#database';
import type { OperationWithResult } from './operation.js';
import { findOperations, type SeenClusters } from './operation.store.js';

/**
 * Those of the operations that are visible to the caller, by their ids. What was asked about a cluster may reveal all
 * of it: it is for callers that see all of it now. Callers that see a part have their own exports, and what came to
 * nothing; with access to a cluster its operations are gone. What was asked about all of the team is for callers that
 * are not limited to one cluster.
 */
export async function seenOperations(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OperationWithResult>> {
  const found = await findOperations(tx, ids);
  const clusters = found.flatMap(({ operation }) => operation.cluster ?? []);
  const { whole, part } = seenOf(clusters.length === 0 ? [] : await findClusters(tx, clusters));
  const seen = found.filter(({ operation: { cluster, kind, state }, isOwn, isRetired }) => {
    if (cluster === null) return isOwn || tx.caller.only === undefined;
    if (whole.includes(cluster)) return true;
    return isOwn && (isRetired || (part.includes(cluster) && (kind === 'export' || state !== 'succeeded')));
  });
  return new Map(seen.map(({ operation }) => [operation.id, operation]));
}

/** This cluster, or all that the caller may know of. */
export async function seenClusters(tx: Transaction, cluster?: ClusterRow): Promise<SeenClusters> {
  return seenOf(cluster === undefined ? await findReachable(tx) : [cluster]);
}

function seenOf(rows: readonly ClusterRow[]): SeenClusters {
  const isWhole = (row: ClusterRow): boolean => hasWholeSight(sightOf(row));
  const idsOf = (these: readonly ClusterRow[]): string[] => these.map(({ id }) => id);
  return { whole: idsOf(rows.filter(isWhole)), part: idsOf(rows.filter((row) => !isWhole(row))) };
}
