import { keyOf, type ObjectKey, type StoredObject, type WrittenRows } from '#rows';

/** What several drafts do to rows, each behind the one before: every object once. */
export class SeriesRows {
  readonly #inserted = new Map<string, StoredObject>();
  readonly #replaced = new Map<string, StoredObject>();
  readonly #removed = new Map<string, ObjectKey>();

  /** The rows of all drafts. */
  get written(): WrittenRows {
    const [inserted, replaced, removed] = [this.#inserted, this.#replaced, this.#removed];
    return {
      inserted: [...inserted.values()],
      replaced: [...replaced.values()],
      removed: [...removed.values()],
      bound: [],
      conditioned: [],
    };
  }

  /**
   * Takes in the rows of the next draft; false, and nothing is taken, where they do to an object what cannot be one
   * with what was done to it before.
   */
  take({ inserted, replaced, removed, bound, conditioned }: WrittenRows): boolean {
    // Only runs write pods in part, and they share no transaction.
    if (bound.length + conditioned.length > 0) throw new Error('a pod in part is not written with others');
    const others = [...inserted.map(({ object }) => object), ...removed];
    if (others.some((key) => this.#has(keyOf(key))) || !replaced.every((one) => this.#canReplace(one))) return false;
    for (const stored of inserted) this.#inserted.set(keyOf(stored.object), stored);
    for (const key of removed) this.#removed.set(keyOf(key), key);
    for (const stored of replaced) {
      const key = keyOf(stored.object);
      (this.#inserted.has(key) ? this.#inserted : this.#replaced).set(key, stored);
    }
    return true;
  }

  #has(key: string): boolean {
    return this.#inserted.has(key) || this.#replaced.has(key) || this.#removed.has(key);
  }

  /** A new version takes the place of the one before. That of a Secret may lack values that the one before has. */
  #canReplace({ object }: StoredObject): boolean {
    const key = keyOf(object);
    return !this.#removed.has(key) && (object.kind !== 'Secret' || !this.#has(key));
  }
}
