import type { Transaction } from '#database';
import { LIST_OF_KIND, Snapshot, type ClusterObjects } from '#scheduler';
import type { NodeSetEntry } from '#trace';
import { readBudgets } from '../budgets/index.js';
import { readHead } from '../changes/index.js';
import { type Manifest, type ObjectRow, ROW } from '../objects/index.js';
import type { ClusterState } from './cluster-state.js';
import { PlacedPods } from './placed-pods.js';
import { readNominated, streamPlaced } from './placed-rows.store.js';

/** Nodes are read in batches of this many, so that their JSON does not pile up. */
const BATCH = 500;

/** Reads what scheduling looks at. Nodes come in the order of their creation in the log, which is what their rows mean. */
export async function readClusterState(tx: Transaction, clusterId: string): Promise<ClusterState> {
  const head = await readHead(tx, clusterId);
  const budgets = await readBudgets(tx, clusterId);
  const snapshot = new Snapshot({ ...(await readObjects(tx, clusterId)), podDisruptionBudgets: budgets.budgets });
  const nodes = await addNodes(tx, clusterId, snapshot);
  await addPods(tx, clusterId, snapshot);
  return { head, snapshot, nodes, budgets };
}

async function addNodes(tx: Transaction, clusterId: string, snapshot: Snapshot): Promise<NodeSetEntry[]> {
  const nodes: NodeSetEntry[] = [];
  const sql = `SELECT ${ROW.nodes} FROM nodes WHERE cluster_id = $1 ORDER BY created_position`;
  for await (const rows of tx.stream<ObjectRow>(sql, [clusterId], BATCH)) {
    for (const { uid, manifest } of rows) {
      snapshot.addNode(manifest);
      nodes.push({ name: manifest.metadata.name, uid });
    }
  }
  return nodes;
}

/**
 * Pods on nodes, and pods that have a node in view. A pod bound to a node that is not there takes nobody's room. Nominations come in the
 * order of the pods' last changes: as kube-scheduler v1.34 UpdateNominatedPod, an update puts a nominated pod last.
 */
async function addPods(tx: Transaction, clusterId: string, snapshot: Snapshot): Promise<void> {
  const placed = new PlacedPods();
  for await (const rows of streamPlaced(tx, clusterId)) {
    for (const row of rows) {
      const node = snapshot.rowOf(row[3]);
      if (node !== undefined) snapshot.addPod(placed.of(row), node);
    }
  }
  for (const row of await readNominated(tx, clusterId)) snapshot.nominations.add(placed.of(row), row[3]);
}

/** Namespaces have a table of their own, and budgets come with what they stand at. */
const KINDS_OF_OBJECTS = [...LIST_OF_KIND.keys()].filter((kind) => kind !== 'Namespace' && kind !== 'PodDisruptionBudget');

async function readObjects(tx: Transaction, clusterId: string): Promise<ClusterObjects> {
  const rows = await tx.query<{ kind: string; manifest: Manifest; resource_version: string }>(
    `SELECT 'Namespace' AS kind, manifest, resource_version, created_position FROM namespaces WHERE cluster_id = $1
     UNION ALL SELECT kind, manifest, resource_version, created_position FROM objects WHERE cluster_id = $1 AND kind = ANY($2) ORDER BY created_position`,
    [clusterId, KINDS_OF_OBJECTS],
  );
  const objects: Record<string, Manifest[]> = {};
  for (const { kind, manifest, resource_version: resourceVersion } of rows) {
    const list = LIST_OF_KIND.get(kind);
    if (list === undefined) throw new Error(`scheduling does not read ${kind}`);
    // A volume that is set aside for a claim names the version of the claim.
    (objects[list] ??= []).push({ ...manifest, metadata: { ...manifest.metadata, resourceVersion } });
  }
  return objects;
}
