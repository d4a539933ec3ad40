import { stepOf, stepsIn, stepText, typedFor } from './steps.js';

test.each([
  ['cordon', { names: 'a, b' }, { names: ['a', 'b'] }],
  ['drain', { labelSelector: 'zone=a' }, { labelSelector: 'zone=a' }],
  [
    'addNodes',
    { count: '2', name: 'big', capacity: 'cpu=8 memory=16Gi', labels: 'zone=a' },
    {
      count: 2,
      node: { metadata: { name: 'big', labels: { zone: 'a' } }, status: { capacity: { cpu: '8', memory: '16Gi' } } },
    },
  ],
  ['deletePods', { names: 'shop/a', namespace: 'shop' }, { names: ['shop/a'], namespace: 'shop' }],
  [
    'scale',
    { kind: 'Deployment', namespace: 'shop', name: 'web', replicas: '0' },
    { kind: 'Deployment', namespace: 'shop', name: 'web', replicas: 0 },
  ],
  [
    'taint',
    { labelSelector: 'zone=a', add: 'gpu=yes:NoSchedule', remove: 'old' },
    { labelSelector: 'zone=a', add: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }], remove: [{ key: 'old' }] },
  ],
  ['label', { names: 'a', labels: 'zone=a' }, { names: ['a'], labels: { zone: 'a' } }],
  ['label', { names: 'a', labels: 'old-' }, { names: ['a'], labels: { old: null } }],
  ['profile', { profile: 'schedulerName: packing\n' }, { schedulerName: 'packing' }],
  ['schedule', { preemption: 'off', namespace: 'shop' }, { preemption: 'off', pods: { namespace: 'shop' } }],
])('a form for %s makes the step, and the step fills the form', (kind, values: Record<string, string>, step) => {
  expect(stepOf(kind, values)).toEqual({ [kind]: step });
  expect(typedFor({ [kind]: step })).toEqual({ kind, values });
});

test.each([
  ['a: b: c', /mapping.*1:/s],
  ['- a', /one profile/],
])('a profile that is written as %j is reported, and no step', (profile, problem) => {
  expect(stepOf('profile', { profile })).toEqual({ problem: expect.stringMatching(problem) });
});

test('an address has steps, or none', () => {
  expect(stepsIn('[{"cordon":{"names":["a"]}}]')).toEqual([{ cordon: { names: ['a'] } }]);
  expect(['', '{}', 'cordon', '[1, null]'].map(stepsIn)).toEqual([[], [], [], []]);
});

test('a step is a line, and a long one is cut', () => {
  expect(stepText({ drain: { names: ['a', 'b'] } })).toBe('drain nodes: names a b');
  expect(stepText({ schedule: {} })).toBe('schedule');
  expect(stepText({ import: { manifests: 'x\n'.repeat(1_000) } }).length).toBeLessThan(200);
});
