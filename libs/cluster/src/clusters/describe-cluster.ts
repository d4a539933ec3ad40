import type { Transaction } from '#database';
import { ok, refuse, type Outcome } from '#requests';
import { clusterOf, type Cluster } from './cluster.js';
import { countObjects, findCluster, type ClusterRow } from './cluster.store.js';

/** A cluster as the faces show it, by id or by name. */
export async function describeCluster(tx: Transaction, idOrName: string): Promise<Outcome<Cluster>> {
  const row = await findCluster(tx, idOrName, 'inSight');
  if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster: idOrName });
  return ok((await describeRows(tx, [row]))[0] as Cluster);
}

/** The same of rows, their counts in one statement. */
export async function describeRows(tx: Transaction, rows: readonly ClusterRow[]): Promise<Cluster[]> {
  const counts = await countObjects(tx, rows);
  return rows.map((row) => clusterOf(row, counts.get(row.id) ?? { nodes: 0, pods: 0, pendingPods: 0 }));
}
