import { measured, mostOf, nodeRows, type NodeColumns } from './node-table.js';

const COLUMNS: NodeColumns = {
  names: ['a', 'b', 'c'],
  pods: [3, 0, 12],
  cordoned: [1],
  unready: [1],
  tainted: [],
  overCommitted: [2],
  labels: [{ key: 'zone', values: ['z1', 'z2'], indexes: [1, -1, 0] }],
  resources: [{ resource: 'cpu', allocatable: [4, 0, 2], requested: [1, 0, 3] }],
};

test('columns become rows, each with its group and its marks', () => {
  expect(nodeRows(COLUMNS)).toEqual([
    { name: 'a', group: 'z2', pods: 3, marks: [], amounts: [{ resource: 'cpu', allocatable: 4, requested: 1 }] },
    {
      name: 'b',
      group: '',
      pods: 0,
      marks: ['cordoned', 'unready'],
      amounts: [{ resource: 'cpu', allocatable: 0, requested: 0 }],
    },
    {
      name: 'c',
      group: 'z1',
      pods: 12,
      marks: ['overCommitted'],
      amounts: [{ resource: 'cpu', allocatable: 2, requested: 3 }],
    },
  ]);
});

test.each([
  ['requested', [0.25, undefined, 1.5]],
  ['free', [1, undefined, 0]],
  ['pods', [0.25, 0, 1]],
] as const)('by %s nodes are at %j of the scale', (measure, shares) => {
  const rows = nodeRows(COLUMNS);
  expect(rows.map((row) => measured(row, measure, mostOf(rows, measure)))).toEqual(shares);
});
