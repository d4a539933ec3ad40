import { ReadAhead, ROW, storedOf, tableOf, type ObjectRow, type StoredObject } from '#rows';
import { inSight, type Sight } from '#access';
import { type Transaction } from '#database';
import type { KindDescription } from '#kubernetes';
import type { PageWindow } from '#requests';
import type { ListPosition, NodePodsPage } from './object-reading.js';
import { ORDER_COLUMN, type ObjectOrder } from './object-order.js';
import type { Condition } from './selection.js';

/** Which objects: of one kind, in one namespace or (empty) in all. */
export interface ObjectScope {
  readonly clusterId: string;
  readonly kind: KindDescription;
  readonly namespace: string;
  /** Of the reader; without one, everything is seen. */
  readonly sight?: Sight;
}

export async function findObject(tx: Transaction, scope: ObjectScope, name: string): Promise<StoredObject | undefined> {
  // PostgreSQL keeps no NUL and refuses to look for one.
  if (`${scope.namespace}${name}`.includes('\0')) return undefined;
  const key = {
    kind: scope.kind.kind,
    metadata: { name, ...(scope.kind.namespaced && { namespace: scope.namespace }) },
  };
  const ahead = scope.sight === undefined ? ReadAhead.of(tx)?.find(key) : undefined;
  if (ahead !== undefined) return ahead.stored;
  const table = tableOf(scope.kind.kind);
  const { where, values } = scopeCondition(scope);
  const text = `SELECT ${ROW[table]} FROM ${table} WHERE ${where} AND name = $${values.length + 1}`;
  // Every write of one object does this: without a sight, a table has two texts, with a namespace and without.
  const named = { name: `find_object ${table} ${values.length}`, text };
  const rows = await tx.query<ObjectRow>(scope.sight === undefined ? named : text, [...values, name]);
  return rows[0] && storedOf(rows[0]);
}

export interface ListQuery extends PageWindow<ListPosition> {
  readonly conditions: readonly Condition[];
  readonly order?: ObjectOrder;
  readonly limit?: number;
}

/** By namespace and name, in byte order, unless another order is given; from the end the other way round. */
export async function listObjects(tx: Transaction, scope: ObjectScope, query: ListQuery): Promise<StoredObject[]> {
  const table = tableOf(scope.kind.kind);
  const { where, values } = scopeCondition(scope);
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const wheres = [where, ...query.conditions.map((condition) => condition(parameter))];
  const { order, fromEnd = false } = query;
  const descending = order?.descending ?? false;
  const key = order && ORDER_COLUMN[order.by];
  const columns = [...(key ? [key.column] : []), ...(scope.kind.namespaced ? ['namespace'] : []), 'name'];
  const beyond = (place: ListPosition | undefined, isBehind: boolean): void => {
    if (place === undefined) return;
    const values = [
      ...(key ? [`${parameter(place.key ?? '')}::${key.type}`] : []),
      ...(scope.kind.namespaced ? [parameter(place.namespace)] : []),
      parameter(place.name),
    ];
    wheres.push(`(${columns.join(', ')}) ${isBehind === descending ? '<' : '>'} (${values.join(', ')})`);
  };
  beyond(query.after, true);
  beyond(query.before, false);
  const direction = fromEnd === descending ? 'ASC' : 'DESC';
  const inOrder = columns.map((column) => `${column} ${direction}`).join(', ');
  const limit = query.limit === undefined ? '' : `LIMIT ${parameter(query.limit)}`;
  const rows = await tx.query<ObjectRow>(
    `SELECT ${ROW[table]} FROM ${table} WHERE ${wheres.join(' AND ')} ORDER BY ${inOrder} ${limit}`,
    values,
  );
  return rows.map(storedOf);
}

/** All objects of a scope in batches, by namespace and name, for any number of objects. */
export async function* streamObjects(
  tx: Transaction,
  scope: ObjectScope,
  batch: number,
): AsyncIterable<StoredObject[]> {
  const table = tableOf(scope.kind.kind);
  const { where, values } = scopeCondition(scope);
  const order = scope.kind.namespaced ? 'namespace, name' : 'name';
  for await (const rows of tx.stream<ObjectRow>(
    `SELECT ${ROW[table]} FROM ${table} WHERE ${where} ORDER BY ${order}`,
    values,
    batch,
  )) {
    yield rows.map(storedOf);
  }
}

/** Those of the named objects that are there. Names of a kind without namespaces come with an empty one. */
export async function findNamed(
  tx: Transaction,
  scope: ObjectScope,
  names: readonly ListPosition[],
): Promise<StoredObject[]> {
  const table = tableOf(scope.kind.kind);
  const { where, values } = scopeCondition({ ...scope, namespace: '' });
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const name = parameter(names.map((one) => one.name));
  const match = scope.kind.namespaced
    ? `(namespace, name) IN (SELECT * FROM unnest(${parameter(names.map((one) => one.namespace))}::text[],
        ${name}::text[]))`
    : `name = ANY(${name}::text[])`;
  return (await tx.query<ObjectRow>(`SELECT ${ROW[table]} FROM ${table} WHERE ${where} AND ${match}`, values)).map(
    storedOf,
  );
}

/** A page of the pods on each of several nodes, in one statement; by namespace and name, or the other way round. */
export async function podsOfNodes(
  tx: Transaction,
  { clusterId, sight }: { readonly clusterId: string; readonly sight: Sight },
  { nodes, limit, fromEnd = false }: NodePodsPage,
): Promise<StoredObject[]> {
  const values: unknown[] = [
    clusterId,
    nodes.map(({ node }) => node),
    nodes.map(({ after }) => after?.namespace ?? ''),
    nodes.map(({ after }) => after?.name ?? ''),
    limit,
    nodes.map(({ before }) => before?.namespace ?? null),
    nodes.map(({ before }) => before?.name ?? null),
  ];
  const seen = inSight(sight, 'namespace', (value) => `$${values.push(value)}`).map((condition) => `AND ${condition}`);
  const direction = fromEnd ? 'DESC' : 'ASC';
  const rows = await tx.query<ObjectRow>(
    `SELECT pod.* FROM unnest($2::text[], $3::text[], $4::text[], $6::text[], $7::text[])
       AS page(node, after_namespace, after_name, before_namespace, before_name)
     CROSS JOIN LATERAL (
       SELECT ${ROW.pods} FROM pods WHERE cluster_id = $1 AND node_name = page.node COLLATE "C"
         AND (namespace, name) > (page.after_namespace COLLATE "C", page.after_name COLLATE "C")
         AND (page.before_name IS NULL
           OR (namespace, name) < (page.before_namespace COLLATE "C", page.before_name COLLATE "C")) ${seen.join(' ')}
       ORDER BY namespace ${direction}, name ${direction} LIMIT $5) pod`,
    values,
  );
  return rows.map(storedOf);
}

export async function countSelected(
  tx: Transaction,
  scope: ObjectScope,
  conditions: readonly Condition[],
): Promise<number> {
  const { where, values } = scopeCondition(scope);
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const wheres = [where, ...conditions.map((condition) => condition(parameter))];
  const rows = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${tableOf(scope.kind.kind)} WHERE ${wheres.join(' AND ')}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

function scopeCondition({ clusterId, kind, namespace, sight }: ObjectScope): {
  readonly where: string;
  readonly values: unknown[];
} {
  const values: unknown[] = [clusterId];
  const wheres = ['cluster_id = $1'];
  if (tableOf(kind.kind) === 'objects') wheres.push(`kind = $${values.push(kind.kind)}`);
  if (kind.namespaced && namespace !== '') wheres.push(`namespace = $${values.push(namespace)}`);
  const place = kind.namespaced ? 'namespace' : kind.kind === 'Namespace' ? 'name' : undefined;
  if (sight !== undefined && place !== undefined)
    wheres.push(...inSight(sight, place, (value) => `$${values.push(value)}`));
  return { where: wheres.join(' AND '), values };
}
