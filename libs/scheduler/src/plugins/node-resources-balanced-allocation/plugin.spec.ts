import { makeNode, makePod, makeSnapshot, runPlugin, type PodBuilder } from '../../testing/index.js';
import { nodeResourcesBalancedAllocation } from './plugin.js';

const GPU = 'nvidia.com/gpu';

describe('NodeResourcesBalancedAllocation', () => {
  const snapshot = makeSnapshot([makeNode('n').allocatable({ [GPU]: '4' })], [makePod('e').onNode('n').requests({ cpu: '1', memory: '2Gi' })]);
  const all = { resources: [{ name: 'cpu' }, { name: 'memory' }, { name: GPU }] };
  const cases: [name: string, args: unknown, pod: PodBuilder, want: number][] = [
    ['evenly used is best', {}, makePod('p').requests({ cpu: '1', memory: '2Gi' }), 100],
    ['two resources: half their distance', {}, makePod('p').requests({ cpu: '3' }), 62],
    ['capped at full', {}, makePod('p').requests({ cpu: '1' }).with({ overhead: { memory: '6Gi' } }), 75],
    ['three resources: standard deviation', all, makePod('p').requests({ cpu: '1', [GPU]: 4 }), 68],
    ['a resource that is not asked for is left out', all, makePod('p').requests({ cpu: '1', memory: '2Gi' }), 100],
    ['one resource is balanced', { resources: [{ name: 'cpu' }] }, makePod('p').requests({ cpu: '1' }), 100],
    ['pod-level requests count', {}, makePod('p').podRequests({ cpu: '1', memory: '2Gi' }), 100],
  ];
  test.each(cases)('%s', (_name, args, pod, want) => {
    expect(runPlugin(nodeResourcesBalancedAllocation, { pod, snapshot, args }).raw).toEqual({ n: want });
  });

  test('skips pods that ask for nothing', () => {
    expect(runPlugin(nodeResourcesBalancedAllocation, { pod: makePod('p').requests({ [GPU]: 1 }), snapshot }).skipsScore).toBe(true);
  });
});
