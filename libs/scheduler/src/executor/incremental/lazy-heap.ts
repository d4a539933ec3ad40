/**
 * The largest of numbers that come and, unsaid, go: whoever looks says which are still good. A number that goes and comes again may be
 * in it twice.
 */
export class LazyHeap {
  #keys: number[] = [];

  get size(): number {
    return this.#keys.length;
  }

  push(key: number): void {
    const keys = this.#keys;
    let at = keys.push(key) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = keys[parent] ?? 0;
      if (above >= key) break;
      keys[at] = above;
      at = parent;
    }
    keys[at] = key;
  }

  /** The largest that is still good; undefined when there is none. What is not good any more is forgotten on the way. */
  top(isGood: (key: number) => boolean): number | undefined {
    for (;;) {
      const key = this.#keys[0];
      if (key === undefined || isGood(key)) return key;
      this.#pop();
    }
  }

  /** The largest good one below the top. */
  second(isGood: (key: number) => boolean): number | undefined {
    const first = this.top(isGood);
    if (first === undefined) return undefined;
    this.#pop();
    let next = this.top(isGood);
    while (next === first) {
      this.#pop();
      next = this.top(isGood);
    }
    this.push(first);
    return next;
  }

  /** Begins anew with these, which it takes over. */
  fill(keys: number[]): void {
    this.#keys = keys;
    for (let at = (keys.length >> 1) - 1; at >= 0; at -= 1) this.#sink(at, keys[at] ?? 0);
  }

  #pop(): void {
    const last = this.#keys.pop();
    if (last !== undefined && this.#keys.length > 0) this.#sink(0, last);
  }

  /** Puts a key where it belongs at or below a place. */
  #sink(place: number, key: number): void {
    const keys = this.#keys;
    let at = place;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= keys.length) break;
      if (child + 1 < keys.length && (keys[child + 1] ?? 0) > (keys[child] ?? 0)) child += 1;
      const below = keys[child] ?? 0;
      if (below <= key) break;
      keys[at] = below;
      at = child;
    }
    keys[at] = key;
  }
}
