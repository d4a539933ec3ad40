import type { Evidence, ScoreColumn, VerdictColumn } from './evidence.js';
import { failuresAt, firstAt, normalizedAt, rawAt, totalAt, verdictAt } from './read-evidence.js';
import { NO_DOMAIN } from '../snapshot/index.js';

/** Rows 0 and 2 share a domain, row 3 is in none. */
const domains = { of: Uint32Array.of(0, 1, 0, NO_DOMAIN), firstRows: Uint32Array.of(0, 1) };
const byRow: VerdictColumn = { plugin: 'X', domains: null, values: Uint32Array.of(0, 5, 6, 0), changed: null };
const byDomain: VerdictColumn = { plugin: 'Y', domains, values: Uint32Array.of(0, 7), changed: null };
const scores: readonly ScoreColumn[] = [
  {
    plugin: 'X',
    weight: 2,
    domains: null,
    values: Float64Array.of(1, 2, 3, 4),
    scale: { kind: 'max', most: 4 },
    changed: null,
  },
  {
    plugin: 'Y',
    weight: 3,
    domains,
    values: Float64Array.of(10, 20),
    scale: { kind: 'reverseMax', most: 20 },
    changed: null,
  },
  {
    plugin: 'Z',
    weight: 1,
    domains: null,
    values: Float64Array.of(9, 9, 9, 9),
    scale: { kind: 'custom', normalized: Float64Array.of(1, 2, 3, 4) },
    changed: null,
  },
];

function evidence(fill: number, rows: ReadonlyMap<number, number> = new Map()): Evidence {
  return {
    nodeCount: 4,
    filterPlugins: ['X', 'Y'],
    statuses: [null],
    verdicts: [byRow, byDomain],
    overrides: { fill, rows },
    combinations: [],
    scores,
    lineage: null,
  };
}

const ROWS = [0, 1, 2, 3];

describe('what evidence says of a row', () => {
  test('a verdict is that of its domain, and none where it is in none', () => {
    expect([ROWS.map((row) => verdictAt(byRow, row)), ROWS.map((row) => verdictAt(byDomain, row))]).toEqual([
      [0, 5, 6, 0],
      [0, 7, 0, 0],
    ]);
  });
  test('failures are all filters that fail, in order', () =>
    expect(ROWS.map((row) => failuresAt(evidence(0), row))).toEqual([[], [5, 7], [6], []]));

  const firsts: [name: string, fill: number, rows: ReadonlyMap<number, number>, want: readonly number[]][] = [
    ['the first failing filter', 0, new Map(), [0, 5, 6, 0]],
    ['one for all', 9, new Map(), [9, 9, 9, 9]],
    [
      'one for all but those that are named',
      9,
      new Map([
        [0, 0],
        [1, 0],
      ]),
      [0, 5, 9, 9],
    ],
    [
      'one for those that are named',
      0,
      new Map([
        [0, 8],
        [1, 8],
      ]),
      [8, 8, 6, 0],
    ],
  ];
  test.each(firsts)('kube-scheduler says %s', (_name, fill, rows, want) =>
    expect(ROWS.map((row) => firstAt(evidence(fill, rows), row))).toEqual(want),
  );

  test('scores are by row or by domain, on their scale, and in no domain nothing', () => {
    expect(scores.map((column) => ROWS.map((row) => rawAt(column, row)))).toEqual([
      [1, 2, 3, 4],
      [10, 20, 10, 0],
      [9, 9, 9, 9],
    ]);
    expect(scores.map((column) => ROWS.map((row) => normalizedAt(column, row)))).toEqual([
      [25, 50, 75, 100],
      [50, 0, 50, 0],
      [1, 2, 3, 4],
    ]);
  });
  test('totals are weighted sums', () =>
    expect(ROWS.map((row) => totalAt(evidence(0), row))).toEqual([201, 102, 303, 204]));
});
