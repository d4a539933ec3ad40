import { TimeSlice } from '#database';
import { LIST_OF_KIND } from '#scheduler';
import { type BudgetBook, placementColumns, type Manifest } from '#cluster';
import type { PastObject, PastState } from '../objects/index.js';
import { ClusterMemory } from '../columns/index.js';
import type { NodeRow, ListedObject, PlacedRow } from '../rows/index.js';
import { bookOf } from './recall-budgets.js';

/** What scheduling saw of a cluster. */
export interface RecalledCluster {
  readonly memory: ClusterMemory;
  readonly budgets: BudgetBook;
}

/** So many objects are read before it is looked at whether others should have their turn. */
const TURN = 200;

/** A cluster as it was, as `loadCluster` would have read it then; `at` is the time by which disruptions are counted. */
export async function recallCluster(past: PastState, at: Date): Promise<RecalledCluster> {
  const memory = new ClusterMemory();
  memory.setObjects(otherObjects(past));
  const slice = new TimeSlice();
  for (const nodes of turns(inOrderOfCreation(past.ofKind('Node')))) {
    memory.setNodes(nodeRows(nodes));
    await slice.yieldWhenOver();
  }
  await takePods(memory, past.ofKind('Pod'));
  const budgets = bookOf(past, at);
  if (budgets.budgets.length > 0) memory.snapshot.replaceObjects('podDisruptionBudgets', budgets.budgets);
  return { memory, budgets };
}

function otherObjects(past: PastState): ListedObject[] {
  return listedObjects([...LIST_OF_KIND.keys()].flatMap((kind) => past.ofKind(kind)));
}

/** Those of the objects that scheduling keeps in lists, in the order of their creation. */
export function listedObjects(objects: readonly PastObject[]): ListedObject[] {
  return inOrderOfCreation(objects).flatMap((object) => {
    const list = LIST_OF_KIND.get(object.kind);
    return list === undefined || list === 'podDisruptionBudgets' ? [] : [{ list, object: versioned(object) }];
  });
}

/** Nodes, in the order of their creation, as their rows would have been read. */
export function nodeRows(nodes: readonly PastObject[]): NodeRow[] {
  return inOrderOfCreation(nodes).map((node) => ({ uid: node.uid, manifest: node.stored().object }));
}

/** A volume that is set aside for a claim names the version of the claim. */
function versioned(past: PastObject): Manifest {
  const { object } = past.stored();
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(past.resourceVersion) } };
}

/** Takes in pods that are on nodes, and those that have one in view, by their last changes. */
export async function takePods(memory: ClusterMemory, pods: readonly PastObject[]): Promise<void> {
  const nominated: PastRow[] = [];
  const slice = new TimeSlice();
  for (const some of turns(pods)) {
    for (const found of some.flatMap((pod) => rowOf(pod) ?? [])) {
      if (found.isOn) memory.place(found.row);
      else nominated.push(found);
    }
    await slice.yieldWhenOver();
  }
  memory.nominate(nominated.sort((a, b) => Number(a.resourceVersion - b.resourceVersion)).map(({ row }) => row));
}

function* turns<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let first = 0; first < all.length; first += TURN) yield all.slice(first, first + TURN);
}

function inOrderOfCreation(objects: readonly PastObject[]): PastObject[] {
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
  const { phase, nominatedNodeName } = object.status as { readonly phase: string; readonly nominatedNodeName?: string };
  const { nodeName } = object.spec as { readonly nodeName?: string };
  const node = nodeName ?? nominatedNodeName ?? '';
  if (node === '' || phase === 'Succeeded' || phase === 'Failed') return undefined;
  const { shape, started_ms: started } = placementColumns(object);
  const row: PlacedRow = [
    pod.namespace,
    pod.name,
    pod.uid,
    node,
    String(pod.createdPosition),
    started === null ? null : String(started),
    shape,
    null,
  ];
  return { row, isOn: nodeName !== undefined, resourceVersion: pod.resourceVersion };
}
