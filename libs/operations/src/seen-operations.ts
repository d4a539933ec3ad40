import { findClusters, findReachable, type ClusterRow } from '#cluster';
import { hasWholeSight, sightOf } from '#access';
import type { Transaction } from '#database';
import type { OperationWithResult } from './operation.js';
import { findOperations } from './operation.store.js';

/**
 * Those of the operations that are visible to the caller, by their ids. What was asked about a cluster may reveal all
 * of it: it is for callers that see all of it. What was asked about all of the team is for callers that are not
 * limited to one cluster. What a caller asked for themselves is theirs, independent of their visibility now.
 */
export async function seenOperations(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OperationWithResult>> {
  const found = await findOperations(tx, ids);
  const clusters = found.flatMap(({ operation }) => operation.cluster ?? []);
  const whole = wholeOf(clusters.length === 0 ? [] : await findClusters(tx, clusters));
  const seen = found.filter(
    ({ operation: { cluster }, isOwn }) =>
      isOwn || (cluster === null ? tx.caller.only === undefined : whole.includes(cluster)),
  );
  return new Map(seen.map(({ operation }) => [operation.id, operation]));
}

/** The ids of clusters that the caller sees all of: whether this one, or those among all that they may know of. */
export async function seenWhole(tx: Transaction, cluster?: ClusterRow): Promise<string[]> {
  return wholeOf(cluster === undefined ? await findReachable(tx) : [cluster]);
}

function wholeOf(clusters: readonly ClusterRow[]): string[] {
  return clusters.filter((row) => hasWholeSight(sightOf(row))).map(({ id }) => id);
}
