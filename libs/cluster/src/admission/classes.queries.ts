import type { Transaction } from '#database';
import type { Manifest } from '../rows/index.js';

/** Kinds that pods name and that change what is admitted. */
export const CLASS_KINDS: readonly string[] = ['PriorityClass', 'RuntimeClass'];

/** Every priority and runtime class of a cluster, by name: there are few. */
export async function readClasses(tx: Transaction, clusterId: string): Promise<Manifest[]> {
  const rows = await tx.query<{ manifest: Manifest }>(
    'SELECT manifest FROM objects WHERE cluster_id = $1 AND kind = ANY($2) ORDER BY name',
    [clusterId, CLASS_KINDS],
  );
  return rows.map(({ manifest }) => manifest);
}
