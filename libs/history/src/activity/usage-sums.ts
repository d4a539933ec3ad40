import { TimeSlice, type Transaction } from '#database';
import type { UsageEvent } from './usage-events.js';
import type { UsageLog } from './usage-log.js';

/** Sums over the nodes and pods of a cluster. */
export interface UsageSums {
  take(event: UsageEvent): void;
}

/** Events are summed up without looking at the time: a tenth of a millisecond. */
const AT_ONCE = 1_024;

/** Takes sums along a log. Of a log that is kept the events stay; of another one they go when they are summed up. */
export class UsageReading {
  readonly #slice = new TimeSlice();
  #next = 0;

  constructor(
    private readonly found: { readonly log: UsageLog; readonly isKept: boolean },
    private readonly sums: UsageSums,
  ) {}

  /** To what they are after the change at a position. */
  async advance(tx: Transaction, position: bigint): Promise<void> {
    const { log } = this.found;
    const upTo = Number(position);
    // oxlint-disable-next-line no-unused-vars -- the batch is among the events
    for await (const _ of log.readOn(tx, position)) await this.#sumUp(upTo);
    await this.#sumUp(upTo);
  }

  async #sumUp(upTo: number): Promise<void> {
    const {
      log: { events },
      isKept,
    } = this.found;
    for (; events.positionOf(this.#next) <= upTo; this.#next += 1) {
      this.sums.take(events.at(this.#next));
      if (this.#next % AT_ONCE === 0) await this.#slice.yieldWhenOver();
    }
    if (isKept) return;
    events.clear();
    this.#next = 0;
  }
}
