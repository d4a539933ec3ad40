import { makeNode, makeSnapshot } from '../testing/index.js';
import { inNameOrder, rankRows } from './ranking.js';

/** Rows 0 to 3 are the nodes c, a, b, d. */
const snapshot = makeSnapshot(['c', 'a', 'b', 'd'].map((name) => makeNode(name)));
const rank = (feasible: readonly number[], totals: readonly number[]) =>
  rankRows(snapshot, feasible, (row) => totals[row] ?? NaN);

describe('a ranking', () => {
  const cases: [
    name: string,
    feasible: readonly number[],
    totals: readonly number[],
    best: readonly number[],
    total: number,
  ][] = [
    ['has the rows with the largest total among the feasible, by name', [0, 1, 2], [5, 5, 4, 9], [1, 0], 5],
    ['may have one row', [0], [0, 0, 0, 0], [0], 0],
    ['may be below 0', [0, 1, 2, 3], [-3, -2, -2, -2], [1, 2, 3], -2],
    ['takes rows in any order', [3, 2, 0, 1], [1, 1, 1, 1], [1, 2, 0, 3], 1],
    ['may be empty', [], [0, 0, 0, 0], [], -Infinity],
  ];
  test.each(cases)('%s', (_name, feasible, totals, best, total) => {
    const ranking = rank(feasible, totals);
    expect([ranking.rows(), ranking.ties, ranking.total]).toEqual([best, best.length, total]);
    expect(best.map((_, index) => ranking.pick(index))).toEqual(best);
    expect(() => ranking.pick(best.length)).toThrow('nothing to choose from');
  });

  const runnersUp: [
    name: string,
    feasible: readonly number[],
    totals: readonly number[],
    selected: number,
    want: { row: number; total: number } | null,
  ][] = [
    ['is the best of the others', [0, 1, 2, 3], [5, 9, 7, 6], 1, { row: 2, total: 7 }],
    ['is the first by name of equals', [0, 1, 2, 3], [5, 9, 5, 4], 1, { row: 2, total: 5 }],
    ['may be as good as the selected', [0, 1, 2, 3], [5, 5, 4, 3], 1, { row: 0, total: 5 }],
    ['may come before the selected by name', [0, 1, 2, 3], [5, 5, 4, 3], 0, { row: 1, total: 5 }],
    ['may be better than a selected node that was nominated', [0, 1, 2, 3], [5, 9, 4, 3], 3, { row: 1, total: 9 }],
    ['is not there where there is no other', [2], [5, 9, 4, 3], 2, null],
  ];
  test.each(runnersUp)('the runner-up %s', (_name, feasible, totals, selected, want) => {
    expect(rank(feasible, totals).runnerUp(selected)).toEqual(want);
  });
});

test('rows are put in the byte order of names, each once', () => {
  const unicode = makeSnapshot(['\u{1F600}', 'z', '\uFFFD', 'Z'].map((name) => makeNode(name)));
  expect([inNameOrder(unicode, [0, 1, 2, 3, 1]), inNameOrder(unicode, [2, 0]), inNameOrder(unicode, [])]).toEqual([
    [3, 1, 2, 0],
    [2, 0],
    [],
  ]);
});
