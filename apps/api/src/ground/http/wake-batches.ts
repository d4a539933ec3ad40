/** So many go on at a time: some milliseconds of work, of which a query over each event is most. */
const TOGETHER = 20;

/**
 * Batches of waiters for the same event: one batch runs in each round of the event loop. A change that thousands
 * follow is sent to all of them, and no other request waits for that.
 */
export class WakeBatches {
  readonly #waiting: (() => void)[] = [];

  /** Resolves with the next batch that has a slot, first come, first served. */
  take(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) this.#next();
    });
  }

  #next(): void {
    setImmediate(() => {
      for (const go of this.#waiting.splice(0, TOGETHER)) go();
      if (this.#waiting.length > 0) this.#next();
    });
  }
}

/** Of this process. */
export const WAKE_BATCHES = new WakeBatches();
