import { mergePatch, ownField } from '#json';
import type { ClusterObject, ObjectLists, ObjectPatch, Pod } from '../objects/index.js';
import { ObjectVersions, type ObjectKinds } from './object-kinds.js';
import type { PluginStates } from './plugin-states.js';

type ByKey = ReadonlyMap<string, ClusterObject>;

/** What an index is made of. */
interface Contents {
  readonly kinds: ObjectKinds;
  /** Every change is reported to them. */
  readonly states: PluginStates;
  readonly given: ObjectLists;
  readonly givenByKey?: Map<string, ByKey>;
  readonly patched?: Map<string, Map<string, ClusterObject>>;
}

/**
 * The objects beside nodes and pods, by name in O(1), and what placements changed of them. The given objects are never
 * changed and shared with every fork, with their index; patches lie over them. A list that an object is set in or
 * removed from is copied first, once.
 */
export class ObjectIndex {
  readonly #kinds: ObjectKinds;
  readonly #states: PluginStates;
  readonly #versions: ObjectVersions;
  #given: ObjectLists;
  #givenByKey: Map<string, ByKey>;
  /** Lists that are shared with no fork. */
  #own = new Map<string, Map<string, ClusterObject>>();
  readonly #patched: Map<string, Map<string, ClusterObject>>;
  /** Of the own lists, those that changed since they were last written as arrays. */
  readonly #stale = new Set<string>();
  /** The lists as they are now, made when first read. */
  #lists: ObjectLists | null = null;

  private constructor({ kinds, states, given, givenByKey = new Map(), patched = new Map() }: Contents) {
    this.#kinds = kinds;
    this.#states = states;
    this.#versions = new ObjectVersions(kinds);
    this.#given = given;
    this.#givenByKey = givenByKey;
    this.#patched = patched;
  }

  /** An index of these lists. The states are those of a cluster without objects. */
  static of(given: ObjectLists, kinds: ObjectKinds, states: PluginStates): ObjectIndex {
    const index = new ObjectIndex({ kinds, states, given });
    for (const list of Object.keys(given)) index.#reportAll(list);
    return index;
  }

  /** All lists, each in the order in which it was given. */
  get lists(): ObjectLists {
    const given = this.#givenNow();
    this.#lists ??=
      this.#patched.size === 0 ? given : { ...given, ...Object.fromEntries([...this.#patched].map(this.#patchedList)) };
    return this.#lists;
  }

  /** The object of a list; `namespace` is empty for kinds without namespaces. */
  get(list: string, name: string, namespace: string): ClusterObject | undefined {
    return this.#find(list, keyOf(namespace, name));
  }

  /**
   * Applies a patch and returns how to undo it; patches are undone in reverse order. A patch of a kind that has no list
   * is ignored; a missing object is a RangeError.
   */
  apply({ kind, namespace, name, patch }: ObjectPatch): () => void {
    const list = this.#kinds.named(kind)?.list;
    if (list === undefined) return () => undefined;
    const key = keyOf(namespace ?? '', name);
    const object = this.#find(list, key);
    if (object === undefined) throw new RangeError(`there is no ${kind} ${key}`);
    const before = this.#patched.get(list)?.get(key);
    this.#overlay(list, key, mergePatch(object, patch) as ClusterObject);
    return () => this.#overlay(list, key, before);
  }

  /** Patches become part of their lists: they cannot be undone any more. */
  keepPatches(): void {
    const patched = [...this.#patched];
    this.#patched.clear();
    for (const [list, objects] of patched) {
      const own = this.#ownList(list);
      for (const [key, object] of objects) own.set(key, object);
    }
  }

  /** Puts an object in the place of the one of its name, or last. No patch may lie over the list. */
  set(list: string, object: ClusterObject): void {
    const own = this.#ownList(list);
    const key = keyOfObject(object);
    const before = own.get(key);
    own.set(key, object);
    this.#report(list, before, object);
  }

  /** Removes an object, if it is there. No patch may lie over the list. */
  remove(list: string, name: string, namespace: string): void {
    const own = this.#ownList(list);
    const key = keyOf(namespace, name);
    const before = own.get(key);
    own.delete(key);
    if (before !== undefined) this.#report(list, before, undefined);
  }

  /** Puts other objects in the place of a whole list. No patch may lie over it. */
  replace(list: string, objects: readonly ClusterObject[]): void {
    const own = this.#ownList(list);
    for (const before of own.values()) this.#report(list, before, undefined);
    own.clear();
    for (const object of objects) own.set(keyOfObject(object), object);
    this.#reportAll(list);
  }

  /** Another number whenever an object changes that concerns the pod. */
  versionFor(pod: Pod): number {
    return this.#versions.for(pod);
  }

  /** A copy that reports its changes to these states. */
  fork(states: PluginStates): ObjectIndex {
    const patched = new Map([...this.#patched].map(([list, objects]) => [list, new Map(objects)]));
    const given = this.#givenNow();
    this.#own = new Map();
    return new ObjectIndex({ kinds: this.#kinds, states, given, givenByKey: this.#givenByKey, patched });
  }

  #find(list: string, key: string): ClusterObject | undefined {
    return this.#patched.get(list)?.get(key) ?? this.#indexOf(list).get(key);
  }

  /** The lists without patches. */
  #givenNow(): ObjectLists {
    if (this.#stale.size > 0) {
      this.#given = {
        ...this.#given,
        ...Object.fromEntries([...this.#stale].map((list) => [list, [...(this.#own.get(list)?.values() ?? [])]])),
      };
      this.#stale.clear();
    }
    return this.#given;
  }

  /** The list, to be changed by the caller at once. */
  #ownList(list: string): Map<string, ClusterObject> {
    if (this.#patched.has(list)) throw new Error(`${list} are patched: that must be taken back first`);
    let own = this.#own.get(list);
    if (own === undefined) {
      own = new Map(this.#indexOf(list));
      this.#own.set(list, own);
      this.#givenByKey = new Map(this.#givenByKey).set(list, own);
    }
    this.#stale.add(list);
    this.#touch(list);
    return own;
  }

  #touch(list: string): void {
    this.#lists = null;
    this.#versions.changed(this.#kinds.in(list));
  }

  #overlay(list: string, key: string, object: ClusterObject | undefined): void {
    this.#touch(list);
    const before = this.#find(list, key);
    const patched = this.#patched.get(list) ?? new Map<string, ClusterObject>();
    if (object === undefined) patched.delete(key);
    else patched.set(key, object);
    if (patched.size === 0) this.#patched.delete(list);
    else this.#patched.set(list, patched);
    this.#report(list, before, this.#find(list, key));
  }

  #report(list: string, before: ClusterObject | undefined, after: ClusterObject | undefined): void {
    const kind = this.#kinds.in(list);
    if (kind !== undefined) this.#states.changeObject(kind, before, after);
  }

  /** Reports all objects of a list as added. */
  #reportAll(list: string): void {
    const kind = this.#kinds.in(list);
    if (kind === undefined || !this.#states.follows(kind)) return;
    for (const object of this.#indexOf(list).values()) this.#states.changeObject(kind, undefined, object);
  }

  readonly #patchedList = ([list, patched]: [string, ByKey]): [string, readonly ClusterObject[]] => [
    list,
    (ownField(this.#given, list) ?? []).map((object) => patched.get(keyOfObject(object)) ?? object),
  ];

  /** Of two objects with one name the later one counts, as where objects are replaced one by one. */
  #indexOf(list: string): ByKey {
    const known = this.#givenByKey.get(list);
    if (known !== undefined) return known;
    const index = new Map((ownField(this.#given, list) ?? []).map((object) => [keyOfObject(object), object]));
    this.#givenByKey.set(list, index);
    return index;
  }
}

function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function keyOfObject({ metadata }: ClusterObject): string {
  return keyOf(metadata?.namespace ?? '', metadata?.name ?? '');
}
