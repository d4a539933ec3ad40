import { TimeSlice } from '#database';

/**
 * The result of work in slices: other work runs between them, and it ends when no caller waits for it.
 * @throws what the signal was aborted with
 */
export async function taken<T>(work: Generator<void, T, undefined>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  const slice = new TimeSlice({ signal });
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    await slice.yieldWhenOver();
  }
}
