import type { Transaction } from '#database';
import { lockHeadAnd, type ClusterHead } from '../changes/index.js';
import { findCluster, findClusterById, type ClusterRow } from './cluster.store.js';

/**
 * A cluster with its head held until the transaction ends; undefined when there is none, also when it was deleted while
 * the head was waited for: nothing may be written into a cluster that is gone.
 */
export async function lockCluster(
  tx: Transaction,
  idOrName: string,
): Promise<{ readonly cluster: ClusterRow; readonly head: ClusterHead } | undefined> {
  const before = await findCluster(tx, idOrName, 'inSight');
  return before && lockFound(tx, before);
}

/** The same of one that was just found. */
export async function lockFound(
  tx: Transaction,
  before: ClusterRow,
): Promise<{ readonly cluster: ClusterRow; readonly head: ClusterHead } | undefined> {
  const { head, read: cluster } = await lockHeadAnd(tx, before.id, () => findClusterById(tx, before.id));
  return cluster && { cluster, head };
}
