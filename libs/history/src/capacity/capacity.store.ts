import type { Transaction } from '#database';
import type { ResourceList } from '#kubernetes';
import type { Pod } from '#scheduler';
import type { NodeFacts, NodeGroup, PodGroup } from './capacity-source.js';
import { nodeFacts, type NodeParts } from './node-facts.js';

/** Pods that take room on a node: bound, and not finished. */
export const TAKES_ROOM = `p.cluster_id = $1 AND p.phase NOT IN ('Succeeded', 'Failed')`;

/** Rows are read in batches of this many. */
const BATCH = 2_000;

/**
 * Pods that are alike are one row: their shape says what they request, and replicas have it in common. Rows of before
 * there were shapes stand for themselves.
 */
export interface LikePods {
  readonly shape: string | null;
  readonly manifest: Pod | null;
  readonly count: number;
}

export const LIKE = 'p.shape, CASE WHEN p.shape IS NULL THEN p.manifest END AS manifest, count(*)::int AS count';

/** Reads each shape once: pods that are alike are one object. */
function podsOfShapes(): (row: Pick<LikePods, 'shape' | 'manifest'>) => Pod {
  const known = new Map<string, Pod>();
  return ({ shape, manifest }) => {
    if (shape === null) return manifest ?? {};
    let pod = known.get(shape);
    if (pod === undefined) known.set(shape, (pod = JSON.parse(shape) as Pod));
    return pod;
  };
}

/** The pods of a statement's groups. */
export async function* groupsOf<Row extends LikePods>(
  batches: AsyncIterable<Row[]>,
): AsyncIterable<(Row & { pod: Pod })[]> {
  const podOf = podsOfShapes();
  for await (const rows of batches) yield rows.map((row) => ({ ...row, pod: podOf(row) }));
}

/** The pods on these nodes. */
export function podsByNode(
  tx: Transaction,
  clusterId: string,
  nodes: readonly string[],
): AsyncIterable<readonly PodGroup[]> {
  return groupsOf(
    tx.stream<LikePods & { readonly node: string }>(
      `SELECT p.node_name AS node, ${LIKE} FROM pods p
       WHERE ${TAKES_ROOM} AND p.node_name = ANY($2::text[]) GROUP BY 1, 2, 3`,
      [clusterId, nodes],
      BATCH,
    ),
  );
}

/**
 * The pods on every node, each a row: nearly every one is the only one of its shape on its node, and to group them
 * takes longer than to read them.
 */
export async function* podsByEveryNode(tx: Transaction, clusterId: string): AsyncIterable<readonly PodGroup[]> {
  // All rows are wanted: a plan that is quick with the first ones walks an index, row by row.
  await tx.execute('SET LOCAL cursor_tuple_fraction = 1');
  const podOf = podsOfShapes();
  for await (const rows of tx.streamValues<[node: string, shape: string | null, manifest: Pod | null]>(
    `SELECT p.node_name, p.shape, CASE WHEN p.shape IS NULL THEN p.manifest END
     FROM pods p WHERE ${TAKES_ROOM} AND p.node_name IS NOT NULL`,
    [clusterId],
    BATCH,
  ))
    yield rows.map(([node, shape, manifest]) => ({ node, pod: podOf({ shape, manifest }), count: 1 }));
}

/** The pods on all nodes that are there; a pod bound to a node that is not there takes no capacity. */
export function podsOnNodes(tx: Transaction, clusterId: string): AsyncIterable<readonly Omit<PodGroup, 'node'>[]> {
  return groupsOf(
    tx.stream<LikePods>(
      `SELECT ${LIKE} FROM pods p JOIN nodes n ON n.cluster_id = p.cluster_id AND n.name = p.node_name
       WHERE ${TAKES_ROOM} GROUP BY 1, 2`,
      [clusterId],
      BATCH,
    ),
  );
}

/** Every node of the cluster. */
export function nodeGroups(tx: Transaction, clusterId: string): AsyncIterable<NodeGroup[]> {
  return tx.stream<NodeGroup>(
    `SELECT manifest #> '{status,capacity}' AS capacity, manifest #> '{status,allocatable}' AS allocatable,
       count(*)::int AS count
     FROM nodes WHERE cluster_id = $1 GROUP BY 1, 2`,
    [clusterId],
    BATCH,
  );
}

/** Of a node what `nodeFacts` looks at, so that a thousand manifests need not be read. */
const PARTS = `jsonb_build_object(
  'taints', manifest #> '{spec,taints}', 'unschedulable', manifest #> '{spec,unschedulable}',
  'conditions', jsonb_path_query_array(manifest, '$.status.conditions[*] ? (@.type == "Ready")'),
  'labels', (SELECT jsonb_object_agg(key, manifest #> ARRAY['metadata', 'labels', key]) FROM unnest($2::text[]) key))`;

/** Every node of the cluster by name; what nodes of one make have is read once. */
export async function* factsOfNodes(
  tx: Transaction,
  clusterId: string,
  labels: readonly string[],
): AsyncIterable<readonly NodeFacts[]> {
  const known = new Map<string, ResourceList | null>([['', null]]);
  const listOf = (text: string): ResourceList | null => {
    const list = known.get(text) ?? (text === '' ? null : (JSON.parse(text) as ResourceList | null));
    known.set(text, list);
    return list;
  };
  for await (const rows of tx.stream<{ name: string; allocatable: string | null; parts: NodeParts }>(
    `SELECT name, (manifest #> '{status,allocatable}')::text AS allocatable, ${PARTS} AS parts
     FROM nodes WHERE cluster_id = $1 ORDER BY name`,
    [clusterId, labels],
    BATCH,
  ))
    yield rows.map(({ name, allocatable, parts }) =>
      nodeFacts(name, { ...parts, allocatable: listOf(allocatable ?? '') }, labels),
    );
}
