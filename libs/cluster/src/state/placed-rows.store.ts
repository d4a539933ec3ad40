import type { Transaction } from '#database';
import { type Manifest, placementColumns } from '../objects/index.js';

/**
 * A pod that is on a node or has one in view, as little of it as scheduling needs, in the order of COLUMNS: an object for each of half a
 * million rows would cost more than the query. 64-bit integers are text.
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
const SHAPE = 'shape, CASE WHEN shape IS NULL THEN manifest END';
const ON_NODES = `SELECT namespace, name, uid, node_name, created_position, ${STARTED}, ${SHAPE}
  FROM pods WHERE cluster_id = $1 AND node_name IS NOT NULL AND phase NOT IN ('Succeeded', 'Failed')`;

const IN_VIEW = `coalesce(nominated_node, CASE WHEN shape IS NULL THEN manifest #>> '{status,nominatedNodeName}' END)`;
const NOMINATED = `SELECT namespace, name, uid, ${IN_VIEW}, created_position, ${STARTED}, ${SHAPE}
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
export async function readNominated(tx: Transaction, clusterId: string): Promise<PlacedRow[]> {
  const rows: PlacedRow[] = [];
  for await (const batch of tx.streamValues<PlacedRow>(`${NOMINATED} ORDER BY resource_version`, [clusterId], BATCH)) rows.push(...batch);
  return rows;
}

/** The row of before there were shapes, as it would be written now. */
export function withShape(row: PlacedRow): { readonly shape: string; readonly started: number | null } {
  const [, , , , , started, shape, manifest] = row;
  if (shape !== null) return { shape, started: started === null ? null : Number(started) };
  const columns = placementColumns(manifest ?? {});
  return { shape: columns.shape, started: started === null ? columns.started_ms : Number(started) };
}
