import { shortSet, shortWhy, shortWhyOfAll } from './short-why.js';

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

test('of many sentences, the fewest and the most nodes of each reason', () => {
  const message = (gpu: number, cpu: number): string =>
    `0/305 nodes are available: ${cpu} Insufficient cpu, ${gpu} Insufficient nvidia.com/gpu.`;
  expect(shortWhyOfAll([message(292, 49), message(305, 199)])).toBe(
    'too little nvidia.com/gpu on 292 to 305, cpu on 49 to 199 of 305 nodes',
  );
  expect(shortWhyOfAll([message(305, 49), message(305, 0)])).toBe(
    'too little nvidia.com/gpu on all 305 nodes, cpu on 0 to 49',
  );
  expect(shortWhyOfAll([message(292, 49), '0/3 nodes are available: 3 Insufficient cpu.'])).toBeUndefined();
  expect(shortWhyOfAll([message(292, 49), 'no nodes available to schedule pods'])).toBeUndefined();
  expect(shortWhyOfAll([])).toBeUndefined();
});

test.each([
  ['NodeResourcesFit: Insufficient cpu; NodeResourcesFit: Insufficient memory', 'too little cpu, memory'],
  [
    'NodeResourcesFit: Insufficient cpu; TaintToleration: node(s) had untolerated taint(s)',
    'too little cpu; had untolerated taint(s)',
  ],
  ['', ''],
])('the set %s', (set, short) => {
  expect(shortSet(set)).toBe(short);
});
