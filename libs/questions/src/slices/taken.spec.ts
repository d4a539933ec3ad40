import { setImmediate } from 'node:timers/promises';
import { taken } from './taken.js';

/** Work without an end; `steps` counts what was done of it. */
function endless(): { readonly work: Generator<void, never, undefined>; readonly steps: () => number } {
  let steps = 0;
  function* work(): Generator<void, never, undefined> {
    for (;;) {
      steps += 1;
      yield;
    }
  }
  return { work: work(), steps: () => steps };
}

function* summed(count: number): Generator<void, number, undefined> {
  let sum = 0;
  for (let step = 1; step <= count; step += 1) {
    sum += step;
    yield;
  }
  return sum;
}

test('the work is done to its end', async () => {
  expect(await taken(summed(100), undefined)).toBe(5_050);
});

test('others have their turn meanwhile, and it ends when nobody waits for it any more', async () => {
  const gone = new AbortController();
  const { work, steps } = endless();
  const done = taken(work, gone.signal);
  const rejected = expect(done).rejects.toThrow('left');
  await setImmediate();
  const before = steps();
  gone.abort(new Error('left'));
  await rejected;
  expect(before).toBeGreaterThan(0);
  const then = steps();
  await setImmediate();
  expect(steps()).toBe(then);
});

test('what nobody waits for is not begun', async () => {
  const { work, steps } = endless();
  await expect(taken(work, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  expect(steps()).toBe(0);
});
