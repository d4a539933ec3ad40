import type { Transaction } from '#database';
import { lockHead, type ClusterHead } from '../changes/index.js';
import { findCluster, type ClusterRow } from './cluster.store.js';

/**
 * A cluster with its head held until the transaction ends; undefined when there is none, also when it was deleted while
 * the head was waited for: nothing may be written into a cluster that is gone.
 */
export async function lockCluster(
  tx: Transaction,
  idOrName: string,
): Promise<{ readonly cluster: ClusterRow; readonly head: ClusterHead } | undefined> {
  const before = await findCluster(tx, idOrName, 'inSight');
  if (before === undefined) return undefined;
  const head = await lockHead(tx, before.id);
  const cluster = await findCluster(tx, before.id, 'inSight');
  return cluster && { cluster, head };
}
