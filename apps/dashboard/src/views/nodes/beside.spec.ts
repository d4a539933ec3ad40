import { beside } from './beside.js';
import type { NodeRow } from './node-table.js';

const row = (name: string, requested: number, pods = 1): NodeRow => ({
  ...{ name, group: '', pods, marks: [] },
  amounts: [{ resource: 'cpu', allocatable: 4, requested }],
});

test('nodes of two states are one list, and differences reach from -1 to 1', () => {
  const sides = beside(
    [row('a', 1), row('b', 4), row('gone', 2)],
    [row('a', 2), row('b', 2), row('new', 4)],
    'requested',
  );
  expect(sides.before.rows.map(({ name }) => name)).toEqual(['a', 'b', 'gone', 'new']);
  expect(sides.after.rows.map(({ name }) => name)).toEqual(['a', 'b', 'gone', 'new']);
  expect({ before: sides.before.fills, after: sides.after.fills, difference: sides.difference.fills }).toEqual({
    before: [0.25, 1, 0.5, undefined],
    after: [0.5, 0.5, undefined, 1],
    difference: [{ difference: 0.5 }, { difference: -1 }, 'went', 'came'],
  });
});

test('where nothing differs the map is quiet, and pods have one scale', () => {
  const rows = [row('a', 1, 2), row('b', 1, 4)];
  const { before, difference } = beside(rows, rows, 'pods');
  expect(before.fills).toEqual([0.5, 1]);
  expect(difference.fills).toEqual(Array(2).fill({ difference: 0 }));
});
