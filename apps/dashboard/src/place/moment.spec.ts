import { endOfHistory, revisionAt, revisionIn, stretchOf } from './moment.js';

const STRETCHES = [null, '2', null, '5', null].map((lastRevision, hour) => ({ from: `${hour}`, lastRevision }));

test.each([
  ['revision:42', 42],
  ['42', undefined],
  ['2026-11-01T00:00:00Z', undefined],
  [undefined, undefined],
])('%s names the revision %s', (at, revision) => {
  expect(revisionIn(at)).toBe(revision);
});

test.each([
  [0, undefined],
  [1, '2'],
  [2, '2'],
  [3, '5'],
  [9, '5'],
])('stretch %d ends at revision %s', (index, revision) => {
  expect(revisionAt(STRETCHES, index)).toBe(revision);
});

test.each([
  [1, 1],
  [2, 1],
  [3, 3],
  [6, 4],
])('revision %d was written in stretch %d', (revision, index) => {
  expect(stretchOf(STRETCHES, revision)).toBe(index);
});

test('history ends just after its last revision, and is a second long at least', () => {
  expect(endOfHistory('2026-01-01T00:00:00Z', '2026-01-31T23:59:59.999Z')).toBe('2026-02-01T00:00:00.000Z');
  expect(endOfHistory('2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')).toBe('2026-01-01T00:00:01.000Z');
});
