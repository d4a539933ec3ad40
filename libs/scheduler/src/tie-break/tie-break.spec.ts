import { randomBelow } from './random.js';
import { chooseTie } from './tie-break.js';

test('the first is the first', () => expect(chooseTie(3, { rule: 'first' }, 17)).toBe(0));

test('a draw is the same every time', () => {
  const draws = Array.from({ length: 8 }, (_, ordinal) => chooseTie(5, { rule: 'seeded', seed: 42n }, ordinal));
  expect(draws).toEqual(
    Array.from({ length: 8 }, (_, ordinal) => chooseTie(5, { rule: 'seeded', seed: 42n }, ordinal)),
  );
  expect(new Set(draws).size).toBeGreaterThan(1);
});

test('numbers are those of SplitMix64', () => {
  // The published sequence of seed 1234567: 6457827717110365317, 3203168211198807973, 9817491932198370423.
  expect([0, 1, 2].map((position) => randomBelow(1_000_003, 1234567n, position))).toEqual(
    [6457827717110365317n, 3203168211198807973n, 9817491932198370423n].map((number) => Number(number % 1_000_003n)),
  );
});

test('all numbers are about equally likely', () => {
  const counts = [0, 0, 0];
  for (let position = 0; position < 30_000; position += 1) {
    const drawn = randomBelow(3, 2n ** 64n - 1n, position);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('of one or none there is nothing to draw', () => {
  const draws = [0, 1].map((ties) =>
    Array.from({ length: 8 }, (_, ordinal) => chooseTie(ties, { rule: 'seeded', seed: 42n }, ordinal)),
  );
  expect(draws.flat()).toEqual(Array.from({ length: 16 }, () => 0));
});
