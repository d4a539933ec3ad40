import { makeNode, makePod, makeSnapshot, runPlugin } from '../../testing/index.js';
import { checkNodeDiskPressure, checkNodeMemoryPressure, checkNodePidPressure } from './plugin.js';

const snapshot = () =>
  makeSnapshot([
    makeNode('calm').condition('MemoryPressure', 'False'),
    makeNode('memory').condition('MemoryPressure', 'True'),
    makeNode('disk').condition('DiskPressure', 'True'),
    makeNode('pid').condition('PIDPressure', 'True'),
    makeNode('unknown').condition('DiskPressure', 'Unknown'),
  ]);
const limited = makePod('p').with({ containers: [{ resources: { limits: { memory: '1Gi' } } }] });
const said = (reason: string): string => `UnschedulableAndUnresolvable: node(s) had ${reason} pressure`;

test.each([
  ['memory, for a pod that asks for nothing', checkNodeMemoryPressure, makePod('p'), { memory: said('memory') }],
  [
    'memory, for one that asks for 0',
    checkNodeMemoryPressure,
    makePod('p').requests({ cpu: '0' }),
    { memory: said('memory') },
  ],
  ['memory, for one with requests', checkNodeMemoryPressure, makePod('p').requests({ cpu: '1m' }), {}],
  ['memory, for one with limits', checkNodeMemoryPressure, limited, {}],
  ['disk', checkNodeDiskPressure, limited, { disk: said('disk') }],
  ['process ids', checkNodePidPressure, limited, { pid: said('pid') }],
])('pressure of %s', (_says, plugin, pod, want) =>
  expect(runPlugin(plugin, { pod, snapshot: snapshot() }).filter).toEqual(want),
);
