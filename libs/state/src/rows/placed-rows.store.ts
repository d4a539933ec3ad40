import type { Transaction } from '#database';
import { type Manifest, placementColumns } from '#rows';

/**
 * A pod that is on a node or has one in view, as little of it as scheduling needs, as an array: an object for each of
 * half a million rows would cost more than the query. 64-bit integers are text.
 */
export type PlacedRow = [
  namespace: string,
  name: string,
  uid: string,
  /** The node that it is on or has in view, which need not be there. */
  node: string,
  createdPosition: string,
  /** Milliseconds since the epoch. */
  started: string | null,
  /** As `podShape` writes it; null in rows that were written before there were shapes, */
  shape: string | null,
  /** where the manifest stands in its place. */
  manifest: Manifest | null,
];

/** A binding says when the pod started, in whole seconds; what the manifest says stands behind it. */
const STARTED = 'CASE WHEN bound_at IS NULL THEN started_ms ELSE floor(extract(epoch FROM bound_at))::int8 * 1000 END';
const SHAPE = 'shape, CASE WHEN shape IS NULL THEN manifest END AS manifest';
const ON_NODES = `SELECT namespace, name, uid, node_name, created_position, ${STARTED} AS started, ${SHAPE}
  FROM pods WHERE cluster_id = $1 AND node_name IS NOT NULL AND phase NOT IN ('Succeeded', 'Failed')`;

const IN_VIEW = `coalesce(nominated_node, CASE WHEN shape IS NULL THEN manifest #>> '{status,nominatedNodeName}' END)`;
const NOMINATED = `SELECT namespace, name, uid, ${IN_VIEW} AS in_view, created_position, ${STARTED} AS started, ${SHAPE}
  FROM pods WHERE cluster_id = $1 AND node_name IS NULL AND phase NOT IN ('Succeeded', 'Failed') AND ${IN_VIEW} <> ''`;

/** Rows are narrow, and what is read of them stays: large batches gain nothing. */
const BATCH = 2_000;

/** The pods that are on nodes, in no order. */
export async function* streamPlaced(tx: Transaction, clusterId: string): AsyncIterable<PlacedRow[]> {
  // All rows are wanted: a plan that is quick with the first ones walks an index, row by row.
  await tx.execute('SET LOCAL cursor_tuple_fraction = 1');
  yield* tx.streamValues<PlacedRow>(ON_NODES, [clusterId], BATCH);
}

/** The pods that have a node in view, by their last changes. */
export function readNominated(tx: Transaction, clusterId: string): Promise<PlacedRow[]> {
  return find(tx, `${NOMINATED} ORDER BY resource_version`, [clusterId]);
}

/** A pod by its name. */
export interface PodName {
  readonly namespace: string;
  readonly name: string;
}

const NAMED = '(namespace, name) IN (SELECT * FROM unnest($2::text[], $3::text[]))';

/** Those of the named pods that are on nodes. */
export function findPlaced(tx: Transaction, clusterId: string, pods: readonly PodName[]): Promise<PlacedRow[]> {
  return find(tx, `${ON_NODES} AND ${NAMED}`, [clusterId, ...columnsOf(pods)]);
}

/** Those of the named pods that have a node in view, by their last changes. */
export function findNominated(tx: Transaction, clusterId: string, pods: readonly PodName[]): Promise<PlacedRow[]> {
  return find(tx, `${NOMINATED} AND ${NAMED} ORDER BY resource_version`, [clusterId, ...columnsOf(pods)]);
}

/** All pods on these nodes. */
export function findPlacedOn(tx: Transaction, clusterId: string, nodes: readonly string[]): Promise<PlacedRow[]> {
  return find(tx, `${ON_NODES} AND node_name = ANY($2::text[])`, [clusterId, nodes]);
}

/** A few rows are asked for at once, without a cursor. */
async function find(tx: Transaction, sql: string, values: readonly unknown[]): Promise<PlacedRow[]> {
  return (await tx.query(sql, values)).map((row) => Object.values(row) as PlacedRow);
}

function columnsOf(pods: readonly PodName[]): readonly [readonly string[], readonly string[]] {
  return [pods.map(({ namespace }) => namespace), pods.map(({ name }) => name)];
}

/** The row of before there were shapes, as it would be written now. */
export function withShape(row: PlacedRow): { readonly shape: string; readonly started: number | null } {
  const [, , , , , started, shape, manifest] = row;
  if (shape !== null) return { shape, started: started === null ? null : Number(started) };
  const columns = placementColumns(manifest ?? {});
  return { shape: columns.shape, started: started === null ? columns.started_ms : Number(started) };
}
