import { parseSpan } from './span.js';

const drawn = (text: string, count = 4_000): number[] =>
  Array.from({ length: count }, (_, index) => parseSpan(text)?.(`pod ${index}`) ?? NaN);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};
/** Within 5 % of what it should be. */
const near = (value: number, wanted: number): boolean => Math.abs(value / wanted - 1) < 0.05;

test('a duration is always the same', () => expect(new Set(drawn('1m30s', 5))).toEqual(new Set([90_000])));

test('a uniform distribution stays between its ends, and is spread over them', () => {
  const values = drawn('uniform(5s,20s)');
  expect([Math.min(...values) >= 5_000, Math.max(...values) <= 20_000]).toEqual([true, true]);
  expect([near(mean(values), 12_500), near(deviation(values), 15_000 / Math.sqrt(12))]).toEqual([true, true]);
});

test.each([
  ['exponential(10s)', 10_000, 10_000],
  ['normal(60s,5s)', 60_000, 5_000],
  ['lognormal(10s, 3s)', 10_000, 3_000],
])('%s has its mean and standard deviation', (text, middle, spread) => {
  const values = drawn(text);
  expect([near(mean(values), middle), near(deviation(values), spread)]).toEqual([true, true]);
});

test('what is drawn follows from what it is drawn for, and is never negative', () => {
  expect(drawn('normal(1s,10s)', 50)).toEqual(drawn('normal(1s,10s)', 50));
  expect(Math.min(...drawn('normal(1s,10s)', 500))).toBe(0);
});

test.each([
  '',
  'uniform',
  'uniform(5s)',
  'uniform(20s,5s)',
  'uniform(-5s,5s)',
  'exponential(1s,2s)',
  'exponential(soon)',
  'normal(1s,2s,3s)',
  'lognormal(0,1s)',
  'pareto(1s,2s)',
  'normal(1s,900000000h)',
])('%j is none', (text) => expect(parseSpan(text)).toBeUndefined());
