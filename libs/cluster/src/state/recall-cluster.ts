import { LIST_OF_KIND } from '#scheduler';
import type { BudgetBook } from '../budgets/index.js';
import type { PastObject, PastState } from '../history/index.js';
import { placementColumns, type Manifest } from '../objects/index.js';
import { ClusterMemory } from './cluster-memory.js';
import type { ListedObject } from './other-objects.store.js';
import type { PlacedRow } from './placed-rows.store.js';
import { bookOf } from './recall-budgets.js';

/** What scheduling saw of a cluster. */
export interface RecalledCluster {
  readonly memory: ClusterMemory;
  readonly budgets: BudgetBook;
}

/** A cluster as it was, as `loadCluster` would have read it then; `at` is the time by which disruptions are counted. */
export function recallCluster(past: PastState, at: Date): RecalledCluster {
  const memory = new ClusterMemory();
  memory.setObjects(otherObjects(past));
  memory.setNodes(created(past.ofKind('Node')).map((node) => ({ uid: node.uid, manifest: node.stored().object })));
  const rows = past.ofKind('Pod').flatMap((pod) => rowOf(pod) ?? []);
  for (const { row, isOn } of rows) if (isOn) memory.place(row);
  const nominated = rows.filter(({ isOn }) => !isOn).sort((a, b) => Number(a.resourceVersion - b.resourceVersion));
  memory.nominate(nominated.map(({ row }) => row));
  const budgets = bookOf(past, at);
  if (budgets.budgets.length > 0) memory.snapshot.replaceObjects('podDisruptionBudgets', budgets.budgets);
  return { memory, budgets };
}

function otherObjects(past: PastState): ListedObject[] {
  const found: { readonly listed: ListedObject; readonly object: PastObject }[] = [];
  for (const [kind, list] of LIST_OF_KIND) {
    if (list === 'podDisruptionBudgets') continue;
    for (const object of past.ofKind(kind)) found.push({ object, listed: { list, object: versioned(object) } });
  }
  return found.sort((a, b) => Number(a.object.createdPosition - b.object.createdPosition)).map(({ listed }) => listed);
}

/** A volume that is set aside for a claim names the version of the claim. */
function versioned(past: PastObject): Manifest {
  const { object } = past.stored();
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(past.resourceVersion) } };
}

function created(objects: readonly PastObject[]): PastObject[] {
  return [...objects].sort((a, b) => Number(a.createdPosition - b.createdPosition));
}

interface PastRow {
  readonly row: PlacedRow;
  /** It is on the node, or has it in view. */
  readonly isOn: boolean;
  readonly resourceVersion: bigint;
}

/** The row that the pod would have had; undefined for one that has ended, or that has nothing to do with any node. */
function rowOf(pod: PastObject): PastRow | undefined {
  const { object } = pod.stored();
  const { phase } = object.status as { readonly phase: string };
  const { nodeName } = object.spec as { readonly nodeName?: string };
  const { nominated_node: inView, shape, started_ms: started } = placementColumns(object);
  const node = nodeName ?? inView;
  if (node === null || phase === 'Succeeded' || phase === 'Failed') return undefined;
  const row: PlacedRow = [pod.namespace, pod.name, pod.uid, node, String(pod.createdPosition), started === null ? null : String(started), shape, null];
  return { row, isOn: nodeName !== undefined, resourceVersion: pod.resourceVersion };
}
