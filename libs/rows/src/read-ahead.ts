import type { Transaction } from '#database';
import { keyOf, type ObjectKey } from './object-key.js';
import { tableOf } from './object-row.js';
import { mergeBinding, splitPod } from './pod-columns.js';
import type { StoredObject } from './stored-object.js';

/** What a write does to whole objects. */
export interface ChangedObjects {
  readonly inserted: readonly StoredObject[];
  /** New versions of objects that are there. */
  readonly replaced: readonly StoredObject[];
  readonly removed: readonly ObjectKey[];
}

/** All objects of a kind in a namespace, or (empty) outside of any. */
interface KindPlace {
  readonly kind: string;
  readonly namespace: string;
}

/**
 * What the writers that share a transaction would read one by one: it was read at once, when the head was held, and has
 * what they wrote since, sent or not. What is not in it is read from the rows.
 */
export class ReadAhead {
  static readonly #of = new WeakMap<Transaction, ReadAhead>();
  readonly #objects = new Map<string, StoredObject | undefined>();
  /** By namespace and name. */
  readonly #lists = new Map<string, readonly StoredObject[]>();

  /** What was read ahead for a transaction. */
  static of(tx: Transaction): ReadAhead | undefined {
    return ReadAhead.#of.get(tx);
  }

  /** Lets the stores of a transaction know what was read ahead. */
  lendTo(tx: Transaction): void {
    ReadAhead.#of.set(tx, this);
  }

  /** These objects were read: of those that are not among the found there is none. */
  sawObjects(keys: readonly ObjectKey[], found: ReadonlyMap<string, StoredObject>): void {
    for (const key of keys) this.#objects.set(keyOf(key), found.get(keyOf(key)));
  }

  /** All objects of these places were read, and are in the order of namespace and name. */
  sawLists(places: readonly KindPlace[], found: readonly StoredObject[]): void {
    for (const place of places) this.#lists.set(placeOf(place), []);
    for (const stored of found) {
      const place = placeOf({ kind: stored.object.kind, namespace: stored.object.metadata.namespace ?? '' });
      this.#lists.set(place, [...(this.#lists.get(place) ?? []), stored]);
    }
  }

  /** Whether an object was read, and whether it is there. */
  find(key: ObjectKey): { readonly stored: StoredObject | undefined } | undefined {
    const text = keyOf(key);
    if (!this.#objects.has(text)) return undefined;
    const stored = this.#objects.get(text);
    return { stored: stored && asRead(stored) };
  }

  /** All objects of a kind in these namespaces, by namespace and name; undefined where not all were read. */
  list(kind: string, namespaces: readonly string[]): readonly StoredObject[] | undefined {
    const lists = [...namespaces].sort().map((namespace) => this.#lists.get(placeOf({ kind, namespace })));
    return lists.includes(undefined) ? undefined : lists.flatMap((list) => (list ?? []).map(asRead));
  }

  /** Takes in what one of the writers does. Bindings of runs and their conditions are not among it. */
  wrote({ inserted, replaced, removed }: ChangedObjects): void {
    for (const key of removed) this.#put(key, undefined);
    for (const stored of [...inserted, ...replaced]) this.#put(stored.object, stored);
  }

  #put(key: ObjectKey, stored: StoredObject | undefined): void {
    const text = keyOf(key);
    // The row of a Secret keeps values that its writer need not have.
    if (key.kind === 'Secret') this.#objects.delete(text);
    else if (this.#objects.has(text)) this.#objects.set(text, stored);
    const place = placeOf({ kind: key.kind, namespace: key.metadata.namespace ?? '' });
    const list = this.#lists.get(place);
    if (list === undefined) return;
    const others = list.filter(({ object }) => object.metadata.name !== key.metadata.name);
    const all = stored === undefined ? others : [...others, stored];
    this.#lists.set(
      place,
      all.sort((a, b) => (a.object.metadata.name < b.object.metadata.name ? -1 : 1)),
    );
  }
}

function placeOf({ kind, namespace }: KindPlace): string {
  return `${kind}/${namespace}`;
}

/** An object as its row would be read: a copy, which its reader may use up. */
function asRead(stored: StoredObject): StoredObject {
  const object = JSON.parse(JSON.stringify(stored.object)) as StoredObject['object'];
  if (tableOf(object.kind) !== 'pods') return { ...stored, object };
  const { columns, manifest } = splitPod(object);
  return { ...stored, object: mergeBinding(manifest, columns) };
}
