import { trendOf } from './trend.js';

const points = (valueOf: (at: number) => number) =>
  Array.from({ length: 100 }, (_, at) => ({ at, value: valueOf(at) }));

test('what goes up and down is flat, and what grows a little each time is not', () => {
  expect(trendOf(points((at) => 500 + 40 * (at % 2)))).toMatchObject({ mean: 520 });
  expect(Math.abs(trendOf(points((at) => 500 + 40 * (at % 2))).share)).toBeLessThan(0.01);
  expect(trendOf(points((at) => 500 + at)).rise).toBeCloseTo(99);
  expect(trendOf(points((at) => 1_000 - at)).rise).toBeCloseTo(-99);
});
