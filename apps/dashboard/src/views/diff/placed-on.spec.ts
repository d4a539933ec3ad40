import type { NodeRow } from '../nodes/node-table.js';
import { placedOn } from './placed-on.js';

const row = (name: string): NodeRow => ({
  ...{ name, group: 'z1', pods: 1, marks: [] },
  amounts: [{ resource: 'cpu', allocatable: 4, requested: 1 }],
});
const placed = (node: string, quantity: string) => ({
  node,
  podObject: {
    requests: [
      { resource: 'cpu', quantity },
      { resource: 'memory', quantity: '1Gi' },
    ],
  },
});

test('pods and what they request come to what is there; of a pod that is gone only that it is one', () => {
  const found = placedOn(
    [row('a'), row('b')],
    [placed('a', '1500m'), placed('a', '1'), { node: 'a', podObject: null }],
  );
  expect(found.map(({ pods, amounts }) => [pods, amounts[0]?.requested])).toEqual([
    [4, 3.5],
    [1, 1],
  ]);
});
