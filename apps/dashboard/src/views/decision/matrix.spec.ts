import { cellText, matrixOf, type TraceColumns } from './matrix.js';

const COLUMNS: TraceColumns = {
  rows: null,
  totals: [146, null, 146, 210, null],
  nodeSet: { count: 5, names: ['a', 'b', 'c', 'd', 'e'] },
  statuses: [
    { plugin: 'TaintToleration', code: 'UnschedulableAndUnresolvable', reasons: ['untolerated taint'] },
    { plugin: 'NodeResourcesFit', code: 'Unschedulable', reasons: ['Insufficient cpu', 'Insufficient memory'] },
  ],
  own: { all: null, values: [0, 1, 0, 0, 2] },
  filters: [
    { plugin: 'TaintToleration', verdicts: { all: null, values: [0, 1, 0, 0, 0] } },
    { plugin: 'NodeResourcesFit', verdicts: { all: null, values: [0, 2, 0, 0, 2] } },
    { plugin: 'NodePorts', verdicts: { all: 0, values: null } },
  ],
  scores: [
    {
      plugin: 'TaintToleration',
      weight: 1,
      raw: { all: 0, values: null },
      normalized: { all: null, values: [100, 0, 100, 100, 0] },
    },
    {
      plugin: 'NodeResourcesFit',
      weight: 2,
      raw: { all: null, values: [23, 0, 23, 55, 0] },
      normalized: { all: null, values: [23, 0, 23, 55, 0] },
    },
  ],
};
const FILTERS = COLUMNS.filters.map(({ plugin }) => plugin);

test('the best are first, equal totals share a rank, and what does not fit has none', () => {
  const rows = matrixOf(COLUMNS).map(({ node, total, rank, failing }) => [node, total, rank, failing]);
  expect(rows).toEqual([
    ['d', 210, 1, 0],
    ['a', 146, 2, 0],
    ['c', 146, 2, 0],
    ['b', null, null, 2],
    ['e', null, null, 1],
  ]);
});

test('the weighted scores of every node add up to its total', () => {
  for (const { points, total } of matrixOf(COLUMNS))
    if (points !== undefined) expect(points.reduce((sum, { weighted }) => sum + weighted, 0)).toBe(total);
});

test('of a trace that was kept in part, rows have the names that they are about', () => {
  const kept = { ...COLUMNS, rows: [3, 0], totals: [210, 146], own: { all: 0, values: null } };
  expect(matrixOf(kept).map(({ node, total }) => [node, total])).toEqual([
    ['d', 210],
    ['a', 146],
  ]);
});

test.each([
  ['b', 0, 'TaintToleration at b: UnschedulableAndUnresolvable: untolerated taint (kube-scheduler’s own answer).'],
  ['b', 1, 'NodeResourcesFit at b: Unschedulable: Insufficient cpu, Insufficient memory.'],
  [
    'e',
    1,
    'NodeResourcesFit at e: Unschedulable: Insufficient cpu, Insufficient memory (kube-scheduler’s own answer; ' +
      'the only filter that fails there).',
  ],
  ['a', 2, 'NodePorts lets the pod onto a.'],
])('the cell of %s and filter %d reads', (node, filter, text) => {
  const row = matrixOf(COLUMNS).find((one) => one.node === node);
  expect(row && cellText(row, FILTERS, filter)).toBe(text);
});
