import type { Transaction } from '#database';
import type { Manifest } from '#rows';
import { clockColumn, type ClockText, type ClusterHead } from '../changes/index.js';
import { initialObjects } from '../initial/index.js';

/** The namespaces that a cluster begins with, by name: in its log they are what they were before. */
export async function initialNamespaces(
  tx: Transaction,
  { clusterId: id, controllers }: ClusterHead,
): Promise<ReadonlyMap<string, Manifest>> {
  const [row] = await tx.query<{ readonly created_at: Date; readonly clock: ClockText | null }>(
    `SELECT created_at, ${clockColumn('id')} AS clock FROM clusters WHERE id = $1`,
    [id],
  );
  if (row === undefined) return new Map();
  const objects = initialObjects({ id, controllers, ...row }, 'Namespace');
  return new Map(objects.map(({ object }) => [object.metadata.name, object]));
}
