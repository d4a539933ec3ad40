import type { KubernetesObject } from '#kubernetes';

/** The objects of a cluster, as controllers read them. Lists are in the order in which their objects were created. */
export interface ReadableState {
  get(kind: string, namespace: string, name: string): KubernetesObject | undefined;
  byUid(uid: string): KubernetesObject | undefined;
  /** Of one namespace, or of all. */
  list(kind: string, namespace?: string): Iterable<KubernetesObject>;
  /** The objects that name this one as an owner. */
  dependants(uid: string): KubernetesObject[];
  /** Everything that is in a namespace. */
  content(namespace: string): KubernetesObject[];
  /** Of objects that are there: the later one was created, the larger. */
  orderOf(uid: string): number;
}

/** A cluster in memory: its objects by kind, namespace and name, by uid, and by owner. */
export class ClusterState implements ReadableState {
  readonly #kinds = new Map<string, Map<string, Map<string, KubernetesObject>>>();
  readonly #byUid = new Map<string, KubernetesObject>();
  readonly #dependants = new Map<string, Set<string>>();
  readonly #orders = new Map<string, number>();
  #created = 0;

  get(kind: string, namespace: string, name: string): KubernetesObject | undefined {
    return this.#kinds.get(kind)?.get(namespace)?.get(name);
  }

  byUid(uid: string): KubernetesObject | undefined {
    return this.#byUid.get(uid);
  }

  *list(kind: string, namespace?: string): Iterable<KubernetesObject> {
    const spaces = this.#kinds.get(kind);
    if (spaces === undefined) return;
    if (namespace !== undefined) yield* spaces.get(namespace)?.values() ?? [];
    else for (const objects of spaces.values()) yield* objects.values();
  }

  dependants(uid: string): KubernetesObject[] {
    return [...(this.#dependants.get(uid) ?? [])].flatMap((one) => this.#byUid.get(one) ?? []);
  }

  content(namespace: string): KubernetesObject[] {
    return [...this.#kinds.values()].flatMap((spaces) => [...(spaces.get(namespace)?.values() ?? [])]);
  }

  orderOf(uid: string): number {
    return this.#orders.get(uid) ?? 0;
  }

  /** Every object. */
  *all(): Iterable<KubernetesObject> {
    for (const spaces of this.#kinds.values()) for (const objects of spaces.values()) yield* objects.values();
  }

  /** A new object, or one in the place of the one of its name. */
  put(object: KubernetesObject): void {
    const { kind, metadata } = object;
    const { namespace = '', name } = metadata;
    const spaces = setDefault(this.#kinds, kind, () => new Map<string, Map<string, KubernetesObject>>());
    const objects = setDefault(spaces, namespace, () => new Map<string, KubernetesObject>());
    const before = objects.get(name);
    objects.set(name, object);
    if (before !== undefined && before.metadata.uid !== metadata.uid) this.#forget(before);
    const uid = uidOf(object);
    if (!this.#orders.has(uid)) this.#orders.set(uid, (this.#created += 1));
    this.#byUid.set(uid, object);
    this.#relink(object, before);
  }

  remove(object: KubernetesObject): void {
    const { kind, metadata } = object;
    this.#kinds
      .get(kind)
      ?.get(metadata.namespace ?? '')
      ?.delete(metadata.name);
    this.#forget(object);
  }

  #forget(object: KubernetesObject): void {
    const uid = uidOf(object);
    for (const owner of ownersOf(object)) this.#unlink(owner, uid);
    this.#byUid.delete(uid);
    this.#orders.delete(uid);
  }

  #relink(object: KubernetesObject, before: KubernetesObject | undefined): void {
    const uid = uidOf(object);
    const owners = ownersOf(object);
    if (before !== undefined)
      for (const owner of ownersOf(before)) if (!owners.includes(owner)) this.#unlink(owner, uid);
    for (const owner of owners) setDefault(this.#dependants, owner, () => new Set<string>()).add(uid);
  }

  #unlink(owner: string, uid: string): void {
    const dependants = this.#dependants.get(owner);
    dependants?.delete(uid);
    if (dependants?.size === 0) this.#dependants.delete(owner);
  }
}

function ownersOf({ metadata: { ownerReferences = [] } }: KubernetesObject): string[] {
  return ownerReferences.map(({ uid = '' }) => uid);
}

/** Every stored object has a uid. */
export function uidOf({ metadata }: KubernetesObject): string {
  return metadata.uid ?? '';
}

function setDefault<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
