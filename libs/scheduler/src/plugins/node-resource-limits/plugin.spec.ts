import { makeNode, makePod, makeSnapshot, runPlugin } from '../../testing/index.js';
import { nodeResourceLimits } from './plugin.js';

const limited = (limits: Record<string, string>) => makePod('p').with({ containers: [{ resources: { limits } }] });

test.each([
  ['cpu within', limited({ cpu: '3' }), { small: 0, large: 1 }],
  ['cpu beyond, memory within', limited({ cpu: '9', memory: '2Gi' }), { small: 0, large: 1 }],
  ['limits of 0', limited({ cpu: '0', memory: '0' }), { small: 0, large: 0 }],
  ['no limits', makePod('p').requests({ cpu: '1' }), { small: 0, large: 0 }],
  [
    'an init container that has the highest',
    limited({ cpu: '1' }).with({ initContainers: [{ resources: { limits: { cpu: '3' } } }] }),
    { small: 0, large: 1 },
  ],
])('NodeResourceLimits, with %s', (_says, pod, want) => {
  const snapshot = makeSnapshot([makeNode('small').allocatable({ cpu: '2', memory: '1Gi' }), makeNode('large')]);
  expect(runPlugin(nodeResourceLimits, { pod, snapshot }).normalized).toEqual(want);
});
