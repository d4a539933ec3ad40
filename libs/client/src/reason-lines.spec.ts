import { reasonLines } from './reason-lines.js';

const rejected = (reason: string, code: string, count: number, only: number | null = 0) => ({
  plugin: 'NodeResourcesFit',
  reason,
  code,
  nodes: { first: count, any: count, sole: count, only },
});

test('a reason is one line, with the nodes of both codes and those where no preemption helps', () => {
  const lines = reasonLines([
    rejected('Insufficient memory', 'Unschedulable', 22),
    rejected('Insufficient cpu', 'UnschedulableAndUnresolvable', 1_484, 1),
    rejected('Insufficient cpu', 'Unschedulable', 39, 2),
  ]);
  expect(lines).toEqual([
    { ...rejected('Insufficient cpu', 'Unschedulable', 1_523, 3), unresolvable: 1_484 },
    { ...rejected('Insufficient memory', 'Unschedulable', 22), unresolvable: 0 },
  ]);
});

test('an error stays by itself, and what was not counted is not counted', () => {
  const lines = reasonLines([rejected('x', 'Error', 1, null), rejected('x', 'Unschedulable', 2, null)]);
  expect(lines.map(({ code, nodes }) => [code, nodes.any, nodes.only])).toEqual([
    ['Unschedulable', 2, null],
    ['Error', 1, null],
  ]);
});
