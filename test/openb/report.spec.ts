import { orderOf, resultOf, tableOf, type Result } from './report.js';

const run = (policy: Result['policy'], seed: number, allocatedAt100: number): Result => ({
  ...{ list: 'l', policy, seed, allocatedAt100 },
  allocatedAt130: allocatedAt100 + 1,
  fragmentedAt100: 5,
});
const RUNS = [run('FGD', 42, 95), run('FGD', 43, 96), run('BestFit', 42, 93), run('BestFit', 43, 93)];

test('a result has hundredths', () => {
  const curve = Array.from({ length: 131 }, (_, at) => ({ allocated: at / 3, fragmented: at / 7 }));
  expect(resultOf({ list: 'l', policy: 'FGD', seed: 1 }, curve)).toEqual({
    ...{ list: 'l', policy: 'FGD', seed: 1 },
    allocatedAt100: 33.33,
    allocatedAt130: 43.33,
    fragmentedAt100: 14.29,
  });
});

test('a table has the mean of each policy beside the published one', () => {
  const published = {
    ...{ list: 'l', policy: 'FGD', allocatedAt100: 95.23, deviation: 0.11 },
    ...{ allocatedAt130: 95.4, fragmentedAt100: 4.7 },
  };
  expect(tableOf(RUNS, [published]).split('\n').slice(2)).toEqual([
    '| FGD | 95.50 ±0.71 | 95.23 ±0.11 | 96.50 | 95.40 | 5.00 | 4.70 |',
    '| BestFit | 93.00 ±0.00 | - | 94.00 | - | 5.00 | - |',
  ]);
  expect(tableOf(RUNS.slice(0, 1), []).split('\n')[2]).toBe('| FGD | 95.00 | - | 96.00 | - | 5.00 | - |');
});

test('the order is reported where all three policies were run', () => {
  const random = [run('Random', 42, 86), run('Random', 43, 93)];
  expect(orderOf([...RUNS, ...random])).toBe('FGD > BestFit > Random on 1 of 2 seeds');
  expect(orderOf(RUNS)).toBeUndefined();
});
