import { makeNode, makePod, makeSnapshot, runPlugin } from '../../testing/index.js';
import { nodeResourcesLeastAllocated } from '../node-resources-least-allocated/plugin.js';
import { nodeResourcesMostAllocated } from '../node-resources-most-allocated/plugin.js';
import { requestedToCapacityRatio } from './plugin.js';

const snapshot = () =>
  makeSnapshot([
    makeNode('half').allocatable({ cpu: '3', memory: '4Gi' }),
    makeNode('small').allocatable({ cpu: '1', memory: '4Gi' }),
    makeNode('none').onlyAllocatable({ pods: '9', cpu: '3' }),
  ]);
const pod = makePod('p').requests({ cpu: '2', memory: '1Gi' });
const score = (plugin: Parameters<typeof runPlugin>[0], args?: object) =>
  runPlugin(plugin, { pod, snapshot: snapshot(), ...(args && { args }) }).normalized;
const RISING = [
  { utilization: 0, score: 0 },
  { utilization: 100, score: 10 },
];

test('NodeResourcesLeastAllocated counts what is not there as full', () =>
  expect(score(nodeResourcesLeastAllocated)).toEqual({ half: 54, small: 37, none: 16 }));
test('NodeResourcesMostAllocated gives nothing for what would not fit', () =>
  expect(score(nodeResourcesMostAllocated)).toEqual({ half: 45, small: 12, none: 33 }));
test('RequestedToCapacityRatio rounds utilisation up', () =>
  expect(score(requestedToCapacityRatio, { shape: RISING, resources: [{ name: 'cpu', weight: 1 }] })).toEqual({
    half: 67,
    small: 100,
    none: 67,
  }));
test('RequestedToCapacityRatio without resources scores 0', () =>
  expect(score(requestedToCapacityRatio, { shape: RISING })).toEqual({ half: 0, small: 0, none: 0 }));
test("the incoming pod's overhead counts in whole units: a quarter of a cpu is a thousandth", () => {
  const nodes = makeSnapshot([makeNode('n').allocatable({ cpu: '1' })]);
  const args = { resources: [{ name: 'cpu', weight: 1 }] };
  const heavy = (cpu: string) => makePod('p').requests({ cpu: '498m' }).with({ overhead: { cpu } });
  const of = (cpu: string) =>
    runPlugin(nodeResourcesMostAllocated, { pod: heavy(cpu), snapshot: nodes, args }).normalized;
  expect([of('250m'), of('1500m')]).toEqual([{ n: 49 }, { n: 50 }]);
});
