import { setImmediate } from 'node:timers/promises';

/** So much work at a stretch. */
const SLICE_MS = 20;

/**
 * Keeps long work from holding the thread: asked between its steps, it yields to the event loop once
 * a slice of time is used up, and ends the work whose signal is aborted.
 */
export class TimeSlice {
  #since = performance.now();

  constructor(private readonly signal?: AbortSignal) {}

  /** @throws what the signal was aborted with */
  async yieldWhenOver(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
    await setImmediate();
    this.signal?.throwIfAborted();
    this.#since = performance.now();
  }
}
