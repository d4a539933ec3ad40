import type { Transaction } from '#database';
import type { Manifest } from '#rows';

/**
 * Every object of these kinds that lives in no namespace or in that one, and the namespace itself; those of all
 * namespaces where none is named.
 */
export async function readLookedUp(
  tx: Transaction,
  clusterId: string,
  { kinds, namespace }: { readonly kinds: readonly string[]; readonly namespace?: string },
): Promise<Manifest[]> {
  const which =
    namespace === undefined
      ? 'kind = ANY($2)'
      : `(kind = ANY($2) AND namespace = ANY($3)
         OR api_version = 'v1' AND kind = 'Namespace' AND namespace = '' AND name = $4)`;
  const rows = await tx.query<{ manifest: Manifest }>(
    `SELECT manifest FROM objects WHERE cluster_id = $1 AND ${which} ORDER BY namespace, name`,
    [clusterId, kinds, ...(namespace === undefined ? [] : [['', namespace], namespace])],
  );
  return rows.map(({ manifest }) => manifest);
}
