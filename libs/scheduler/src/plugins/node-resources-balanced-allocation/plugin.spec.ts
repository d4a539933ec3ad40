import { makeNode, makePod, makeSnapshot, runPlugin, type NodeBuilder, type PodBuilder } from '../../testing/index.js';
import { nodeResourcesBalancedAllocation } from './plugin.js';

const GPU = 'nvidia.com/gpu';

describe('NodeResourcesBalancedAllocation', () => {
  const snapshot = makeSnapshot(
    [makeNode('n').allocatable({ [GPU]: '4' })],
    [makePod('e').onNode('n').requests({ cpu: '1', memory: '2Gi' })],
  );
  const all = { resources: [{ name: 'cpu' }, { name: 'memory' }, { name: GPU }] };
  const cases: [name: string, args: unknown, pod: PodBuilder, want: number][] = [
    ['evenly used is best', {}, makePod('p').requests({ cpu: '1', memory: '2Gi' }), 100],
    ['two resources: half their distance', {}, makePod('p').requests({ cpu: '3' }), 62],
    [
      'capped at full',
      {},
      makePod('p')
        .requests({ cpu: '1' })
        .with({ overhead: { memory: '6Gi' } }),
      75,
    ],
    ['three resources: standard deviation', all, makePod('p').requests({ cpu: '1', [GPU]: 4 }), 68],
    ['a resource that is not asked for is left out', all, makePod('p').requests({ cpu: '1', memory: '2Gi' }), 100],
    ['one resource is balanced', { resources: [{ name: 'cpu' }] }, makePod('p').requests({ cpu: '1' }), 100],
    ['pod-level requests count', {}, makePod('p').podRequests({ cpu: '1', memory: '2Gi' }), 100],
  ];
  test.each(cases)('%s', (_name, args, pod, want) => {
    expect(runPlugin(nodeResourcesBalancedAllocation, { pod, snapshot, args }).raw).toEqual({ n: want });
  });

  const resources = (...names: string[]) => ({ resources: names.map((name) => ({ name })) });
  const uneven = makePod('p').requests({ cpu: '1', memory: '2Gi', 'ephemeral-storage': '5Gi', [GPU]: 4 });
  const whole = makeNode('whole').allocatable({ 'ephemeral-storage': '10Gi', [GPU]: '4' });
  const nodes: [name: string, args: unknown, node: NodeBuilder, pod: PodBuilder, want: number][] = [
    [
      'four resources',
      resources('cpu', 'memory', 'ephemeral-storage', GPU),
      makeNode('n').allocatable({ 'ephemeral-storage': '10Gi', [GPU]: '4' }),
      uneven,
      69,
    ],
    [
      'one less, after a node that has it',
      resources('cpu', 'memory', 'ephemeral-storage', GPU),
      makeNode('n').allocatable({ 'ephemeral-storage': '10Gi' }),
      uneven,
      88,
    ],
    [
      'storage that the node has and nobody uses',
      resources('cpu', 'memory', 'ephemeral-storage'),
      makeNode('n').allocatable({ 'ephemeral-storage': '10Gi' }),
      makePod('p').requests({ cpu: '1', memory: '2Gi' }),
      88,
    ],
    [
      'storage that the node does not have is left out',
      resources('cpu', 'memory', 'ephemeral-storage'),
      makeNode('n'),
      makePod('p').requests({ cpu: '1', memory: '2Gi' }),
      100,
    ],
    [
      'a resource that nobody has is left out',
      resources('cpu', 'memory', 'amd.com/gpu'),
      makeNode('n'),
      makePod('p').requests({ cpu: '1', memory: '2Gi', 'amd.com/gpu': 1 }),
      100,
    ],
    [
      'a node that has none of them is balanced',
      resources('cpu', 'memory'),
      makeNode('n').onlyAllocatable({ pods: '9' }),
      uneven,
      100,
    ],
    [
      'half the distance of two, to the last bit',
      resources('cpu', 'memory'),
      makeNode('n').allocatable({ memory: '1000' }),
      makePod('p').requests({ cpu: '160m', memory: '720' }),
      66,
    ],
  ];
  test.each(nodes)('%s', (_name, args, node, pod, want) => {
    expect(
      runPlugin(nodeResourcesBalancedAllocation, { pod, snapshot: makeSnapshot([whole, node]), args }).raw['n'],
    ).toBe(want);
  });

  const MOST = `${2n ** 63n - 1n}`;
  test.each([
    ['is asked for', '1000', MOST],
    ['is held', MOST, '1000'],
  ])('sums wrap as in Go where the most memory %s', (_name, held, asked) => {
    const there = makePod('e').onNode('n').requests({ cpu: '1', memory: held });
    const wrapping = {
      pod: makePod('p').requests({ memory: asked }),
      snapshot: makeSnapshot([makeNode('n').allocatable({ memory: MOST })], [there]),
    };
    expect(runPlugin(nodeResourcesBalancedAllocation, wrapping).raw).toEqual({ n: 37 });
  });

  const unprepared: [name: string, pod: PodBuilder, want: number][] = [
    ['a pod that asks for none of the resources scores 0', makePod('p').requests({ [GPU]: 1 }), 0],
    ['every other pod scores the same', makePod('p').requests({ cpu: '3' }), 62],
  ];
  test.each(unprepared)('where its PreScore is disabled %s', (_name, pod, want) => {
    const plugin = { ...nodeResourcesBalancedAllocation };
    delete plugin.preScore;
    expect(runPlugin(plugin, { pod, snapshot }).raw).toEqual({ n: want });
  });

  test('skips pods that ask for nothing', () => {
    expect(
      runPlugin(nodeResourcesBalancedAllocation, { pod: makePod('p').requests({ [GPU]: 1 }), snapshot }).skipsScore,
    ).toBe(true);
  });
});
