import type { Transaction } from '#database';
import type { Manifest } from '#rows';

/** The labels of a namespace; undefined where it is not there. */
export async function readNamespaceLabels(
  tx: Transaction,
  clusterId: string,
  name: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const [row] = await tx.query<{ labels: Readonly<Record<string, string>> | null }>(
    `SELECT manifest #> '{metadata,labels}' AS labels FROM objects
      WHERE cluster_id = $1 AND api_version = 'v1' AND kind = 'Namespace' AND namespace = '' AND name = $2`,
    [clusterId, name],
  );
  return row?.labels ?? undefined;
}

/** Every object of these kinds that lives in no namespace or in that one; in all of them where none is named. */
export async function readLookedUp(
  tx: Transaction,
  clusterId: string,
  { kinds, namespace }: { readonly kinds: readonly string[]; readonly namespace?: string },
): Promise<Manifest[]> {
  const inNamespace = namespace === undefined ? '' : 'AND namespace = ANY($3)';
  const rows = await tx.query<{ manifest: Manifest }>(
    `SELECT manifest FROM objects WHERE cluster_id = $1 AND kind = ANY($2) ${inNamespace} ORDER BY namespace, name`,
    [clusterId, kinds, ...(namespace === undefined ? [] : [['', namespace]])],
  );
  return rows.map(({ manifest }) => manifest);
}
