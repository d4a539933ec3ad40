import { StatusTable } from './statuses.js';

test('equal verdicts have one id, and 0 is none', () => {
  const table = new StatusTable();
  const cpu = table.intern('Fit', 'Unschedulable', ['Insufficient cpu']);
  expect([cpu, table.intern('Fit', 'Unschedulable', ['Insufficient cpu'])]).toEqual([1, 1]);
  expect(
    new Set([
      cpu,
      table.intern('Fit', 'UnschedulableAndUnresolvable', ['Insufficient cpu']),
      table.intern(null, 'Unschedulable', ['Insufficient cpu']),
      table.intern('Fit', 'Unschedulable', ['Insufficient cpu', 'x']),
    ]).size,
  ).toBe(4);
  expect(table.get(cpu)).toEqual({ plugin: 'Fit', code: 'Unschedulable', reasons: ['Insufficient cpu'] });
  expect(() => table.get(0)).toThrow('no status has the id 0');
});

test('equal lists have one id, and 0 is the empty one', () => {
  const table = new StatusTable();
  const one = table.append(0, 7);
  const two = table.append(one, 8);
  expect([table.append(0, 7), table.append(one, 8), table.append(0, 8)]).toEqual([one, two, two + 1]);
  expect(table.lists).toEqual([[], [7], [7, 8], [8]]);
});
