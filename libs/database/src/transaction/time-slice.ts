import { setImmediate } from 'node:timers/promises';

/** So much work at a stretch. */
const SLICE_MS = 20;

/**
 * Keeps long work from holding the thread: asked between its steps, it yields to the event loop once
 * a slice of time is used up.
 */
export class TimeSlice {
  #since = performance.now();

  async yieldWhenOver(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
