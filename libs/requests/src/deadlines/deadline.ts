/**
 * So long one call waits for others at most, in every line that it stands in and between its tries, all together.
 * Milliseconds; docs/operations.md says so.
 */
export const DEADLINE_MS = 20_000;

/** What is left of the time that a call may wait. */
export class Deadline {
  readonly #until: number;
  readonly #inLineUntil: number;

  constructor(ms = DEADLINE_MS) {
    const now = performance.now();
    this.#until = now + ms;
    this.#inLineUntil = now + ms / 2;
  }

  /**
   * How long to wait in the queue of the process; half of all is reserved for the database: a waiter that came to the
   * front with nothing left would only have delayed others.
   */
  get inLineMs(): number {
    return Math.max(1, Math.ceil(this.#inLineUntil - performance.now()));
  }

  /** Whole milliseconds; never nought, which PostgreSQL would take for no limit at all. */
  get leftMs(): number {
    return Math.max(1, Math.ceil(this.#until - performance.now()));
  }

  get isOver(): boolean {
    return performance.now() >= this.#until;
  }
}

const BUSY = 'BERTH_BUSY';

/** Others were waited for as long as may be. Nothing of what was asked is done. */
export class Busy extends Error {
  /** Which it keeps on its way from another thread. */
  readonly code = BUSY;

  constructor(cause?: unknown) {
    super('other writers kept it busy for too long', { cause });
  }

  static is(error: unknown): boolean {
    return (error as { readonly code?: unknown } | null | undefined)?.code === BUSY;
  }
}
