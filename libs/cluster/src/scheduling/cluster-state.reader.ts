import type { Transaction } from '#database';
import { LIST_OF_KIND, placedPod, Snapshot, type ClusterObjects } from '#scheduler';
import type { NodeSetEntry } from '#trace';
import { readBudgets, type BudgetBook } from '../budgets/index.js';
import { type Manifest, type ObjectRow, ROW, type StoredObject, storedOf } from '../objects/index.js';
import { readHead, type ClusterHead } from '../changes/index.js';

/** A cluster in memory, as it stood at its head. */
export interface ClusterState {
  readonly head: ClusterHead;
  readonly snapshot: Snapshot;
  /** The rows of the snapshot. */
  readonly nodes: readonly NodeSetEntry[];
  /** Those of the snapshot: their status follows what this book is told. */
  readonly budgets: BudgetBook;
}

/** Rows of pods are read in batches of this many, so that their JSON does not pile up. */
const BATCH = 2_000;

/** Reads what scheduling looks at. Nodes and pods come in the order of their creation in the log, which is what their rows mean. */
export async function readClusterState(tx: Transaction, clusterId: string): Promise<ClusterState> {
  const head = await readHead(tx, clusterId);
  const budgets = await readBudgets(tx, clusterId);
  const snapshot = new Snapshot({ ...(await readObjects(tx, clusterId)), podDisruptionBudgets: budgets.budgets });
  const nodes = await tx.query<ObjectRow>(`SELECT ${ROW.nodes} FROM nodes WHERE cluster_id = $1 ORDER BY created_position`, [clusterId]);
  for (const { manifest } of nodes) snapshot.addNode(manifest);
  await addPods(tx, clusterId, snapshot);
  return { head, snapshot, nodes: nodes.map(({ uid, manifest }) => ({ name: manifest.metadata.name ?? '', uid })), budgets };
}

/**
 * Pods on nodes, and pods that have a node in view. A pod bound to a node that is not there takes nobody's room. Nominations come in the
 * order of the pods' last changes: as kube-scheduler v1.34 UpdateNominatedPod, an update puts a nominated pod last.
 */
async function addPods(tx: Transaction, clusterId: string, snapshot: Snapshot): Promise<void> {
  const sql = `SELECT ${ROW.pods} FROM pods WHERE cluster_id = $1 AND phase NOT IN ('Succeeded', 'Failed')
      AND (node_name IS NOT NULL OR manifest #>> '{status,nominatedNodeName}' <> '') ORDER BY created_position`;
  const nominated: StoredObject[] = [];
  for await (const rows of tx.stream<ObjectRow>(sql, [clusterId], BATCH)) {
    for (const stored of rows.map(storedOf)) {
      if (nodeOf(stored) === undefined) nominated.push(stored);
      else addPod(snapshot, stored);
    }
  }
  nominated.sort((a, b) => (a.resourceVersion < b.resourceVersion ? -1 : 1));
  for (const { object } of nominated) snapshot.nominations.add(placedPod(object), nominatedNode(object));
}

function addPod(snapshot: Snapshot, stored: StoredObject): void {
  const row = snapshot.rowOf(nodeOf(stored) ?? '');
  if (row !== undefined) snapshot.addPod(placedPod(stored.object), row);
}

function nodeOf({ object: { spec } }: StoredObject): string | undefined {
  return (spec as { readonly nodeName?: string }).nodeName;
}

function nominatedNode({ status }: Manifest): string {
  return (status as { readonly nominatedNodeName: string }).nominatedNodeName;
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
