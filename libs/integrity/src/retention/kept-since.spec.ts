import { keptSince, type RetentionTime } from './kept-since.js';

const at = (text: string): Date => new Date(text);

test.each<readonly [RetentionTime, string, string]>([
  [{ count: 1, unit: 'days' }, '2026-03-01T12:30:00.500Z', '2026-02-28T12:30:00.500Z'],
  [{ count: 90, unit: 'days' }, '2026-11-21T00:00:00.000Z', '2026-08-23T00:00:00.000Z'],
  [{ count: 1, unit: 'months' }, '2026-03-31T23:59:59.999Z', '2026-02-28T23:59:59.999Z'],
  [{ count: 1, unit: 'months' }, '2024-03-30T00:00:00.000Z', '2024-02-29T00:00:00.000Z'],
  [{ count: 12, unit: 'months' }, '2026-11-21T10:00:00.000Z', '2025-11-21T10:00:00.000Z'],
  [{ count: 13, unit: 'months' }, '2026-01-15T10:00:00.000Z', '2024-12-15T10:00:00.000Z'],
])('%j before %s is %s', (time, now, since) => {
  expect(keptSince(time, at(now)).toISOString()).toBe(since);
});
