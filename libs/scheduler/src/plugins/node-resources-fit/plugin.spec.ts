import { makeNode, makePod, makeSnapshot, runPlugin, type NodeBuilder, type PodBuilder } from '../../testing/index.js';
import { nodeResourcesFit } from './plugin.js';

const GPU = 'nvidia.com/gpu';
const lacking = (...names: string[]): string => `Unschedulable: ${names.map((name) => `Insufficient ${name}`).join(', ')}`;
const neverHas = (...names: string[]): string => `UnschedulableAndUnresolvable: ${names.map((name) => `Insufficient ${name}`).join(', ')}`;

describe('the NodeResourcesFit filter', () => {
  const there = makePod('e').onNode('n').requests({ cpu: '3', memory: '6Gi' });
  const cases: [name: string, node: NodeBuilder, pod: PodBuilder, want: string | undefined][] = [
    ['fits exactly', makeNode('n'), makePod('p').requests({ cpu: '1', memory: '2Gi' }), undefined],
    ['one milli too much', makeNode('n'), makePod('p').requests({ cpu: '1001m' }), lacking('cpu')],
    ['half a milli is a whole one', makeNode('n'), makePod('p').requests({ cpu: '1000.5m' }), lacking('cpu')],
    ['in the order of kube-scheduler', makeNode('n'), makePod('p').requests({ memory: '3Gi', cpu: '2' }), lacking('cpu', 'memory')],
    ['more than the node has', makeNode('n'), makePod('p').requests({ cpu: '5' }), neverHas('cpu')],
    ['one that it never has makes all unresolvable', makeNode('n'), makePod('p').requests({ cpu: '2', [GPU]: 1 }), neverHas('cpu', GPU)],
    ['nothing asked for', makeNode('n').onlyAllocatable({ pods: '2' }), makePod('p'), undefined],
    ['0 is nothing', makeNode('n').onlyAllocatable({ pods: '2' }), makePod('p').requests({ cpu: '0', memory: 0, [GPU]: '0' }), undefined],
    ['too many pods', makeNode('n').allocatable({ pods: '1' }), makePod('p'), 'Unschedulable: Too many pods'],
    ['no pods said is none', makeNode('n').onlyAllocatable({ cpu: '9' }), makePod('p'), 'Unschedulable: Too many pods'],
    ['pods and cpu', makeNode('n').allocatable({ pods: '1' }), makePod('p').requests({ cpu: '2' }), 'Unschedulable: Too many pods, Insufficient cpu'],
    ['ephemeral storage', makeNode('n').allocatable({ 'ephemeral-storage': '1Gi' }), makePod('p').requests({ 'ephemeral-storage': '2Gi' }), neverHas('ephemeral-storage')],
    ['a resource that is none', makeNode('n'), makePod('p').requests({ 'made-up': '1' }), undefined],
    ['overhead', makeNode('n'), makePod('p').requests({ cpu: '1' }).with({ overhead: { cpu: '1m' } }), lacking('cpu')],
  ];
  test.each(cases)('%s', (_name, node, pod, want) => {
    expect(runPlugin(nodeResourcesFit, { pod, snapshot: makeSnapshot([node], [there]) }).filter['n']).toBe(want);
  });

  const ignoring: [name: string, args: unknown, want: string | undefined][] = [
    ['by name', { ignoredResources: [GPU] }, undefined],
    ['by group', { ignoredResourceGroups: ['nvidia.com'] }, undefined],
    ['another name', { ignoredResources: ['amd.com/gpu'] }, neverHas(GPU)],
  ];
  test.each(ignoring)('ignores extended resources %s', (_name, args, want) => {
    expect(runPlugin(nodeResourcesFit, { pod: makePod('p').requests({ [GPU]: 1 }), snapshot: makeSnapshot([makeNode('n')]), args }).filter['n']).toBe(want);
  });

  test('is exact beyond 2^53', () => {
    const huge = (bytes: bigint): PodBuilder => makePod('p').requests({ memory: `${bytes}` });
    const snapshot = makeSnapshot([makeNode('n').allocatable({ memory: `${2n ** 62n + 1n}` })], [makePod('e').onNode('n').requests({ memory: `${2n ** 61n}` })]);
    const verdict = (bytes: bigint): string | undefined => runPlugin(nodeResourcesFit, { pod: huge(bytes), snapshot }).filter['n'];
    expect([verdict(2n ** 61n + 1n), verdict(2n ** 61n + 2n), verdict(2n ** 62n + 1n), verdict(2n ** 62n + 2n)])
      .toEqual([undefined, lacking('memory'), lacking('memory'), neverHas('memory')]);
  });

  test('fails where its PreFilter is disabled, as upstream', () => {
    const plugin = { ...nodeResourcesFit };
    delete plugin.preFilter;
    expect(() => runPlugin(plugin, { pod: makePod('p'), snapshot: makeSnapshot([makeNode('n')]) }))
      .toThrow('running "NodeResourcesFit" filter plugin: error reading "PreFilterNodeResourcesFit" from cycleState: not found');
  });
});

describe('the NodeResourcesFit score', () => {
  const resources = (...names: string[]) => names.map((name) => ({ name, weight: 1 }));
  const half = makePod('e').onNode('n').requests({ cpu: '1', memory: '2Gi', [GPU]: 1 });
  const shape = [{ utilization: 0, score: 0 }, { utilization: 50, score: 10 }, { utilization: 100, score: 5 }];
  const cases: [name: string, scoringStrategy: unknown, pod: PodBuilder, want: number][] = [
    ['LeastAllocated: what is free', { type: 'LeastAllocated' }, makePod('p').requests({ cpu: '1', memory: '2Gi' }), 50],
    ['MostAllocated: what is taken', { type: 'MostAllocated' }, makePod('p').requests({ cpu: '2', memory: '2Gi' }), 62],
    ['weights', { type: 'LeastAllocated', resources: [{ name: 'cpu', weight: 3 }, { name: 'memory' }] }, makePod('p').requests({ cpu: '3', memory: '2Gi' }), 12],
    ['what nobody states is assumed', { type: 'LeastAllocated' }, makePod('p'), 72],
    ['an explicit 0 stays 0', { type: 'LeastAllocated' }, makePod('p').requests({ cpu: 0, memory: 0 }), 75],
    ['an extended resource that is not asked for is left out', { type: 'MostAllocated', resources: resources('cpu', GPU) }, makePod('p').requests({ cpu: '1' }), 50],
    ['one that is asked for counts', { type: 'MostAllocated', resources: resources('cpu', GPU) }, makePod('p').requests({ cpu: '1', [GPU]: 1 }), 75],
    ['one that the node does not have is left out', { type: 'MostAllocated', resources: resources('cpu', 'ephemeral-storage') }, makePod('p').requests({ cpu: '1' }), 50],
    ['RequestedToCapacityRatio follows the shape', { type: 'RequestedToCapacityRatio', resources: resources('cpu'), requestedToCapacityRatio: { shape } },
      makePod('p').requests({ cpu: '2' }), 75],
    ['and rounds', { type: 'RequestedToCapacityRatio', resources: resources('cpu', 'memory'), requestedToCapacityRatio: { shape } },
      makePod('p').requests({ cpu: '2', memory: '3Gi' }), 82],
    ['pod-level requests do not count here', { type: 'LeastAllocated' }, makePod('p').podRequests({ cpu: '2', memory: '4Gi' }), 72],
  ];
  test.each(cases)('%s', (_name, scoringStrategy, pod, want) => {
    const snapshot = makeSnapshot([makeNode('n').allocatable({ [GPU]: '2' })], [half]);
    expect(runPlugin(nodeResourcesFit, { pod, snapshot, args: { scoringStrategy } }).raw).toEqual({ n: want });
  });

  test('a resource over capacity, by what is assumed, scores 0 and counts', () => {
    const snapshot = makeSnapshot([makeNode('n').allocatable({ memory: '100Mi' })]);
    expect(runPlugin(nodeResourcesFit, { pod: makePod('p'), snapshot }).raw).toEqual({ n: 48 });
  });

  test('divisions cut towards 0, also below it', () => {
    const score = (type: string): number | undefined => runPlugin(nodeResourcesFit, {
      pod: makePod('p').requests({ cpu: '-370u' }), snapshot: makeSnapshot([makeNode('n')]), args: { scoringStrategy: { type, resources: resources('cpu') } } }).raw['n'];
    expect([score('MostAllocated'), score('LeastAllocated')]).toEqual([0, 100]);
  });

  test('is exact beyond what 100 times a double holds', () => {
    const capacity = 2n ** 60n;
    const score = (type: string, bytes: bigint): number | undefined => {
      const snapshot = makeSnapshot([makeNode('n').allocatable({ memory: `${capacity}` })]);
      const args = { scoringStrategy: { type, resources: resources('memory') } };
      return runPlugin(nodeResourcesFit, { pod: makePod('p').requests({ memory: `${bytes}` }), snapshot, args }).raw['n'];
    };
    const third = (capacity * 33n) / 100n;
    expect([score('MostAllocated', third), score('MostAllocated', third + 1n), score('LeastAllocated', third), score('LeastAllocated', third + 1n)])
      .toEqual([32, 33, 67, 66]);
  });
});
