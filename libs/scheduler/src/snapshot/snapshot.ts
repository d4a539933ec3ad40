import type { SelectableNode } from '#kubernetes';
import type { ClusterObject, Labels, Node, ObjectLists, ObjectPatch, Pod, Taint } from '../objects/index.js';
import { CPU, MEMORY, PODS, readList, requestAmount, requestAmounts } from '../resources/index.js';
import { compareBytes } from './byte-order.js';
import { Columns, type ResourceColumn } from './columns.js';
import { domainsBy, TopologyDomains, type Domains } from './domains.js';
import { MovementLog, type Movement } from './movement-log.js';
import { NodeChanges } from './node-changes.js';
import { Nominations } from './nominations.js';
import { ObjectIndex } from './object-index.js';
import { ObjectKinds } from './object-kinds.js';
import { placeAmong, type PlacedPod } from './placed-pod.js';
import type { PluginState, SnapshotParts, StateDefinition } from './plugin-state.js';
import { PluginStates } from './plugin-states.js';
import type { ReadableSnapshot } from './readable-snapshot.js';

interface Move {
  readonly pod: PlacedPod;
  readonly row: number;
  readonly index: number;
  readonly added: boolean;
}

const NO_PARTS: SnapshotParts = Object.freeze({ states: [], kinds: [] });
const NO_LABELS: Labels = Object.freeze({});
const NO_TAINTS: readonly Taint[] = Object.freeze([]);

/** Something that may be undone: a pod that moved, or how to undo a patch. */
type Step = Move | (() => void);

/**
 * A cluster in memory: nodes as rows of columns, pods on rows, and what plugins keep of them. Adding, removing and
 * undoing a pod cost a few additions.
 */
export class Snapshot<Lists extends ObjectLists = ObjectLists> implements ReadableSnapshot<Lists> {
  #columns = new Columns();
  #nominations = new Nominations();
  #states: PluginStates;
  #objects: ObjectIndex;
  #nodes: SelectableNode[] = [];
  #taints: (readonly Taint[])[] = [];
  #pods: PlacedPod[][] = [];
  #rows = new Map<string, number>();
  #rowOfPod = new Map<string, number>();
  #rowsByName: Uint32Array | null = null;
  #topology: TopologyDomains | null = null;
  #taintDomains: Domains | null = null;
  #nodesVersion = 0;
  readonly #changes = new NodeChanges();
  /** Null until it is first read. */
  #movements: MovementLog | null = null;
  /** Steps to undo; null where nothing will be. */
  #journal: Step[] | null = null;
  /** Inside of `tentatively`. */
  #onTrial = false;
  /** As they were at the mark. */
  #nominationsBefore: Nominations | null = null;

  /** A cluster without nodes and pods that has these objects. */
  constructor({ states, kinds }: SnapshotParts = NO_PARTS, objects: ObjectLists = {}) {
    this.#states = PluginStates.of(states);
    this.#objects = ObjectIndex.of(objects, new ObjectKinds(kinds), this.#states);
  }

  get nodeCount(): number {
    return this.#nodes.length;
  }
  get nodes(): readonly SelectableNode[] {
    return this.#nodes;
  }
  get taints(): readonly (readonly Taint[])[] {
    return this.#taints;
  }
  get unschedulable(): Uint8Array {
    return this.#columns.unschedulable;
  }
  get allowedPods(): Float64Array {
    return this.#columns.allowedPods;
  }
  get podCount(): Int32Array {
    return this.#columns.podCount;
  }
  get resources(): ReadonlyMap<string, ResourceColumn> {
    return this.#columns.resources;
  }
  get nominations(): Nominations {
    return this.#nominations;
  }
  get objects(): Lists {
    return this.#objects.lists as Lists;
  }
  /** Pods that came and went, for readers that store answers about nodes. */
  get movements(): MovementLog {
    return (this.#movements ??= new MovementLog());
  }
  /** The rows whose nodes changed otherwise, for readers that store answers about nodes. */
  get nodeChanges(): NodeChanges {
    return this.#changes;
  }
  /**
   * Another one whenever a node is added or removed, or is changed so that it concerns others: nothing that was kept
   * about rows holds then.
   */
  get nodesVersion(): number {
    return this.#nodesVersion;
  }

  rowOf(name: string): number | undefined {
    return this.#rows.get(name);
  }
  resource(name: string): ResourceColumn | undefined {
    return this.#columns.resources.get(name);
  }
  state<State extends PluginState>(definition: StateDefinition<State>): State {
    return this.#states.get(definition);
  }
  object(list: string & keyof Lists, name: string, namespace = ''): ClusterObject | undefined {
    return this.#objects.get(list, name, namespace);
  }
  pods(row: number): readonly PlacedPod[] {
    return this.#pods[row] ?? [];
  }
  /** The row that a pod is on. */
  rowOfPod(uid: string): number | undefined {
    return this.#rowOfPod.get(uid);
  }

  /** Another number whenever an object that concerns the pod is set, removed or patched. */
  objectsVersion(pod: Pod): number {
    return this.#objects.versionFor(pod);
  }

  /** What the domains of all topology keys take that were asked for, roughly. */
  get domainBytes(): number {
    return this.#topology?.bytes ?? 0;
  }

  topology(keys: readonly string[]): Domains {
    this.#topology ??= new TopologyDomains(this.#nodes);
    return this.#topology.of(keys);
  }

  taintDomains(): Domains {
    this.#taintDomains ??= domainsBy(this.nodeCount, (row) => textOf(this.#taints[row]));
    return this.#taintDomains;
  }

  rowsByName(): Uint32Array {
    this.#rowsByName ??= Uint32Array.from(
      this.#nodes.map(({ name }, row) => ({ name, row })).sort((a, b) => compareBytes(a.name, b.name)),
      ({ row }) => row,
    );
    return this.#rowsByName;
  }

  /** Adds a node and answers its row. Names are unique: a second node of the same name is a RangeError. */
  addNode(node: Node): number {
    const name = node.metadata?.name ?? '';
    if (this.#rows.has(name)) throw new RangeError(`node ${name} is there already`);
    const row = this.#nodes.length;
    this.#rows.set(name, row);
    this.#pods.push([]);
    this.#setNode(node, row);
    this.#nodesChanged();
    return row;
  }

  /** The node of this row as it is now; its pods stay. Another name, or a row that is not there, is a RangeError. */
  updateNode(node: Node, row: number): void {
    const { name } = this.#nodes[row] ?? {};
    if (name === undefined || name !== node.metadata?.name)
      throw new RangeError(`node ${node.metadata?.name} is not on row ${row}`);
    const before = this.#nodes[row];
    const taints = this.#taints[row];
    const concernsOthers = this.#states.concernOthers(node, row);
    this.#setNode(node, row);
    if (before !== undefined) this.#topology?.changed(row, before);
    if (textOf(this.#taints[row]) !== textOf(taints)) this.#taintDomains = null;
    if (concernsOthers) this.#nodesVersion += 1;
    else this.#changes.add(row);
  }

  /**
   * Removes nodes with the pods that are on them, and answers these. The rows behind move up. Not to be done
   * where it may have to be undone.
   */
  removeNodes(rows: ReadonlySet<number>): PlacedPod[] {
    if (this.#journal !== null) throw new Error('nodes are not removed for a trial');
    const gone = [...rows].flatMap((row) => [...this.#podsOn(row)]);
    for (const { uid } of gone) this.removePod(uid);
    const kept = this.#nodes.flatMap((_, row) => (rows.has(row) ? [] : [row]));
    this.#nodes = kept.map((row) => this.#nodes[row] as SelectableNode);
    this.#taints = kept.map((row) => this.#taints[row] ?? NO_TAINTS);
    this.#pods = kept.map((row) => this.#podsOn(row));
    this.#rows = new Map(this.#nodes.map(({ name }, row) => [name, row]));
    for (const [row, pods] of this.#pods.entries()) for (const { uid } of pods) this.#rowOfPod.set(uid, row);
    this.#columns.keep(kept);
    this.#states.keepRows(kept);
    this.#nodesChanged();
    return gone;
  }

  /** Puts a pod on a row, in its place among the others. A pod that is on a row already is a RangeError. */
  addPod(pod: PlacedPod, row: number): void {
    if (this.#rowOfPod.has(pod.uid)) throw new RangeError(`pod ${pod.uid} is on a node already`);
    const index = placeAmong(this.#podsOn(row), pod);
    this.#insert({ pod, row, index, added: true });
    this.#journal?.push({ pod, row, index, added: true });
    if (this.#onTrial) this.#try({ pod, row, step: 1 });
  }

  /** Takes a pod from its row and answers both; undefined when it is on none. */
  removePod(uid: string): { pod: PlacedPod; row: number } | undefined {
    const row = this.#rowOfPod.get(uid);
    if (row === undefined) return undefined;
    const index = this.#podsOn(row).findIndex((pod) => pod.uid === uid);
    const pod = this.#podsOn(row)[index];
    if (pod === undefined) throw new Error(`pod ${uid} is lost from row ${row}`);
    this.#take({ pod, row, index, added: false });
    this.#journal?.push({ pod, row, index, added: false });
    if (this.#onTrial) this.#try({ pod, row, step: -1 });
    return { pod, row };
  }

  /**
   * Applies a merge patch to one of the other objects. One of a kind that is kept here and not there is a RangeError.
   */
  patchObject(patch: ObjectPatch): void {
    const undo = this.#objects.apply(patch);
    this.#journal?.push(undo);
  }

  /** Patches become part of their objects. @throws Error while changes are marked: they could not be undone */
  keepPatches(): void {
    if (this.#journal !== null) throw new Error('patches cannot be kept while the snapshot is marked');
    this.#objects.keepPatches();
  }

  /** Whether changes can be undone. */
  get isMarked(): boolean {
    return this.#journal !== null;
  }

  /** Puts one of the other objects in the place of the one of its name, or last in its list. */
  setObject(list: string & keyof Lists, object: ClusterObject): void {
    this.#objects.set(list, object);
  }
  /** Removes one of the other objects, if it is there. */
  removeObject(list: string & keyof Lists, name: string, namespace = ''): void {
    this.#objects.remove(list, name, namespace);
  }
  /** Puts other objects in the place of a whole list. */
  replaceObjects(list: string & keyof Lists, objects: readonly ClusterObject[]): void {
    this.#objects.replace(list, objects);
  }

  /**
   * Changes of pods, patches and nominations from here on can be undone by `rollback`, at any later time. Readers of
   * the movements read these changes and their undoing like all others. There is one mark at a time.
   */
  mark(): void {
    if (this.#journal !== null) throw new Error('the snapshot is marked already');
    this.#journal = [];
    this.#nominationsBefore = this.#nominations.fork();
  }

  /** Undoes the changes since `mark`, and ends the mark. Without a mark it does nothing. */
  rollback(): void {
    this.#undo(this.#journal ?? []);
    if (this.#nominationsBefore !== null) this.#nominations.restore(this.#nominationsBefore);
    this.#journal = null;
    this.#nominationsBefore = null;
  }

  /**
   * Does the work, answers its result, and undoes every pod that it added or removed and every patch, in
   * reverse order. May be nested.
   */
  tentatively<T>(work: () => T): T {
    const outer = this.#journal;
    const wasOnTrial = this.#onTrial;
    const steps: Step[] = [];
    const begun = this.#movements?.place;
    this.#journal = steps;
    this.#onTrial = true;
    try {
      return work();
    } finally {
      this.#undo(steps);
      this.#journal = outer;
      this.#onTrial = wasOnTrial;
      // A log that began meanwhile does not have the whole of it.
      if (begun !== undefined) this.#movements?.cutTo(begun);
    }
  }

  /** A copy that goes its own way. What does not change (labels, taints, pods, other objects) is shared. */
  fork(): Snapshot<Lists> {
    const copy = new Snapshot<Lists>();
    copy.#states = this.#states.fork();
    copy.#objects = this.#objects.fork(copy.#states);
    copy.#columns = this.#columns.fork();
    copy.#nominations = this.#nominations.fork();
    copy.#nodes = this.#nodes.slice();
    copy.#taints = this.#taints.slice();
    copy.#pods = this.#pods.map((pods) => pods.slice());
    copy.#rows = new Map(this.#rows);
    copy.#rowOfPod = new Map(this.#rowOfPod);
    return copy;
  }

  #undo(steps: Step[]): void {
    for (let last = steps.pop(); last !== undefined; last = steps.pop()) {
      if (typeof last === 'function') last();
      else if (last.added) this.#take(last);
      else this.#insert(last);
    }
  }

  #setNode(node: Node, row: number): void {
    this.#nodes[row] = Object.freeze({ name: node.metadata?.name ?? '', labels: node.metadata?.labels ?? NO_LABELS });
    this.#taints[row] = node.spec?.taints ?? NO_TAINTS;
    this.#fillColumns(node, row);
    this.#states.setNode(node, row);
  }

  #nodesChanged(): void {
    this.#rowsByName = null;
    this.#topology = null;
    this.#taintDomains = null;
    this.#nodesVersion += 1;
  }

  #fillColumns(node: Node, row: number): void {
    this.#columns.ensure(row + 1);
    const allocatable = readList(node.status?.allocatable);
    this.#columns.unschedulable[row] = node.spec?.unschedulable === true ? 1 : 0;
    this.#columns.allowedPods[row] = requestAmount(PODS, allocatable.get(PODS)).amount;
    this.#columns.setAllocatable(row, requestAmounts(allocatable));
  }

  #podsOn(row: number): PlacedPod[] {
    const pods = this.#pods[row];
    if (pods === undefined) throw new RangeError(`there is no row ${row}`);
    return pods;
  }

  #insert({ pod, row, index }: Move): void {
    this.#podsOn(row).splice(index, 0, pod);
    this.#rowOfPod.set(pod.uid, row);
    for (const amount of pod.load.amounts) this.#columns.resource(amount.name).requested.add(row, amount);
    this.#columns.resource(CPU).nonZeroRequested.add(row, pod.load.nonZeroCpu);
    this.#columns.resource(MEMORY).nonZeroRequested.add(row, pod.load.nonZeroMemory);
    this.#count({ pod, row, step: 1 });
  }

  #take({ pod, row, index }: Move): void {
    this.#podsOn(row).splice(index, 1);
    this.#rowOfPod.delete(pod.uid);
    for (const amount of pod.load.amounts) this.#columns.resource(amount.name).requested.subtract(row, amount);
    this.#columns.resource(CPU).nonZeroRequested.subtract(row, pod.load.nonZeroCpu);
    this.#columns.resource(MEMORY).nonZeroRequested.subtract(row, pod.load.nonZeroMemory);
    this.#count({ pod, row, step: -1 });
  }

  #count(movement: Movement): void {
    const { pod, row, step } = movement;
    const { podCount } = this.#columns;
    podCount[row] = (podCount[row] ?? 0) + step;
    this.#states.movePod(pod, row, step);
    this.#movements?.add(movement);
  }

  #try(movement: Movement): void {
    if (this.#journal !== null) this.#states.tryPod(movement, this.#journal);
  }
}

/** What is read of taints. */
function textOf(taints: readonly Taint[] = NO_TAINTS): string {
  return JSON.stringify(taints.map(({ key, value, effect }) => [key, value, effect]));
}
