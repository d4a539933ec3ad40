import type { NodeRow } from '../nodes/node-table.js';
import { afterSteps } from './changed-nodes.js';

const row = (name: string, pods: number, requested: number): NodeRow => ({
  ...{ name, group: 'z1', pods, marks: ['tainted'] },
  amounts: [{ resource: 'cpu', allocatable: 4, requested }],
});
const standing = (pods: number, requested: string, unschedulable = false) => ({
  ...{ pods, unschedulable },
  resources: [{ resource: 'cpu', allocatable: '4', requested }],
});

test('changed nodes stay in their places, others come behind them, and those that went are gone', () => {
  const after = afterSteps(
    [row('a', 1, 1), row('b', 2, 2), row('c', 0, 0)],
    [
      { node: 'a', after: standing(0, '0', true) },
      { node: 'b', after: null },
      { node: 'new', after: standing(3, '4500m') },
    ],
    'cpu',
  );
  expect(after.map(({ name, pods, marks, amounts }) => [name, pods, marks, amounts[0]?.requested])).toEqual([
    ['a', 0, ['cordoned', 'tainted'], 0],
    ['c', 0, ['tainted'], 0],
    ['new', 3, ['overCommitted'], 4.5],
  ]);
});
