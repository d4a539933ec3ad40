import { stepsOf } from './steps-of.js';

const shape = { metadata: { name: 'a' }, status: { allocatable: { cpu: '4' } } };
const taint = { key: 'gpu', value: 'yes', effect: 'NoSchedule' };

test.each([
  [{ kind: 'uncordon', nodes: ['a', 'b'], nodeCount: 2 }, { uncordon: { names: ['a', 'b'] } }],
  [
    { kind: 'removeTaint', nodes: ['a'], nodeCount: 1, taint },
    { taint: { names: ['a'], remove: [{ key: 'gpu', effect: 'NoSchedule' }] } },
  ],
  [{ kind: 'addNode', nodes: ['a'], nodeCount: 21, shape }, { addNodes: { count: 1, node: shape } }],
])('%j is tried as a step', (change, step) => {
  expect(JSON.parse(stepsOf(change) ?? '')).toEqual([step, { schedule: {} }]);
});

test.each([
  { kind: 'uncordon', nodes: ['a'], nodeCount: 21 },
  { kind: 'addNode', nodes: ['a'], nodeCount: 1, shape: null },
  { kind: 'removeTaint', nodes: ['a'], nodeCount: 1, taint: null },
])('%j is not reported in full', (change) => {
  expect(stepsOf(change)).toBeUndefined();
});
