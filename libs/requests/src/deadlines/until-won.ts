import { channel } from 'node:diagnostics_channel';
import { setTimeout } from 'node:timers/promises';
import { lostRace } from './lost-race.js';
import { Busy, type Deadline } from './deadline.js';

/** Called with the error of every try that lost to another writer. */
export const RACES_LOST = channel('berth.races-lost');

/** Tries at most, within any deadline. */
const MOST_TRIES = 10;
/** Milliseconds, doubled from try to try, up to the longest. */
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 500;

/**
 * Does `work` again, a bounded number of times, while it loses to others: after a pause that grows, and is hardly that
 * of whom it lost to. What is done again has no effect but in its transaction.
 * @throws Busy when it has lost too often or for too long; every other error that `work` throws
 */
export async function untilWon<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!lostRace(error)) throw error;
      RACES_LOST.publish(error);
      if (tries === MOST_TRIES || deadline.isOver) throw new Busy(error);
    }
    await pauseAfter(tries, deadline);
  }
}

/** Between a try that lost and the next. */
function pauseAfter(tries: number, deadline: Deadline): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
  return setTimeout(Math.min(longest * Math.random(), deadline.leftMs));
}
