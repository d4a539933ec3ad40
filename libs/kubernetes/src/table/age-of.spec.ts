import { ageOf } from './age-of.js';

test('an age is counted to the time that is given, and is unknown without a time', () => {
  const now = Date.parse('2026-01-01T00:05:05Z');
  const times = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.5Z', 'yesterday', undefined];
  expect(times.map((time) => ageOf(time, now))).toEqual(['5m5s', '5m4s', '<unknown>', '<unknown>']);
});
