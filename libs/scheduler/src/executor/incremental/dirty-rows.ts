/** Rows on which something moved, each once. */
export class DirtyRows {
  /** Many classes are decided once, and never have any. */
  #flags: Uint8Array | null = null;
  #rows: number[] = [];

  constructor(private readonly nodeCount: number) {}

  add(row: number): void {
    this.#flags ??= new Uint8Array(this.nodeCount);
    if (this.#flags[row] === 1) return;
    this.#flags[row] = 1;
    this.#rows.push(row);
  }

  /** The rows; from now on none is dirty. */
  take(): readonly number[] {
    const rows = this.#rows;
    if (this.#flags === null || rows.length === 0) return rows;
    for (const row of rows) this.#flags[row] = 0;
    this.#rows = [];
    return rows;
  }
}
