import type { Transaction } from '#database';
import type { Manifests } from '#explain';
import { podUid } from '#scheduler';
import { POD_IN_QUEUE, PodReader, type QueuedPodRow } from '#scheduling';

/** The pods of one node that have not ended, by uid. */
export async function findPodsOn(tx: Transaction, clusterId: string, node: string): Promise<Manifests> {
  const rows = await tx.query<QueuedPodRow & Record<string, unknown>>(
    `SELECT ${POD_IN_QUEUE} FROM pods
     WHERE cluster_id = $1 AND node_name = $2 AND phase NOT IN ('Succeeded', 'Failed')`,
    [clusterId, node],
  );
  const reader = new PodReader();
  return new Map(rows.map((row) => reader.read(row)).map(({ object }) => [podUid(object), object]));
}
