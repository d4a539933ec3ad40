import type { Transaction } from '#database';
import { COLUMNS, rowOf, storedOf, tableOf, type ObjectRow, type ObjectTable } from './object-row.js';
import { ROW } from './object.store.js';
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

/** Writes new objects, and new versions in place of those that are present. */
export async function writeMany(
  tx: Transaction,
  clusterId: string,
  {
    written,
    present,
  }: { readonly written: readonly StoredObject[]; readonly present: ReadonlyMap<string, StoredObject> },
): Promise<void> {
  const replaced = written.filter(({ object }) => present.has(keyOf(object))).map(({ object }) => object);
  for (const [table, group] of byTable(replaced)) {
    await tx.execute(`DELETE FROM ${table} WHERE cluster_id = $1 AND ${MATCH[table]}`, [
      clusterId,
      ...keyColumns(table, group),
    ]);
  }
  const context = { clusterId, teamId: tx.caller.team };
  for (const table of ['namespaces', 'nodes', 'pods', 'objects'] as const) {
    const rows = written.filter(({ object }) => tableOf(object.kind) === table);
    if (rows.length > 0)
      await tx.copyIn(
        { table, columns: COLUMNS[table] },
        rows.map((row) => rowOf(row, context)),
      );
  }
}

/** Writes new versions in place of objects that are there. */
export function replaceMany(tx: Transaction, clusterId: string, written: readonly StoredObject[]): Promise<void> {
  return writeMany(tx, clusterId, {
    written,
    present: new Map(written.map((stored) => [keyOf(stored.object), stored])),
  });
}

/** Equality with the n-th of several keys, given as one array a column. */
const MATCH: Readonly<Record<ObjectTable, string>> = {
  namespaces: 'name = ANY($2::text[])',
  nodes: 'name = ANY($2::text[])',
  pods: '(namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[]))',
  objects: '(kind, namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[], $4::text[]))',
};

function keyColumns(table: ObjectTable, objects: readonly ObjectKey[]): string[][] {
  const names = objects.map(({ metadata }) => metadata.name);
  if (table === 'namespaces' || table === 'nodes') return [names];
  const namespaces = objects.map(({ metadata }) => metadata.namespace ?? '');
  return table === 'pods' ? [namespaces, names] : [objects.map(({ kind }) => kind), namespaces, names];
}

function byTable(objects: readonly ObjectKey[]): Map<ObjectTable, ObjectKey[]> {
  const groups = new Map<ObjectTable, ObjectKey[]>();
  for (const object of objects) {
    const table = tableOf(object.kind);
    const group = groups.get(table) ?? [];
    groups.set(table, group);
    group.push(object);
  }
  return groups;
}
