import type { Statement, Transaction } from '#database';
import { keyOf, type ObjectKey } from './object-key.js';
import { ROW, storedOf, tableOf, type ObjectRow, type ObjectTable } from './object-row.js';
import { ReadAhead } from './read-ahead.js';
import type { StoredObject } from './stored-object.js';

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
  const ahead = ReadAhead.of(tx);
  const unread = ahead === undefined ? objects : objects.filter((key) => ahead.find(key) === undefined);
  for (const [table, group] of byTable(unread)) {
    const rows = await tx.query<ObjectRow>(
      `SELECT ${ROW[table]} FROM ${table} WHERE cluster_id = $1 AND ${MATCH[table]}`,
      [clusterId, ...keyColumns(table, group)],
    );
    for (const stored of rows.map(storedOf)) found.set(keyOf(stored.object), stored);
  }
  for (const key of ahead === undefined ? [] : objects) {
    const stored = ahead?.find(key)?.stored;
    if (stored !== undefined) found.set(keyOf(key), stored);
  }
  return found;
}

/** What writers of a transaction read: these objects, and all of these kinds in these namespaces. */
export interface Foreseen {
  readonly objects: readonly ObjectKey[];
  readonly kinds: readonly string[];
  readonly namespaces: readonly string[];
}

/** Reads it with statements that do not wait for each other: one a table, and one for all lists. */
export async function readAhead(
  tx: Transaction,
  clusterId: string,
  { objects, kinds, namespaces }: Foreseen,
): Promise<ReadAhead> {
  const [lists, ...tables] = await Promise.all([
    namespaces.length === 0 ? [] : tx.query<ObjectRow>(LISTS, [clusterId, kinds, namespaces]),
    ...[...byTable(objects)].map(([table, group]) =>
      tx.query<ObjectRow>(NAMED[table], [clusterId, ...keyColumns(table, group)]),
    ),
  ]);
  const found = tables.flatMap((rows) => rows.map(storedOf)).map((stored) => [keyOf(stored.object), stored] as const);
  const ahead = new ReadAhead();
  ahead.sawObjects(objects, new Map(found));
  ahead.sawLists(
    kinds.flatMap((kind) => namespaces.map((namespace) => ({ kind, namespace }))),
    lists.map(storedOf),
  );
  return ahead;
}

const LISTS: Statement = {
  name: 'read_ahead lists',
  text: `SELECT ${ROW.objects} FROM objects WHERE cluster_id = $1 AND kind = ANY($2::text[])
    AND namespace = ANY($3::text[]) ORDER BY namespace, name`,
};

/** Equality with the n-th of several keys, given as one array a column. */
export const MATCH: Readonly<Record<ObjectTable, string>> = {
  namespaces: 'name = ANY($2::text[])',
  nodes: 'name = ANY($2::text[])',
  pods: '(namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[]))',
  objects: '(kind, namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[], $4::text[]))',
};

const NAMED = Object.fromEntries(
  (Object.keys(MATCH) as ObjectTable[]).map((table) => [
    table,
    {
      name: `read_ahead ${table}`,
      text: `SELECT ${ROW[table]} FROM ${table} WHERE cluster_id = $1 AND ${MATCH[table]}`,
    },
  ]),
) as Record<ObjectTable, Statement>;

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
