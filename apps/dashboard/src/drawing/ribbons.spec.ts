import { flowLayout } from './ribbons.js';

const FLOWS = [
  { from: 'a', to: 'b', count: 3 },
  { from: 'a', to: 'c', count: 1 },
  { from: 'd', to: 'b', count: 4 },
];

test('bars are as high as what goes through them, the largest first, and ribbons fill them', () => {
  const { left, right, ribbons, height } = flowLayout(FLOWS, { width: 100, height: 80 });
  expect(left).toEqual([
    { name: 'a', count: 4, top: 0, height: 40 },
    { name: 'd', count: 4, top: 50, height: 40 },
  ]);
  expect(right).toEqual([
    { name: 'b', count: 7, top: 0, height: 70 },
    { name: 'c', count: 1, top: 80, height: 10 },
  ]);
  expect(height).toBe(90);
  expect(ribbons.map(({ from, to, path }) => [from, to, path])).toEqual([
    ['a', 'b', 'M0 0C50 0 50 0 100 0V30C50 30 50 30 0 30Z'],
    ['a', 'c', 'M0 30C50 30 50 80 100 80V90C50 90 50 40 0 40Z'],
    ['d', 'b', 'M0 50C50 50 50 30 100 30V70C50 70 50 90 0 90Z'],
  ]);
});

test('few among many are still seen, and nothing is an empty drawing', () => {
  const few = flowLayout(
    [
      { from: 'a', to: 'b', count: 1_000 },
      { from: 'c', to: 'b', count: 1 },
    ],
    { width: 100, height: 100 },
  );
  expect(few.left[1]?.height).toBe(6);
  expect(flowLayout([], { width: 100, height: 100 })).toEqual({ left: [], right: [], ribbons: [], height: 0 });
});
