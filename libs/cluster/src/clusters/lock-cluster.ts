import type { Transaction } from '#database';
import { lockHeadAnd, type ClusterHead } from '#writes';
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
  const locked = await lockFoundAnd(tx, before, () => Promise.resolve());
  return locked && { cluster: locked.cluster, head: locked.head };
}

/** The same, and reads something behind it, in the same round trip. */
export async function lockFoundAnd<Read>(
  tx: Transaction,
  before: ClusterRow,
  read: () => Promise<Read>,
): Promise<{ readonly cluster: ClusterRow; readonly head: ClusterHead; readonly read: Read } | undefined> {
  const both = (): Promise<[ClusterRow | undefined, Read]> => Promise.all([findClusterById(tx, before.id), read()]);
  const {
    head,
    read: [cluster, also],
  } = await lockHeadAnd(tx, before.id, both);
  return cluster && { cluster, head, read: also };
}
