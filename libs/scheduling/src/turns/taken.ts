import { setImmediate } from 'node:timers/promises';

/** Others get their turn after this much work. */
const TURN_MS = 20;

/**
 * The result of work that yields now and then: others go on meanwhile, and it ends when nobody waits for it.
 * @throws what the signal was aborted with
 */
export async function taken<T>(work: Generator<void, T, undefined>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  let turn = performance.now();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    if (performance.now() - turn < TURN_MS) continue;
    await setImmediate();
    signal?.throwIfAborted();
    turn = performance.now();
  }
}
