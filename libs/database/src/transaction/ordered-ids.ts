import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';

/** UUIDv7 leaves so many bits to the order of ids of one millisecond. */
const SEQUENCE_END = 2 ** 32;

/**
 * Ids in the order of their making: UUIDv7 by the clock of the database, which is the same for all processes. Those
 * that one process makes within a millisecond are in order too.
 */
export class OrderedIds {
  #last = { msecs: -Infinity, seq: 0 };

  /** `msecs`: the time that it is of, since the epoch. */
  at(msecs: number): string {
    const last = this.#last;
    const isNext = msecs === last.msecs && last.seq + 1 < SEQUENCE_END;
    // One that begins in the lower half leaves room for those behind it.
    this.#last = { msecs, seq: isNext ? last.seq + 1 : randomInt(SEQUENCE_END / 2) };
    return uuid(this.#last);
  }
}
