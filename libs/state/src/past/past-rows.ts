import { placementColumns, type Manifest } from '#rows';
import { TimeSlice } from '#database';
import type { PodDisruptionBudget } from '#kubernetes';
import { LIST_OF_KIND } from '#scheduler';
import { budgetPodOf, CONTROLLERS, replicasOf, type BudgetBook, type Touched } from '#writes';
import type { PastObject, PastState } from '../objects/index.js';
import type { ClusterRows, ListedObject, NamedObject, NodeRow, PlacedRow, PodName, PodRows } from '../rows/index.js';

/** Objects of one slice, after which the event loop serves other work. */
const SLICE = 200;

/** How a past state is read. */
export interface PastReadings {
  /** The time by which budgets count disruptions. */
  readonly at: Date;
  /** Which pods are where the log has them; all of them unless given. Budgets count all of them. */
  readonly takes?: (pod: PastObject) => boolean;
}

/** A past state as its rows would have been read then. */
export class PastRows implements ClusterRows {
  readonly at: Date;
  readonly #takes: (pod: PastObject) => boolean;

  constructor(
    private readonly past: PastState,
    { at, takes = () => true }: PastReadings,
  ) {
    this.at = at;
    this.#takes = takes;
  }

  async *nodes(names?: readonly string[]): AsyncIterable<readonly NodeRow[]> {
    const { past } = this;
    const nodes = names?.flatMap((name) => past.get('Node', '', name) ?? []) ?? past.ofKind('Node');
    for await (const some of slices(inOrderOfCreation(nodes)))
      yield some.map((node) => ({ uid: node.uid, manifest: node.stored().object }));
  }

  objects(named?: readonly NamedObject[]): Promise<readonly ListedObject[]> {
    const objects =
      named === undefined ? [...LIST_OF_KIND.keys()].flatMap((kind) => this.past.ofKind(kind)) : this.#found(named);
    const listed = inOrderOfCreation(objects).flatMap((object) => {
      const list = LIST_OF_KIND.get(object.kind);
      return list === undefined || list === 'podDisruptionBudgets' ? [] : [{ list, object: versioned(object) }];
    });
    return Promise.resolve(listed);
  }

  async *pods(named?: readonly PodName[]): AsyncIterable<PodRows> {
    const pods =
      named === undefined ? this.past.ofKind('Pod') : this.#found(named.map((pod) => ({ ...pod, kind: 'Pod' })));
    const nominated: PastRow[] = [];
    for await (const some of slices(pods.filter(this.#takes))) {
      const rows = some.flatMap((pod) => rowOf(pod) ?? []);
      nominated.push(...rows.filter(({ isOn }) => !isOn));
      yield { onNodes: rows.filter(({ isOn }) => isOn).map(({ row }) => row), nominated: [] };
    }
    const byChange = nominated.sort((a, b) => Number(a.resourceVersion - b.resourceVersion));
    yield { onNodes: [], nominated: byChange.map(({ row }) => row) };
  }

  async *podsOn(nodes: readonly string[]): AsyncIterable<readonly PlacedRow[]> {
    const wanted = new Set(nodes);
    for await (const some of slices(this.past.ofKind('Pod'))) {
      const on = some.filter((pod) => wanted.has(pod.placement.node ?? '') && this.#takes(pod));
      yield on.flatMap((pod) => rowOf(pod) ?? []).map(({ row }) => row);
    }
  }

  async renewBook(book: BudgetBook): Promise<void> {
    const { past, at } = this;
    const budgets = inOrderOfCreation(past.ofKind('PodDisruptionBudget')).map((budget) => ({
      object: budget.stored().object as unknown as PodDisruptionBudget,
      createdPosition: budget.createdPosition,
    }));
    const missing = new Set(book.renew(budgets, { at }));
    if (missing.size === 0) return;
    for (const controller of CONTROLLERS.flatMap((kind) => past.ofKind(kind)))
      if (missing.has(controller.namespace)) setController(book, controller);
    for await (const some of slices(past.ofKind('Pod')))
      for (const pod of some) if (missing.has(pod.namespace)) book.addPod(budgetPodOf(pod.stored().object));
  }

  refillBook(book: BudgetBook, touched: readonly Touched[]): Promise<void> {
    const has = new Set(book.namespaces);
    const inBook = touched.filter(({ namespace }) => has.has(namespace));
    for (const { namespace, name } of inBook.filter(({ kind }) => kind === 'Pod')) {
      const pod = this.past.get('Pod', namespace, name);
      book.setPod({ namespace, name }, pod && budgetPodOf(pod.stored().object));
    }
    const controllers = inBook.filter(({ kind }) => CONTROLLERS.includes(kind));
    // A controller may have the uid of one that is gone.
    for (const named of controllers) book.setController(named, undefined);
    for (const controller of this.#found(controllers)) setController(book, controller);
    return Promise.resolve();
  }

  #found(named: readonly NamedObject[]): readonly PastObject[] {
    return named.flatMap(({ kind, namespace, name }) => this.past.get(kind, namespace, name) ?? []);
  }
}

function setController(book: BudgetBook, controller: PastObject): void {
  book.setController(controller, { uid: controller.uid, replicas: replicasOf(controller.stored().object) });
}

/** A volume that is set aside for a claim names the version of the claim. */
function versioned(past: PastObject): Manifest {
  const { object } = past.stored();
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(past.resourceVersion) } };
}

/** Reading JSON takes long: the event loop serves other work between slices. */
async function* slices(objects: readonly PastObject[]): AsyncIterable<readonly PastObject[]> {
  const slice = new TimeSlice();
  for (let first = 0; first < objects.length; first += SLICE) {
    yield objects.slice(first, first + SLICE);
    await slice.yieldWhenOver();
  }
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
