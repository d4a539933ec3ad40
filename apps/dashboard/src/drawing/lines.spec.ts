import { bandPath, linePath, topOf } from './lines.js';

const canvas = { width: 100, height: 50, top: 1 };
const at = (...values: (number | null)[]) => values.map((value, index) => ({ at: `2026-01-0${index + 1}`, value }));

test('a line goes from the left to the right, and 0 is at the bottom', () => {
  expect(linePath(at(0, 0.5, 1), canvas)).toBe('M0 50L50 25L100 0');
});

test('it begins anew behind a time without a value', () => {
  expect(linePath(at(0, null, 1), canvas)).toBe('M0 50M100 0');
  expect(linePath(at(null, 0, 1), canvas)).toBe('M50 50L100 0');
});

test('one sample is a point at the left, and none is nothing', () => {
  expect(linePath(at(1), canvas)).toBe('M0 0');
  expect(linePath([], canvas)).toBe('');
});

test('the top is all there is, or above what is promised beyond that', () => {
  expect([[], [0.2, null], [1], [1.2], [1.6, 0.1], [2.4]].map(topOf)).toEqual([1, 1, 1, 1.5, 2, 3]);
});

test('a band runs along its upper values and back along its lower ones', () => {
  expect(bandPath([0, 0.5], [0.5, 1], canvas)).toBe('M0 25L100 0L100 25L0 50Z');
  expect(bandPath([], [], canvas)).toBe('');
});
