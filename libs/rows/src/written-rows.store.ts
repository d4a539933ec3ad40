import { FEW_ROWS, type CopyValue, type Transaction } from '#database';
import { bindPods, type BoundPod } from './bound-pods.store.js';
import { byTable, keyColumns, MATCH } from './bulk.store.js';
import { sayConditions, type ConditionedPod } from './conditioned-pods.store.js';
import type { ObjectKey } from './object-key.js';
import { COLUMNS, KEYS, rowOf, tableOf, type ObjectTable, type WriteContext } from './object-row.js';
import type { ChangedObjects } from './read-ahead.js';
import type { StoredObject } from './stored-object.js';

/** What a write does to the rows of a cluster's objects. No object is in two of these. */
export interface WrittenRows extends ChangedObjects {
  readonly bound: readonly BoundPod[];
  readonly conditioned: readonly ConditionedPod[];
}

/**
 * The statements that write the rows. They may be sent at once, in their order: none waits for the
 * answer of another. Each of them
 * @throws when an object is not in the state that was read
 */
export function rowStatements(tx: Transaction, context: WriteContext, rows: WrittenRows): (() => Promise<unknown>)[] {
  const { inserted, replaced, removed, bound, conditioned } = rows;
  const { clusterId } = context;
  const isMany = replaced.length > FEW_ROWS;
  const renewed = isMany ? replaced.filter((stored) => !keepsSealed(stored)) : [];
  const kept = isMany ? replaced.filter(keepsSealed) : replaced;
  return [
    ...(bound.length === 0 ? [] : [() => bindPods(tx, clusterId, bound)]),
    ...(conditioned.length === 0 ? [] : [() => sayConditions(tx, clusterId, conditioned)]),
    ...removals(tx, clusterId, removed),
    ...kept.map((stored) => () => update(tx, stored, context)),
    ...removals(
      tx,
      clusterId,
      renewed.map(({ object }) => object),
    ),
    ...insertions(tx, renewed, context),
    ...insertions(tx, inserted, context),
  ];
}

/** Whether the row keeps what is encrypted in it: the write had no values. */
function keepsSealed({ object, sealed }: StoredObject): boolean {
  return object.kind === 'Secret' && sealed === undefined;
}

/** The same, one after the other. */
export async function writeRows(tx: Transaction, context: WriteContext, rows: WrittenRows): Promise<void> {
  for (const statement of rowStatements(tx, context, rows)) await statement();
}

function removals(tx: Transaction, clusterId: string, objects: readonly ObjectKey[]): (() => Promise<void>)[] {
  return [...byTable(objects)].map(([table, group]) => async () => {
    const sql = `DELETE FROM ${table} WHERE cluster_id = $1 AND ${MATCH[table]}`;
    checkTouched(await tx.execute(sql, [clusterId, ...keyColumns(table, group)]), group);
  });
}

function insertions(
  tx: Transaction,
  written: readonly StoredObject[],
  context: WriteContext,
): (() => Promise<number>)[] {
  return TABLES.flatMap((table) => {
    const group = written.filter(({ object }) => tableOf(object.kind) === table);
    const rows = (): CopyValue[][] => group.map((stored) => rowOf(stored, context));
    return group.length === 0 ? [] : [() => tx.copyIn({ table, columns: COLUMNS[table] }, rows())];
  });
}

const TABLES: readonly ObjectTable[] = ['namespaces', 'nodes', 'pods', 'objects'];

async function update(tx: Transaction, stored: StoredObject, context: WriteContext): Promise<void> {
  const table = tableOf(stored.object.kind);
  const touched = await tx.execute(UPDATES[table], rowOf(stored, context).map(parameter));
  checkTouched(touched, [stored.object]);
}

const UPDATES = Object.fromEntries(TABLES.map((table) => [table, updateOf(table)])) as Record<
  ObjectTable,
  { readonly name: string; readonly text: string }
>;

function updateOf(table: ObjectTable): { readonly name: string; readonly text: string } {
  const columns = Object.keys(COLUMNS[table]);
  const isKey = (column: string): boolean => KEYS[table].includes(column);
  // A write that knows digests alone leaves the values as they are.
  const valueOf = (column: string, i: number): string =>
    column === 'sealed' ? `coalesce($${i + 1}, sealed)` : `$${i + 1}`;
  const sets = columns.flatMap((column, i) => (isKey(column) ? [] : [`${column} = ${valueOf(column, i)}`]));
  const keys = columns.flatMap((column, i) => (isKey(column) ? [`${column} = $${i + 1}`] : []));
  return { name: `update_${table}`, text: `UPDATE ${table} SET ${sets.join(', ')} WHERE ${keys.join(' AND ')}` };
}

/** `pg` turns objects into JSON by itself, but arrays into PostgreSQL arrays: manifests are objects. */
function parameter(value: CopyValue): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function checkTouched(touched: number, objects: readonly ObjectKey[]): void {
  if (touched === objects.length) return;
  const [first] = objects;
  throw new Error(
    `${objects.length - touched} of ${objects.length} objects are not in the state that was read, the first of ` +
      `them ${first?.kind} ${first?.metadata.name}`,
  );
}
