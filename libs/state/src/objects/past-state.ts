import { changedObject } from './changed-object.js';
import type { LoggedChange } from '../log/index.js';
import type { PastObject } from './past-object.js';

/** Every object of a cluster as the log leads to it at a position. */
export class PastState {
  readonly #kinds = new Map<string, Map<string, PastObject>>();
  /** By namespace and name, made at the first listing. */
  readonly #sorted = new Map<string, readonly PastObject[]>();
  /** Pods by the node that they are on, made at the first use. */
  #onNodes: ReadonlyMap<string, readonly PastObject[]> | undefined;
  #position: bigint;
  #bytes = 0;
  #besideBytes = 0;

  constructor(position: bigint) {
    this.#position = position;
  }

  get position(): bigint {
    return this.#position;
  }

  /** What it takes in memory, roughly. */
  get bytes(): number {
    return this.#bytes + this.#besideBytes;
  }

  /** Adds the bytes of what a caller computed from the state and caches for as long as the state is cached. */
  keepBeside(bytes: number): void {
    this.#besideBytes += bytes;
  }

  /** How many objects there are. */
  get size(): number {
    return [...this.#kinds.values()].reduce((sum, objects) => sum + objects.size, 0);
  }

  /** In byte order. */
  get kinds(): readonly string[] {
    return [...this.#kinds.keys()].filter((kind) => this.count(kind) > 0).sort();
  }

  count(kind: string): number {
    return this.#kinds.get(kind)?.size ?? 0;
  }

  get(kind: string, namespace: string, name: string): PastObject | undefined {
    return this.#kinds.get(kind)?.get(`${namespace}/${name}`);
  }

  /** By namespace and name, in byte order. */
  ofKind(kind: string): readonly PastObject[] {
    let sorted = this.#sorted.get(kind);
    if (sorted === undefined)
      this.#sorted.set(kind, (sorted = [...(this.#kinds.get(kind)?.values() ?? [])].sort(byName)));
    return sorted;
  }

  /** All of them, by kind, namespace and name, in byte order. */
  *objects(): Iterable<PastObject> {
    for (const kind of this.kinds) yield* this.ofKind(kind);
  }

  /** The pods that are bound to a node, finished ones too, by namespace and name. */
  podsOn(node: string): readonly PastObject[] {
    this.#onNodes ??= byNode(this.ofKind('Pod'));
    return this.#onNodes.get(node) ?? [];
  }

  /** The same, to go on from. */
  copy(): PastState {
    const copy = new PastState(this.#position);
    for (const [kind, objects] of this.#kinds) copy.#kinds.set(kind, new Map(objects));
    copy.#bytes = this.#bytes;
    return copy;
  }

  /** Takes in an object as a snapshot has it. */
  add(object: PastObject): void {
    this.#put(object);
  }

  /** Takes in the next change of the log. @throws when it does not follow */
  apply(change: LoggedChange): void {
    const [at, op, kind, namespace, name] = change;
    this.#position = BigInt(at);
    // An entry about the log, not about an object.
    if (op === 'note') return;
    const known = this.get(kind, namespace, name);
    const object = changedObject(known, change);
    if (object !== undefined) this.#put(object);
    else if (known !== undefined) this.#remove(known);
  }

  /** Takes back the last change: where the state was before it, and the object as it was then. */
  takeBack(
    [, op, kind, namespace, name]: LoggedChange,
    { position, object }: { readonly position: bigint; readonly object: PastObject | undefined },
  ): void {
    this.#position = position;
    if (op === 'note') return;
    const known = this.get(kind, namespace, name);
    if (object !== undefined) this.#put(object);
    else if (known !== undefined) this.#remove(known);
  }

  #put(object: PastObject): void {
    let objects = this.#kinds.get(object.kind);
    if (objects === undefined) this.#kinds.set(object.kind, (objects = new Map<string, PastObject>()));
    const key = `${object.namespace}/${object.name}`;
    this.#bytes += object.bytes - (objects.get(key)?.bytes ?? 0);
    objects.set(key, object);
    this.#forgetLists(object.kind);
  }

  #remove(object: PastObject): void {
    this.#kinds.get(object.kind)?.delete(`${object.namespace}/${object.name}`);
    this.#bytes -= object.bytes;
    this.#forgetLists(object.kind);
  }

  #forgetLists(kind: string): void {
    this.#sorted.delete(kind);
    this.#onNodes = undefined;
  }
}

function byNode(pods: readonly PastObject[]): Map<string, PastObject[]> {
  const found = new Map<string, PastObject[]>();
  for (const pod of pods) {
    const { node } = pod.placement;
    if (node === null) continue;
    const others = found.get(node);
    if (others === undefined) found.set(node, [pod]);
    else others.push(pod);
  }
  return found;
}

function byName(a: PastObject, b: PastObject): number {
  return compare(a.namespace, b.namespace) || compare(a.name, b.name);
}

/** Names are ASCII: code units are bytes. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
