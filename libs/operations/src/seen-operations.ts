import { findClusters, findReachable, hasWholeSight, sightOf, type ClusterRow } from '#cluster';
import type { Transaction } from '#database';
import type { OperationWithResult } from './operation.js';
import { findOperations } from './operation.store.js';

/**
 * Those of the operations that the caller may know of, by their ids: what was asked about a cluster of which they see a
 * part may tell of all of it, and is theirs only where they asked themselves. A key for one cluster knows of what is
 * about that one.
 */
export async function seenOperations(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OperationWithResult>> {
  const found = await findOperations(tx, ids);
  const clusters = [...found.values()].flatMap(({ cluster }) => cluster ?? []);
  const hidden = await seenInPart(tx, clusters.length === 0 ? [] : await findClusters(tx, clusters));
  const { actor, only } = tx.caller;
  return new Map(
    [...found].filter(([, { cluster, caller }]) => {
      if (only !== undefined && (cluster === null ? caller !== actor : cluster !== only.cluster)) return false;
      return cluster === null || !hidden.includes(cluster) || caller === actor;
    }),
  );
}

/** The ids of clusters that the caller sees in part: of the given ones, or of all that they may know of. */
export async function seenInPart(tx: Transaction, clusters?: readonly ClusterRow[]): Promise<string[]> {
  const rows = clusters ?? (await findReachable(tx));
  return rows.filter((row) => !hasWholeSight(sightOf(row))).map(({ id }) => id);
}
