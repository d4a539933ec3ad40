/** Arrays of classes that were forgotten, for classes to come: clearing new ones would take longer than to fill them. */
export class ColumnPool {
  readonly #verdicts: Uint32Array[] = [];
  readonly #scores: Float64Array[] = [];

  constructor(private readonly nodeCount: number) {}

  /** With a place for every row, and anything in it. */
  verdicts(): Uint32Array {
    return this.#verdicts.pop() ?? new Uint32Array(this.nodeCount);
  }

  /** The same for scores. */
  scores(): Float64Array {
    return this.#scores.pop() ?? new Float64Array(this.nodeCount);
  }

  /** Takes an array that nobody looks at any more. */
  give(values: Uint32Array | Float64Array): void {
    if (values instanceof Uint32Array) this.#verdicts.push(values);
    else this.#scores.push(values);
  }
}
