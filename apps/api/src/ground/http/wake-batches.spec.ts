import { setImmediate } from 'node:timers/promises';
import { WakeBatches } from './wake-batches.js';

test('a few go on at a time, first come, first served, and other work runs between two batches', async () => {
  const batches = new WakeBatches();
  const went: number[] = [];
  const all = Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      await batches.take();
      went.push(index);
    }),
  );
  const seen: number[] = [];
  while (went.length < 50) {
    seen.push(went.length);
    await setImmediate();
  }
  await all;
  expect(went).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(seen).toEqual(expect.arrayContaining([0, 20, 40]));
});
