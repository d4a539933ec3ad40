/** Which values an engine says may have changed, in ascending order. One list often serves several columns of a decision. */
export class ChangedIndices {
  #list: ArrayLike<number> | null = null;
  #sorted: ArrayLike<number> = [];
  #room = new Uint32Array(64);

  /** Forgets the list of the decision before: the engine may use it again for other indices. */
  begin(): void {
    this.#list = null;
  }

  /** Duplicates stay; what is answered holds until the next call. */
  ascending(list: ArrayLike<number>): ArrayLike<number> {
    if (list === this.#list) return this.#sorted;
    this.#list = list;
    this.#sorted = isAscending(list) ? list : this.#sort(list);
    return this.#sorted;
  }

  #sort(list: ArrayLike<number>): Uint32Array {
    if (list.length > this.#room.length) this.#room = new Uint32Array(list.length * 2);
    for (let at = 0; at < list.length; at++) this.#room[at] = list[at] ?? 0;
    return this.#room.subarray(0, list.length).sort();
  }
}

function isAscending(list: ArrayLike<number>): boolean {
  for (let at = 1; at < list.length; at++) if ((list[at] ?? 0) < (list[at - 1] ?? 0)) return false;
  return true;
}
