import { mergePatch } from '#kubernetes';
import type { ClusterObject, ClusterObjects, ObjectPatch } from '../objects/index.js';

/** The name of a list of `ClusterObjects`. */
export type ObjectList = keyof ClusterObjects;

/** Which list of `ClusterObjects` holds which kind. */
export const LIST_OF_KIND: ReadonlyMap<string, ObjectList> = new Map<string, ObjectList>([
  ['Namespace', 'namespaces'],
  ['Service', 'services'],
  ['ReplicationController', 'replicationControllers'],
  ['ReplicaSet', 'replicaSets'],
  ['StatefulSet', 'statefulSets'],
  ['PersistentVolume', 'persistentVolumes'],
  ['PersistentVolumeClaim', 'persistentVolumeClaims'],
  ['StorageClass', 'storageClasses'],
  ['CSINode', 'csiNodes'],
  ['CSIDriver', 'csiDrivers'],
  ['CSIStorageCapacity', 'csiStorageCapacities'],
  ['VolumeAttachment', 'volumeAttachments'],
  ['PodDisruptionBudget', 'podDisruptionBudgets'],
]);

type ByKey = ReadonlyMap<string, ClusterObject>;

/**
 * The objects beside nodes and pods, by name in O(1), and what placements changed of them. The objects that were given
 * are never touched and shared with every fork, index and all; patches lie over them. A list that an object is set in
 * or removed from is copied first, once.
 */
export class ObjectIndex {
  #given: ClusterObjects;
  #givenByKey: Map<ObjectList, ByKey>;
  /** Lists that are nobody else's. */
  #own = new Map<ObjectList, Map<string, ClusterObject>>();
  readonly #changed: Map<ObjectList, Map<string, ClusterObject>>;
  /** Of those, the ones that changed since they were written down as arrays. */
  readonly #stale = new Set<ObjectList>();
  /** How often each list was changed. */
  readonly #versions = new Map<ObjectList, number>();
  /** The lists as they are now, made when somebody asks. */
  #lists: ClusterObjects | null = null;

  constructor(
    given: ClusterObjects,
    givenByKey = new Map<ObjectList, ByKey>(),
    changed = new Map<ObjectList, Map<string, ClusterObject>>(),
  ) {
    this.#given = given;
    this.#givenByKey = givenByKey;
    this.#changed = changed;
  }

  /** All lists, each in the order in which it was given. */
  get lists(): ClusterObjects {
    const given = this.#givenNow();
    this.#lists ??=
      this.#changed.size === 0 ? given : { ...given, ...Object.fromEntries([...this.#changed].map(this.#changedList)) };
    return this.#lists;
  }

  /** The object of a list; `namespace` is empty for kinds without namespaces. */
  get(list: ObjectList, name: string, namespace: string): ClusterObject | undefined {
    const key = keyOf(namespace, name);
    return this.#changed.get(list)?.get(key) ?? this.#indexOf(list).get(key);
  }

  /**
   * Applies a patch and answers how to take it back; takings back go in reverse order. A kind that no list holds is
   * nobody's business here; an object that is not there is a RangeError.
   */
  apply({ kind, namespace, name, patch }: ObjectPatch): () => void {
    const list = LIST_OF_KIND.get(kind);
    if (list === undefined) return () => undefined;
    const object = this.get(list, name, namespace ?? '');
    if (object === undefined) throw new RangeError(`there is no ${kind} ${keyOf(namespace ?? '', name)}`);
    const key = keyOf(namespace ?? '', name);
    const before = this.#changed.get(list)?.get(key);
    this.#overlay(list, key, mergePatch(object, patch) as ClusterObject);
    return () => this.#overlay(list, key, before);
  }

  /** Puts an object in the place of the one of its name, or last. No patch may lie over the list. */
  set(list: ObjectList, object: ClusterObject): void {
    this.#ownList(list).set(keyOfObject(object), object);
  }

  /** Removes an object, if it is there. No patch may lie over the list. */
  remove(list: ObjectList, name: string, namespace: string): void {
    this.#ownList(list).delete(keyOf(namespace, name));
  }

  /** Puts other objects in the place of a whole list. No patch may lie over it. */
  replace(list: ObjectList, objects: readonly ClusterObject[]): void {
    const own = this.#ownList(list);
    own.clear();
    for (const object of objects) own.set(keyOfObject(object), object);
  }

  /** Another number whenever one of the lists changes. */
  version(lists: readonly ObjectList[]): number {
    return lists.reduce((sum, list) => sum + (this.#versions.get(list) ?? 0), 0);
  }

  fork(): ObjectIndex {
    const changed = [...this.#changed].map(([list, objects]): [ObjectList, Map<string, ClusterObject>] => [
      list,
      new Map(objects),
    ]);
    const given = this.#givenNow();
    this.#own = new Map();
    return new ObjectIndex(given, this.#givenByKey, new Map(changed));
  }

  /** The lists without patches. */
  #givenNow(): ClusterObjects {
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
  #ownList(list: ObjectList): Map<string, ClusterObject> {
    if (this.#changed.has(list)) throw new Error(`${list} are patched: that must be taken back first`);
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

  #touch(list: ObjectList): void {
    this.#lists = null;
    this.#versions.set(list, (this.#versions.get(list) ?? 0) + 1);
  }

  #overlay(list: ObjectList, key: string, object: ClusterObject | undefined): void {
    this.#touch(list);
    const changed = this.#changed.get(list) ?? new Map<string, ClusterObject>();
    if (object === undefined) changed.delete(key);
    else changed.set(key, object);
    if (changed.size === 0) this.#changed.delete(list);
    else this.#changed.set(list, changed);
  }

  readonly #changedList = ([list, changed]: [ObjectList, ByKey]): [ObjectList, readonly ClusterObject[]] => [
    list,
    (this.#given[list] ?? []).map((object) => changed.get(keyOfObject(object)) ?? object),
  ];

  /** Of two objects with one name the later one counts, as where objects are replaced one by one. */
  #indexOf(list: ObjectList): ByKey {
    const known = this.#givenByKey.get(list);
    if (known !== undefined) return known;
    const index = new Map((this.#given[list] ?? []).map((object) => [keyOfObject(object), object]));
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
