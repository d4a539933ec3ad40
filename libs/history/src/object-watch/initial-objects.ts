import { isInitialOfNamespaces } from '#api-server';
import type { ClusterRow } from '#cluster';
import type { KindDescription } from '#kubernetes';
import { served, type Manifest, type StoredObject } from '#rows';
import { initialContent, initialObjects } from '#writes';
import type { LoggedChange } from '../log/index.js';
import { ObjectChange, timeOf } from './object-change.js';
import { WatchedObject } from './watched-object.js';

/**
 * The objects that a cluster has from its first moment, beside those of its log: what is deleted there is there again,
 * and namespaces bring theirs along.
 */
export class InitialObjects {
  readonly #byKey = new Map<string, StoredObject>();

  constructor(
    private readonly cluster: ClusterRow,
    private readonly kind: KindDescription,
  ) {
    for (const stored of initialObjects(cluster, kind.kind)) this.#byKey.set(keyOf(stored), stored);
    if (!isInitialOfNamespaces(kind.kind, cluster)) return;
    for (const namespace of initialObjects(cluster, 'Namespace')) this.#take(namespace);
  }

  /**
   * What a change of the log does to them, once it is applied to the objects of its kind. What goes with one of the
   * `emptied` namespaces does not come again.
   */
  follow(
    objects: Map<string, WatchedObject>,
    change: LoggedChange,
    emptied: ReadonlySet<string> = new Set(),
  ): ObjectChange[] {
    const { op, kind, namespace, name } = change;
    if (kind === this.kind.kind) {
      const again = op === 'delete' && !emptied.has(namespace) ? this.#byKey.get(`${namespace}/${name}`) : undefined;
      return again === undefined ? [] : [appear(objects, again, change)];
    }
    if (kind !== 'Namespace' || !isInitialOfNamespaces(this.kind.kind, this.cluster)) return [];
    if (op === 'create') return this.#begin(objects, change);
    return op === 'delete' ? this.#end(objects, change) : [];
  }

  #begin(objects: Map<string, WatchedObject>, change: LoggedChange): ObjectChange[] {
    const content = this.#take({ object: change.object as Manifest, createdPosition: BigInt(change.position) });
    return content === undefined || objects.has(keyOf(content)) ? [] : [appear(objects, content, change)];
  }

  #end(objects: Map<string, WatchedObject>, change: LoggedChange): ObjectChange[] {
    const { object, position } = change;
    const gone = { object: object as Manifest, createdPosition: 0n };
    const content = initialContent(this.cluster, this.kind.kind, gone);
    if (content === undefined) return [];
    const key = keyOf(content);
    this.#byKey.delete(key);
    const before = objects.get(key);
    objects.delete(key);
    if (before === undefined) return [];
    return [new ObjectChange(BigInt(position), before, undefined, undefined, timeOf(change))];
  }

  #take(namespace: Pick<StoredObject, 'object' | 'createdPosition'>): StoredObject | undefined {
    const content = initialContent(this.cluster, this.kind.kind, namespace);
    if (content !== undefined) this.#byKey.set(keyOf(content), content);
    return content;
  }
}

function appear(objects: Map<string, WatchedObject>, stored: StoredObject, change: LoggedChange): ObjectChange {
  const watched = WatchedObject.of(served(stored));
  objects.set(watched.key, watched);
  return new ObjectChange(BigInt(change.position), undefined, watched, undefined, timeOf(change));
}

function keyOf({ object: { metadata } }: StoredObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}
