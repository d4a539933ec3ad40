import { makeNode, makeSnapshot } from '../testing/index.js';
import { bestRows } from './best-rows.js';
import { randomBelow } from './random.js';
import { chooseBest } from './tie-break.js';

test('the best are those with the largest total among the feasible, by name in byte order', () => {
  const snapshot = makeSnapshot(['c', 'a', 'b', 'd'].map((name) => makeNode(name)));
  const best = (first: number[], totals: number[]): number[] => bestRows({
    nodeCount: 4, filterPlugins: [], statuses: [null], failureLists: [[]], failures: new Uint32Array(4), scores: [],
    first: Uint32Array.from(first), totals: Float64Array.from(totals),
  }, snapshot);
  expect([best([0, 0, 0, 1], [5, 5, 4, 9]), best([0, 1, 1, 1], [0, 0, 0, 0]), best([0, 0, 0, 0], [-3, -2, -2, -2]), best([1, 1, 1, 1], [0, 0, 0, 0])])
    .toEqual([[1, 0], [0], [1, 2, 3], []]);
});

test('the first is the first', () => expect(chooseBest([4, 2, 9], { rule: 'first' }, 17)).toBe(4));

test('a draw is the same every time', () => {
  const draws = Array.from({ length: 8 }, (_, ordinal) => chooseBest([0, 1, 2, 3, 4], { rule: 'seeded', seed: 42n }, ordinal));
  expect(draws).toEqual(Array.from({ length: 8 }, (_, ordinal) => chooseBest([0, 1, 2, 3, 4], { rule: 'seeded', seed: 42n }, ordinal)));
  expect(new Set(draws).size).toBeGreaterThan(1);
});

test('numbers are those of SplitMix64', () => {
  // The published sequence of seed 1234567: 6457827717110365317, 3203168211198807973, 9817491932198370423.
  expect([0, 1, 2].map((position) => randomBelow(1_000_003, 1234567n, position)))
    .toEqual([6457827717110365317n, 3203168211198807973n, 9817491932198370423n].map((number) => Number(number % 1_000_003n)));
});

test('all numbers are about equally likely', () => {
  const counts = [0, 0, 0];
  for (let position = 0; position < 30_000; position += 1) {
    const drawn = randomBelow(3, 2n ** 64n - 1n, position);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});

test('nothing cannot be chosen from', () => expect(() => chooseBest([], { rule: 'first' }, 0)).toThrow('nothing to choose from'));
