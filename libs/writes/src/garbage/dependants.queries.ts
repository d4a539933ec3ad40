import { ROW, storedOf, type ObjectRow, type ObjectTable, type StoredObject } from '#rows';
import type { Transaction } from '#database';

/** An owner by what references name it by. */
export interface Owner {
  readonly kind: string;
  /** Empty for an object that lives in no namespace. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Kinds whose objects own no pods. */
const OWN_NO_PODS: ReadonlySet<string> = new Set(['Pod', 'Namespace']);

const NAMES_ONE = `EXISTS (SELECT FROM jsonb_array_elements(manifest #> '{metadata,ownerReferences}') owner
  WHERE owner ->> 'uid' = ANY($2::text[]))`;
/** As the partial index has it. */
const IS_OWNED = `manifest #> '{metadata,ownerReferences}' IS NOT NULL`;

/**
 * Objects that name one of the owners. An owner in a namespace has dependants there alone; pods of a node are on it,
 * and no other owner without a namespace has pods.
 */
export async function findDependants(
  tx: Transaction,
  clusterId: string,
  owners: readonly Owner[],
): Promise<StoredObject[]> {
  const inNamespaces = owners.filter(({ namespace }) => namespace !== '');
  const elsewhere = owners.filter(({ namespace, kind }) => namespace === '' && kind !== 'Namespace');
  const nodes = elsewhere.filter(({ kind }) => kind === 'Node');
  const withPods = inNamespaces.filter(({ kind }) => !OWN_NO_PODS.has(kind));
  const find = async (table: ObjectTable, among: readonly Owner[], where: string, values: unknown[]) => {
    if (among.length === 0) return [];
    const uids = among.map(({ uid }) => uid);
    const rows = await tx.query<ObjectRow>(
      `SELECT ${ROW[table]} FROM ${table} WHERE cluster_id = $1 AND ${IS_OWNED} ${where} AND ${NAMES_ONE}`,
      [clusterId, uids, ...values],
    );
    return rows.map(storedOf);
  };
  const here = 'AND namespace = ANY($3::text[])';
  return [
    ...(await find('objects', inNamespaces, here, [namespacesOf(inNamespaces)])),
    ...(await find('objects', elsewhere, '', [])),
    ...(await find('pods', withPods, here, [namespacesOf(withPods)])),
    ...(await find('pods', nodes, 'AND node_name = ANY($3::text[])', [nodes.map(({ name }) => name)])),
  ];
}

function namespacesOf(owners: readonly Owner[]): string[] {
  return [...new Set(owners.map(({ namespace }) => namespace))];
}
