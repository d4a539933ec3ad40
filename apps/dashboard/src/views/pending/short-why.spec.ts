import { shortSet, shortWhy } from './short-why.js';

test.each([
  [
    '0/1523 nodes are available: 3 Insufficient memory, 1522 Insufficient nvidia.com/gpu. ' +
      'preemption: 0/1523 nodes are available: 1523 No preemption victims found for incoming pod.',
    'too little nvidia.com/gpu on 1,522, memory on 3 of 1,523 nodes',
  ],
  [
    '0/305 nodes are available: 103 Insufficient cpu, 305 Insufficient nvidia.com/gpu. no new claims to deallocate, ' +
      'preemption: 0/305 nodes are available: 11 No preemption victims found for incoming pod.',
    'too little nvidia.com/gpu on all 305 nodes, cpu on 103',
  ],
  [
    "0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) didn't match Pod's node affinity/selector.",
    "didn't match Pod's node affinity/selector on 2, unschedulable on 1 of 3 nodes",
  ],
  [
    '0/2 nodes are available: 2 node(s) had untolerated taint(s) {a: b, c: d}.',
    'had untolerated taint(s) {a: b, c: d} on all 2 nodes',
  ],
  ['0/1 nodes are available: 1 Insufficient cpu.', 'too little cpu on the only node'],
  ['no nodes available to schedule pods', 'no nodes available to schedule pods'],
  ['running PreBind plugin "VolumeBinding": timed out', 'running PreBind plugin "VolumeBinding": timed out'],
])('%s', (message, short) => {
  expect(shortWhy(message)).toBe(short);
});

test('of a set of pods, the fewest and the most nodes of each reason, that of the most first', () => {
  const held = (reason: string, leastNodes: number, mostNodes: number): Parameters<typeof shortSet>[0][number] => ({
    reason,
    leastNodes,
    mostNodes,
  });
  expect(shortSet([held('Insufficient cpu', 49, 199), held('Insufficient nvidia.com/gpu', 292, 1_523)])).toBe(
    'too little nvidia.com/gpu on 292 to 1,523, cpu on 49 to 199',
  );
  expect(
    shortSet([held('node(s) had untolerated taint(s)', 3, 3), held('Insufficient cpu', 0, 2), held('behind', 0, 0)]),
  ).toBe('had untolerated taint(s) on 3, too little cpu on 0 to 2');
  expect(shortSet([])).toBe('');
});
