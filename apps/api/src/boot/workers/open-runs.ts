/** How many runs are under way, counted in memory that threads share. */
export class OpenRuns {
  readonly #count: Int32Array;

  /** `memory`: that of another thread. */
  constructor(readonly memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#count = new Int32Array(memory);
  }

  begin(): void {
    Atomics.add(this.#count, 0, 1);
  }

  end(): void {
    Atomics.sub(this.#count, 0, 1);
  }

  get areAny(): boolean {
    return Atomics.load(this.#count, 0) > 0;
  }
}
