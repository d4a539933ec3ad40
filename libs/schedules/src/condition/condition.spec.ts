import { REPORTS, type KeptRows } from '#reports';
import { deflateRawSync } from 'node:zlib';
import { conditionProblem, isMet } from './condition.js';

const WAITS = REPORTS.find(({ name }) => name === 'waits')?.columns ?? {};

function kept(...rows: readonly object[]): KeptRows {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return { count: rows.length, chunks: rows.length === 0 ? [] : [deflateRawSync(lines)], digest: '' };
}

test.each([
  ['rows.exists(r, r.p99Ms > 900)', [{ p99Ms: 10 }, { p99Ms: 901 }], true],
  ['rows.exists(r, r.p99Ms > 900)', [{ p99Ms: 10 }], false],
  ['size(rows) > 1', [{}, {}], true],
  ['size(rows) > 1', [], false],
  ['rows.exists(r, r.group == "shop" && r.pods >= 3)', [{ group: 'shop', pods: 3 }], true],
  ['rows.all(r, r.pods < 3)', [{ pods: 3 }], false],
])('%s over rows', async (condition, rows, met) => {
  expect(await isMet(condition, kept(...rows))).toBe(met);
});

test.each([
  ['rows.exists(r', /expected/i],
  ['rows.exists(r, r.nothing > 1)', /nothing/],
  ['size(rows)', /neither true nor false/],
  ['others.exists(r, true)', /others/],
])('%s is no condition', (condition, problem) => {
  expect(conditionProblem(condition, WAITS)).toMatch(problem);
});

test('a condition that takes too long has no answer', async () => {
  const rows = Array.from({ length: 2_000 }, (_, pods) => ({ pods }));
  const nested = 'rows.all(a, rows.all(b, rows.all(c, a.pods + b.pods + c.pods >= 0)))';
  await expect(isMet(nested, kept(...rows))).rejects.toThrow('it takes longer than 1 s');
});
