import type { Statement, Transaction } from '#database';
import type { ResourceList } from '#kubernetes';
import { type ObjectRow, ReadAhead, ROW, storedOf, tableOf, type Manifest } from '#rows';

/** Objects are read in batches of this many. */
const BATCH = 1_000;

/** core/v1 ResourceQuotaStatus. */
export interface QuotaStatus {
  readonly hard?: ResourceList;
  readonly used?: ResourceList;
}

/** A ResourceQuota of the current state. */
export interface StoredQuota {
  readonly object: Manifest;
  readonly createdPosition: bigint;
}

/** The quotas of the namespaces, or of the whole cluster, by namespace and name. */
export async function findQuotas(
  tx: Transaction,
  clusterId: string,
  namespaces?: readonly string[],
): Promise<StoredQuota[]> {
  if (namespaces?.length === 0) return [];
  const ahead = namespaces && ReadAhead.of(tx)?.list('ResourceQuota', namespaces);
  if (ahead !== undefined) return ahead.map(({ object, createdPosition }) => ({ object, createdPosition }));
  const rows = await tx.query<{ manifest: Manifest; created_position: string }>(
    namespaces === undefined ? quotasWhere('') : QUOTAS_OF_NAMESPACES,
    namespaces === undefined ? [clusterId] : [clusterId, namespaces],
  );
  return rows.map(({ manifest, created_position }) => ({
    object: manifest,
    createdPosition: BigInt(created_position),
  }));
}

function quotasWhere(condition: string): string {
  return `SELECT manifest, created_position FROM objects
    WHERE cluster_id = $1 AND kind = 'ResourceQuota' ${condition} ORDER BY namespace, name`;
}

/** What every write of an object that quotas count reads. */
const QUOTAS_OF_NAMESPACES: Statement = {
  name: 'quotas_of_namespaces',
  text: quotasWhere('AND namespace = ANY($2::text[])'),
};

/** All objects of a kind in a namespace, in batches. */
export async function* objectsOfKind(
  tx: Transaction,
  clusterId: string,
  { namespace, kind }: { readonly namespace: string; readonly kind: string },
): AsyncIterable<Manifest[]> {
  const table = tableOf(kind);
  const [where, values] = table === 'objects' ? ['AND kind = $3', [kind]] : ['', []];
  for await (const rows of tx.stream<ObjectRow>(
    `SELECT ${ROW[table]} FROM ${table} WHERE cluster_id = $1 AND namespace = $2 ${where}`,
    [clusterId, namespace, ...values],
    BATCH,
  ))
    yield rows.map((row) => storedOf(row).object);
}

/** Whether pods of the namespace are on their way out: when their time is over, they are charged no more. */
export async function hasTerminating(tx: Transaction, clusterId: string, namespace: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM pods WHERE cluster_id = $1 AND namespace = $2
     AND manifest #>> '{metadata,deletionTimestamp}' IS NOT NULL LIMIT 1`,
    [clusterId, namespace],
  );
  return rows.length > 0;
}
