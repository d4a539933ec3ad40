import { setImmediate } from 'node:timers/promises';
import { Turns } from './turns.js';

test('a few go on at a time, first come, first served, and others have their turn in between', async () => {
  const turns = new Turns();
  const went: number[] = [];
  const all = Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      await turns.take();
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
