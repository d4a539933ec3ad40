import type { Transaction } from '#database';
import { ROW, storedOf, tableOf, type ObjectRow, type ObjectTable } from './object-row.js';
import type { StoredObject } from './stored-object.js';

/** An object by what is unique inside a cluster. */
export interface ObjectKey {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string; readonly name: string };
}

/** The key as a text. */
export function keyOf({ kind, metadata }: ObjectKey): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
}

export async function namesOf(tx: Transaction, clusterId: string, table: 'namespaces' | 'nodes'): Promise<Set<string>> {
  const rows = await tx.query<{ name: string }>(`SELECT name FROM ${table} WHERE cluster_id = $1`, [clusterId]);
  return new Set(rows.map((row) => row.name));
}

/** Those of the objects that are there already, by key: one statement a table. */
export async function findMany(
  tx: Transaction,
  clusterId: string,
  objects: readonly ObjectKey[],
): Promise<Map<string, StoredObject>> {
  const found = new Map<string, StoredObject>();
  for (const [table, group] of byTable(objects)) {
    const rows = await tx.query<ObjectRow>(
      `SELECT ${ROW[table]} FROM ${table} WHERE cluster_id = $1 AND ${MATCH[table]}`,
      [clusterId, ...keyColumns(table, group)],
    );
    for (const stored of rows.map(storedOf)) found.set(keyOf(stored.object), stored);
  }
  return found;
}

/** Equality with the n-th of several keys, given as one array a column. */
export const MATCH: Readonly<Record<ObjectTable, string>> = {
  namespaces: 'name = ANY($2::text[])',
  nodes: 'name = ANY($2::text[])',
  pods: '(namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[]))',
  objects: '(kind, namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[], $4::text[]))',
};

/** The arrays that MATCH compares with. */
export function keyColumns(table: ObjectTable, objects: readonly ObjectKey[]): string[][] {
  const names = objects.map(({ metadata }) => metadata.name);
  if (table === 'namespaces' || table === 'nodes') return [names];
  const namespaces = objects.map(({ metadata }) => metadata.namespace ?? '');
  return table === 'pods' ? [namespaces, names] : [objects.map(({ kind }) => kind), namespaces, names];
}

/** The objects by the tables that they are in. */
export function byTable(objects: readonly ObjectKey[]): Map<ObjectTable, ObjectKey[]> {
  const groups = new Map<ObjectTable, ObjectKey[]>();
  for (const object of objects) {
    const table = tableOf(object.kind);
    const group = groups.get(table) ?? [];
    groups.set(table, group);
    group.push(object);
  }
  return groups;
}
