/** Which values an engine says may have changed, in ascending order; a value may be named twice. One list often serves several columns of a decision. */
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
    this.count = list.length;
    if (list === this.#list || list.length === 0) return;
    this.#list = list;
    if (list.length > this.places.length) this.places = new Uint32Array(list.length * 2);
    if (!this.#copy(list)) this.places.subarray(0, list.length).sort();
  }

  /** True when it is ascending. */
  #copy(list: ArrayLike<number>): boolean {
    const { places } = this;
    let ascending = true;
    let last = 0;
    for (let at = 0; at < list.length; at++) {
      const place = list[at] ?? 0;
      if (place < last) ascending = false;
      places[at] = place;
      last = place;
    }
    return ascending;
  }
}
