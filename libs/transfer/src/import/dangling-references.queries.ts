import type { Transaction } from '#database';

/** Which of these nodes are not in the cluster. */
export async function danglingNodes(
  tx: Transaction,
  clusterId: string,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ name: string }>(
    `SELECT DISTINCT wanted.name FROM unnest($2::text[]) AS wanted(name)
     WHERE NOT EXISTS (SELECT FROM nodes n WHERE n.cluster_id = $1 AND n.name = wanted.name COLLATE "C")`,
    [clusterId, names],
  );
  return new Set(rows.map((row) => row.name));
}

/** A claim that a pod names. */
export interface ClaimName {
  readonly namespace: string;
  readonly name: string;
}

/** Which of these claims are not in the cluster, each as `namespace/name`. */
export async function danglingClaims(
  tx: Transaction,
  clusterId: string,
  claims: readonly ClaimName[],
): Promise<Set<string>> {
  const rows = await tx.query<{ namespace: string; name: string }>(
    `SELECT DISTINCT wanted.namespace, wanted.name FROM unnest($2::text[], $3::text[]) AS wanted(namespace, name)
     WHERE NOT EXISTS (
       SELECT FROM objects o WHERE o.cluster_id = $1 AND o.kind = 'PersistentVolumeClaim'
         AND o.namespace = wanted.namespace COLLATE "C" AND o.name = wanted.name COLLATE "C")`,
    [clusterId, claims.map(({ namespace }) => namespace), claims.map(({ name }) => name)],
  );
  return new Set(rows.map(({ namespace, name }) => `${namespace}/${name}`));
}
