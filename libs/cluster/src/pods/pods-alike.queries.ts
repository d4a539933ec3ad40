import { inSight, type Sight } from '#access';
import type { Transaction } from '#database';
import { nearMisses } from '#apimachinery';

/** So many pods are compared. */
const MOST_COMPARED = 20_000;

/** The pods that a name of none probably means, as `namespace/name`: of that name elsewhere, or of nearly that name. */
export async function podsAlike(
  tx: Transaction,
  { clusterId, sight }: { readonly clusterId: string; readonly sight: Sight },
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<readonly string[]> {
  const values: unknown[] = [clusterId, namespace, name, MOST_COMPARED];
  const seen = inSight(sight, 'namespace', (value) => `$${values.push(value)}`);
  const rows = await tx.query<{ namespace: string; name: string }>(
    `SELECT namespace, name FROM pods
     WHERE ${['cluster_id = $1', '(namespace = $2 OR name = $3)', ...seen].join(' AND ')}
     ORDER BY name = $3 DESC, namespace, name LIMIT $4`,
    values,
  );
  const namesakes = rows.filter((row) => row.name === name).map((row) => row.namespace);
  if (namesakes.includes(namespace)) return [];
  const elsewhere = nearMisses(namespace, namesakes);
  const known = elsewhere.length > 0 ? elsewhere : namesakes.slice(0, 3);
  if (known.length > 0) return known.map((one) => `${one}/${name}`);
  return nearMisses(
    name,
    rows.map((row) => row.name),
  ).map((one) => `${namespace}/${one}`);
}
