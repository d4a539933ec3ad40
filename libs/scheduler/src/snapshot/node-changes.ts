/** Beyond this many the older half is forgotten. */
const MOST = 2 ** 12;

/** The rows whose nodes changed, in order. A reader continues from its last position. */
export class NodeChanges {
  #rows: number[] = [];
  #start = 0;

  /** Position of the next change. */
  get end(): number {
    return this.#start + this.#rows.length;
  }

  add(row: number): void {
    this.#rows.push(row);
    if (this.#rows.length <= MOST) return;
    this.#start += MOST / 2;
    this.#rows = this.#rows.slice(MOST / 2);
  }

  /** The rows that changed from a position on; null when they are not known any more. */
  since(position: number): readonly number[] | null {
    if (position < this.#start) return null;
    return position === this.end ? NONE : this.#rows.slice(position - this.#start);
  }
}

const NONE: readonly number[] = Object.freeze([]);
