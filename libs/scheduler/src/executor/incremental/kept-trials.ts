/** What trials of nodes came to, by what was tried and row. */
export class KeptTrials {
  readonly #byName = new Map<string, unknown[]>();

  get isEmpty(): boolean {
    return this.#byName.size === 0;
  }

  /** How many answers there may be. */
  get count(): number {
    let count = 0;
    for (const answers of this.#byName.values()) count += answers.length;
    return count;
  }

  /** Answers of one trial by row; what is undefined is to be tried. */
  of(name: string, nodeCount: number): unknown[] {
    const answers = this.#byName.get(name) ?? new Array<unknown>(nodeCount).fill(undefined);
    this.#byName.set(name, answers);
    return answers;
  }

  clear(): void {
    this.#byName.clear();
  }

  /** Something moved on the row. */
  forget(row: number): void {
    for (const answers of this.#byName.values()) answers[row] = undefined;
  }
}
