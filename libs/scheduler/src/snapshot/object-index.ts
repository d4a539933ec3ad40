import { mergePatch } from '#kubernetes';
import type { ClusterObject, ClusterObjects } from '../objects.js';
import type { ObjectPatch } from '../object-patch.js';

/** The name of a list of `ClusterObjects`. */
export type ObjectList = keyof ClusterObjects;

/** Which list of `ClusterObjects` holds which kind. */
export const LIST_OF_KIND: ReadonlyMap<string, ObjectList> = new Map<string, ObjectList>([
  ['Namespace', 'namespaces'], ['Service', 'services'], ['ReplicationController', 'replicationControllers'], ['ReplicaSet', 'replicaSets'],
  ['StatefulSet', 'statefulSets'], ['PersistentVolume', 'persistentVolumes'], ['PersistentVolumeClaim', 'persistentVolumeClaims'],
  ['StorageClass', 'storageClasses'], ['CSINode', 'csiNodes'], ['CSIDriver', 'csiDrivers'], ['CSIStorageCapacity', 'csiStorageCapacities'],
  ['VolumeAttachment', 'volumeAttachments'], ['PodDisruptionBudget', 'podDisruptionBudgets'],
]);

type ByKey = ReadonlyMap<string, ClusterObject>;

/**
 * The objects beside nodes and pods, by name in O(1), and what placements changed of them. The objects that were given are never
 * touched and shared with every fork, index and all; changes lie over them.
 */
export class ObjectIndex {
  readonly #given: ClusterObjects;
  readonly #givenByKey: Map<ObjectList, ByKey>;
  readonly #changed: Map<ObjectList, Map<string, ClusterObject>>;
  /** How often each list was changed. */
  readonly #versions = new Map<ObjectList, number>();
  /** The lists as they are now, made when somebody asks. */
  #lists: ClusterObjects | null = null;

  constructor(given: ClusterObjects, givenByKey = new Map<ObjectList, ByKey>(), changed = new Map<ObjectList, Map<string, ClusterObject>>()) {
    this.#given = given;
    this.#givenByKey = givenByKey;
    this.#changed = changed;
  }

  /** All lists, each in the order in which it was given. */
  get lists(): ClusterObjects {
    this.#lists ??= this.#changed.size === 0 ? this.#given : { ...this.#given, ...Object.fromEntries([...this.#changed].map(this.#changedList)) };
    return this.#lists;
  }

  /** The object of a list; `namespace` is empty for kinds without namespaces. */
  get(list: ObjectList, name: string, namespace: string): ClusterObject | undefined {
    const key = keyOf(namespace, name);
    return this.#changed.get(list)?.get(key) ?? this.#indexOf(list).get(key);
  }

  /**
   * Applies a patch and answers how to take it back; takings back go in reverse order. A kind that no list holds is nobody's
   * business here; an object that is not there is a RangeError.
   */
  apply({ kind, namespace, name, patch }: ObjectPatch): () => void {
    const list = LIST_OF_KIND.get(kind);
    if (list === undefined) return () => undefined;
    const object = this.get(list, name, namespace ?? '');
    if (object === undefined) throw new RangeError(`there is no ${kind} ${keyOf(namespace ?? '', name)}`);
    const key = keyOf(namespace ?? '', name);
    const before = this.#changed.get(list)?.get(key);
    this.#set(list, key, mergePatch(object, patch) as ClusterObject);
    return () => this.#set(list, key, before);
  }

  /** Another number whenever one of the lists changes. */
  version(lists: readonly ObjectList[]): number {
    return lists.reduce((sum, list) => sum + (this.#versions.get(list) ?? 0), 0);
  }

  fork(): ObjectIndex {
    const changed = [...this.#changed].map(([list, objects]): [ObjectList, Map<string, ClusterObject>] => [list, new Map(objects)]);
    return new ObjectIndex(this.#given, this.#givenByKey, new Map(changed));
  }

  #set(list: ObjectList, key: string, object: ClusterObject | undefined): void {
    this.#lists = null;
    this.#versions.set(list, (this.#versions.get(list) ?? 0) + 1);
    const changed = this.#changed.get(list) ?? new Map<string, ClusterObject>();
    if (object === undefined) changed.delete(key);
    else changed.set(key, object);
    if (changed.size === 0) this.#changed.delete(list);
    else this.#changed.set(list, changed);
  }

  readonly #changedList = ([list, changed]: [ObjectList, ByKey]): [ObjectList, readonly ClusterObject[]] =>
    [list, (this.#given[list] ?? []).map((object) => changed.get(keyOfObject(object)) ?? object)];

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
