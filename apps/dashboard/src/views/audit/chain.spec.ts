import { stateOf, stretchesOf } from './chain.js';

const at = (revision: number): { revision: string; at: string } => ({
  revision: `${revision}`,
  at: `signed ${revision}`,
});

test.each([
  ['without a checkpoint', [], [[1, 9, null]]],
  [
    'with one',
    [at(4)],
    [
      [1, 4, 'signed 4'],
      [5, 9, null],
    ],
  ],
  ['with one at the end, signed twice', [at(9), at(9)], [[1, 9, 'signed 9']]],
  [
    'with one before what is stored',
    [at(0), at(4)],
    [
      [1, 4, 'signed 4'],
      [5, 9, null],
    ],
  ],
])('the chain %s', (_, checkpoints, expected) => {
  const found = stretchesOf(1, 9, checkpoints);
  expect(found.map(({ first, last, signedAt }) => [first, last, signedAt])).toEqual(expected);
});

test('of many checkpoints the latest are shown, and all before them as one stretch', () => {
  const found = stretchesOf(
    1,
    100,
    Array.from({ length: 20 }, (_, index) => at(100 - 5 * index)),
  );
  expect([found.length, found[0]?.first, found[0]?.last, found.at(-1)?.last]).toEqual([5, 1, 80, 100]);
});

const stretches = stretchesOf(1, 9, [at(3), at(6)]);

test.each([
  ['nothing', undefined, ['unverified', 'unverified', 'unverified']],
  ['that it holds to a checkpoint', { holds: true, revision: 6 }, ['verified', 'verified', 'unreached']],
  ['that it breaks in the middle', { holds: false, revision: 5 }, ['verified', 'broken', 'unreached']],
  ['that it breaks before it begins', { holds: false }, ['unreached', 'unreached', 'unreached']],
])('a verification found %s', (_, found, expected) => {
  expect(stretches.map((stretch) => stateOf(stretch, found))).toEqual(expected);
});
