/**
 * Which values an engine says may have changed, in ascending order; a value may be named twice. One list often serves
 * several columns of a decision.
 */
export class ChangedIndices {
  /** Of the list read last: the first `count` of these. */
  places = new Uint32Array(64);
  count = 0;
  #list: ArrayLike<number> | null = null;

  /** Forgets the list of the decision before: the engine may use it again for other indices. */
  begin(): void {
    this.#list = null;
  }

  read(list: ArrayLike<number>): void {
    const { length } = list;
    this.count = length;
    if (list === this.#list || length === 0) return;
    this.#list = list;
    if (length > this.places.length) this.places = new Uint32Array(length * 2);
    // Engines have lists of two kinds: a loop over both would be slow for either.
    if (list instanceof Uint32Array) this.places.set(list);
    else for (let at = 0; at < length; at++) this.places[at] = list[at] ?? 0;
    if (!isAscending(this.places, length)) this.places.subarray(0, length).sort();
  }
}

function isAscending(places: Uint32Array, count: number): boolean {
  for (let at = 1; at < count; at++) if ((places[at] ?? 0) < (places[at - 1] ?? 0)) return false;
  return true;
}
