import { ROW, storedOf, type ObjectRow, type StoredObject } from '#rows';
import type { Transaction } from '#database';

/** Everything in a namespace: its pods, then the rest by kind and name. */
export async function contentOf(tx: Transaction, clusterId: string, namespace: string): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  for (const [table, order] of [
    ['pods', 'name'],
    ['objects', 'kind, name'],
  ] as const) {
    const rows = await tx.query<ObjectRow>(
      `SELECT ${ROW[table]} FROM ${table} WHERE cluster_id = $1 AND namespace = $2 ORDER BY ${order}`,
      [clusterId, namespace],
    );
    found.push(...rows.map(storedOf));
  }
  return found;
}
