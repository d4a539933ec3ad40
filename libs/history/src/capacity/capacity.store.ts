import type { Transaction } from '#database';
import type { NodeGroup, PodGroup } from './capacity-source.js';

/** What of the containers decides about requests. */
const containers = (
  path: string,
): string => `(SELECT jsonb_agg(jsonb_build_object('name', c -> 'name', 'resources', c -> 'resources', 'restartPolicy',
    c -> 'restartPolicy'))
  FROM jsonb_array_elements(p.manifest #> '${path}') c)`;

/**
 * The parts of a pod that its requests depend on. Pods of one workload share them, so that grouping by them leaves a
 * handful of rows of thousands of pods (the status counts only where containers are being resized).
 */
export const SHAPE = `jsonb_build_object(
  'spec', jsonb_build_object('containers', ${containers('{spec,containers}')}, 'initContainers',
    ${containers('{spec,initContainers}')},
    'overhead', p.manifest #> '{spec,overhead}', 'resources', p.manifest #> '{spec,resources}'),
  'status', CASE WHEN p.manifest #> '{status,containerStatuses}' IS NOT NULL
  OR p.manifest #> '{status,initContainerStatuses}' IS NOT NULL THEN
    jsonb_build_object('conditions', p.manifest #> '{status,conditions}', 'containerStatuses', p.manifest #>
      '{status,containerStatuses}',
      'initContainerStatuses', p.manifest #> '{status,initContainerStatuses}') ELSE '{}' END)`;

/** Pods that take room on a node: bound, and not finished. */
export const TAKES_ROOM = `p.cluster_id = $1 AND p.phase NOT IN ('Succeeded', 'Failed')`;

/** Rows are read in batches of this many. */
const BATCH = 2_000;

/** The pods on these nodes. */
export function podsByNode(tx: Transaction, clusterId: string, nodes: readonly string[]): AsyncIterable<PodGroup[]> {
  return tx.stream<PodGroup>(
    `SELECT node, pod, count(*)::int AS count
     FROM (SELECT p.node_name AS node, ${SHAPE} AS pod FROM pods p
       WHERE ${TAKES_ROOM} AND p.node_name = ANY($2::text[])) shapes GROUP BY node, pod`,
    [clusterId, nodes],
    BATCH,
  );
}

/** The pods on all nodes that are there; a pod bound to a node that is not takes nobody's room. */
export function podsOnNodes(tx: Transaction, clusterId: string): AsyncIterable<Omit<PodGroup, 'node'>[]> {
  return tx.stream<Omit<PodGroup, 'node'>>(
    `SELECT pod, count(*)::int AS count
     FROM (SELECT ${SHAPE} AS pod FROM pods p JOIN nodes n ON n.cluster_id = p.cluster_id AND n.name = p.node_name
       WHERE ${TAKES_ROOM}) shapes GROUP BY pod`,
    [clusterId],
    BATCH,
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
