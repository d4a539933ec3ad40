/** What has changed in a map: keys that have gone, then entries that are put, in their order. */
export interface MapDifference<Value> {
  readonly gone: readonly string[];
  readonly put: readonly (readonly [key: string, value: Value])[];
}

/** A map that knows what has changed in it since that was taken last. Values are replaced, never changed. */
export class TrackedMap<Value> extends Map<string, Value> {
  /** Keys that were there then, and have gone since; some of them are there again, behind the others. */
  readonly #gone = new Set<string>();
  /** Keys that were not there then. */
  readonly #fresh = new Set<string>();
  /** Keys that have a value of since then; those that are new in their order. */
  readonly #put = new Set<string>();

  constructor(entries: Iterable<readonly [string, Value]> = []) {
    super();
    for (const [key, value] of entries) super.set(key, value);
  }

  override set(key: string, value: Value): this {
    if (!this.has(key)) {
      this.#put.delete(key);
      if (!this.#gone.has(key)) this.#fresh.add(key);
    }
    this.#put.add(key);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    if (!super.delete(key)) return false;
    this.#put.delete(key);
    if (!this.#fresh.delete(key)) this.#gone.add(key);
    return true;
  }

  override clear(): void {
    for (const key of [...this.keys()]) this.delete(key);
  }

  /** What has changed since this was called last. */
  take(): MapDifference<Value> {
    const put = [...this.#put].flatMap((key) => (this.has(key) ? [[key, this.get(key) as Value] as const] : []));
    const difference = { gone: [...this.#gone], put };
    for (const keys of [this.#gone, this.#fresh, this.#put]) keys.clear();
    return difference;
  }
}

/** Changes a map as another one was changed. */
export function applyDifference<Value>(map: Map<string, Value>, { gone, put }: MapDifference<Value>): void {
  for (const key of gone) map.delete(key);
  for (const [key, value] of put) map.set(key, value);
}
