import { SKIP } from '../../plugin.js';
import { makeNode, makePod, makeSnapshot, runPlugin, type NodeBuilder, type PodBuilder } from '../../testing/index.js';
import { nodeResourcesFit } from './plugin.js';

const GPU = 'nvidia.com/gpu';
const lacking = (...names: string[]): string =>
  `Unschedulable: ${names.map((name) => `Insufficient ${name}`).join(', ')}`;
const neverHas = (...names: string[]): string =>
  `UnschedulableAndUnresolvable: ${names.map((name) => `Insufficient ${name}`).join(', ')}`;

describe('the NodeResourcesFit filter', () => {
  const there = makePod('e').onNode('n').requests({ cpu: '3', memory: '6Gi' });
  const cases: [name: string, node: NodeBuilder, pod: PodBuilder, want: string | undefined][] = [
    ['fits exactly', makeNode('n'), makePod('p').requests({ cpu: '1', memory: '2Gi' }), undefined],
    ['one milli too much', makeNode('n'), makePod('p').requests({ cpu: '1001m' }), lacking('cpu')],
    ['half a milli is a whole one', makeNode('n'), makePod('p').requests({ cpu: '1000.5m' }), lacking('cpu')],
    [
      'in the order of kube-scheduler',
      makeNode('n'),
      makePod('p').requests({ memory: '3Gi', cpu: '2' }),
      lacking('cpu', 'memory'),
    ],
    [
      'only what is lacking is named',
      makeNode('n'),
      makePod('p').requests({ cpu: '2', memory: '1Gi' }),
      lacking('cpu'),
    ],
    ['more than the node has', makeNode('n'), makePod('p').requests({ cpu: '5' }), neverHas('cpu')],
    [
      'one that it never has makes all unresolvable',
      makeNode('n'),
      makePod('p').requests({ cpu: '2', [GPU]: 1 }),
      neverHas('cpu', GPU),
    ],
    ['nothing asked for', makeNode('n').onlyAllocatable({ pods: '2' }), makePod('p'), undefined],
    [
      '0 is nothing',
      makeNode('n').onlyAllocatable({ pods: '2' }),
      makePod('p').requests({ cpu: '0', memory: 0, [GPU]: '0' }),
      undefined,
    ],
    ['too many pods', makeNode('n').allocatable({ pods: '1' }), makePod('p'), 'Unschedulable: Too many pods'],
    [
      'room for the last pod, but not for its cpu',
      makeNode('n').allocatable({ pods: '2' }),
      makePod('p').requests({ cpu: '2' }),
      lacking('cpu'),
    ],
    ['no pods said is none', makeNode('n').onlyAllocatable({ cpu: '9' }), makePod('p'), 'Unschedulable: Too many pods'],
    [
      'pods and cpu',
      makeNode('n').allocatable({ pods: '1' }),
      makePod('p').requests({ cpu: '2' }),
      'Unschedulable: Too many pods, Insufficient cpu',
    ],
    [
      'ephemeral storage',
      makeNode('n').allocatable({ 'ephemeral-storage': '1Gi' }),
      makePod('p').requests({ 'ephemeral-storage': '2Gi' }),
      neverHas('ephemeral-storage'),
    ],
    ['huge pages', makeNode('n'), makePod('p').requests({ 'hugepages-2Mi': '2Mi' }), neverHas('hugepages-2Mi')],
    ['a resource that is none', makeNode('n'), makePod('p').requests({ 'made-up': '1' }), undefined],
    [
      'overhead',
      makeNode('n'),
      makePod('p')
        .requests({ cpu: '1' })
        .with({ overhead: { cpu: '1m' } }),
      lacking('cpu'),
    ],
  ];
  test.each(cases)('%s', (_name, node, pod, want) => {
    expect(runPlugin(nodeResourcesFit, { pod, snapshot: makeSnapshot([node], [there]) }).filter['n']).toBe(want);
  });

  const overCommitted: [name: string, requests: Record<string, number>, want: string | undefined][] = [
    ['what is not asked for does not matter', { cpu: 0, [GPU]: 0 }, undefined],
    ['less than nothing of cpu is nothing', { cpu: -1 }, undefined],
    ['less than nothing of an extended resource is compared', { [GPU]: -1 }, lacking(GPU)],
    ['and fits where nobody has any', { 'amd.com/gpu': -1 }, undefined],
  ];
  test.each(overCommitted)('on a node that is over-committed, %s', (_name, requests, want) => {
    const snapshot = makeSnapshot(
      [makeNode('n').allocatable({ [GPU]: '1' })],
      [
        makePod('e')
          .onNode('n')
          .requests({ cpu: 6, [GPU]: 3 }),
      ],
    );
    expect(runPlugin(nodeResourcesFit, { pod: makePod('p').requests(requests), snapshot }).filter['n']).toBe(want);
  });

  const ignoring: [name: string, args: unknown, resource: string, want: string | undefined][] = [
    ['ignores extended resources by name', { ignoredResources: [GPU] }, GPU, undefined],
    ['ignores extended resources by group', { ignoredResourceGroups: ['nvidia.com'] }, GPU, undefined],
    ['does not ignore another name', { ignoredResources: ['amd.com/gpu'] }, GPU, neverHas(GPU)],
    [
      'does not ignore another group',
      { ignoredResourceGroups: ['nvidia.co', 'nvidia.com.example'] },
      GPU,
      neverHas(GPU),
    ],
    ['does not ignore huge pages', { ignoredResources: ['hugepages-2Mi'] }, 'hugepages-2Mi', neverHas('hugepages-2Mi')],
    [
      "does not ignore Kubernetes' own group",
      { ignoredResourceGroups: ['kubernetes.io'] },
      'kubernetes.io/thing',
      neverHas('kubernetes.io/thing'),
    ],
  ];
  test.each(ignoring)('%s', (_name, args, resource, want) => {
    expect(
      runPlugin(nodeResourcesFit, {
        pod: makePod('p').requests({ [resource]: 1 }),
        snapshot: makeSnapshot([makeNode('n')]),
        args,
      }).filter['n'],
    ).toBe(want);
  });

  test('tells apart what nodes lack, however many resources are asked for', () => {
    const resources = Array.from({ length: 40 }, (_, index) => `example.com/r${index}`);
    const having = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 1]));
    const nodes = [
      makeNode('a').allocatable(having(...resources.slice(0, -1))),
      makeNode('b').allocatable(having(...resources.slice(1, -1))),
    ];
    expect(
      runPlugin(nodeResourcesFit, { pod: makePod('p').requests(having(...resources)), snapshot: makeSnapshot(nodes) })
        .filter,
    ).toEqual({ a: neverHas('example.com/r39'), b: neverHas('example.com/r0', 'example.com/r39') });
  });

  const MOST = 2n ** 63n - 1n;
  const int64: [name: string, capacity: bigint, held: bigint[], asked: bigint, want: string | undefined][] = [
    ['fits exactly', 2n ** 62n + 1n, [2n ** 61n], 2n ** 61n + 1n, undefined],
    ['one byte too much', 2n ** 62n + 1n, [2n ** 61n], 2n ** 61n + 2n, lacking('memory')],
    ['all that the node has', 2n ** 62n + 1n, [2n ** 61n], 2n ** 62n + 1n, lacking('memory')],
    ['one byte more than the node has', 2n ** 62n + 1n, [2n ** 61n], 2n ** 62n + 2n, neverHas('memory')],
    ['what is little fits into the difference of what is not', 2n ** 60n + 8n, [2n ** 60n + 5n], 3n, undefined],
    ['and one byte more does not', 2n ** 60n + 8n, [2n ** 60n + 5n], 4n, lacking('memory')],
    ['what is free wraps', MOST, [MOST, MOST], 1n, lacking('memory')],
    ['what is held wraps', 2n ** 33n, [MOST, 2n ** 62n + 1n], 2n ** 62n + 2n ** 33n, undefined],
    [
      'and one byte more is too much',
      2n ** 33n,
      [MOST, 2n ** 62n + 1n],
      2n ** 62n + 2n ** 33n + 1n,
      neverHas('memory'),
    ],
  ];
  test.each(int64)('counts in int64, as Go: %s', (_name, capacity, held, asked, want) => {
    const pods = held.map((memory, index) =>
      makePod(`e${index}`)
        .onNode('n')
        .requests({ memory: `${memory}` }),
    );
    const snapshot = makeSnapshot([makeNode('n').allocatable({ memory: `${capacity}` })], pods);
    expect(
      runPlugin(nodeResourcesFit, { pod: makePod('p').requests({ memory: `${asked}` }), snapshot }).filter['n'],
    ).toBe(want);
  });

  test('fails where its PreFilter is disabled, as upstream', () => {
    const plugin = { ...nodeResourcesFit };
    delete plugin.preFilter;
    expect(() => runPlugin(plugin, { pod: makePod('p'), snapshot: makeSnapshot([makeNode('n')]) })).toThrow(
      'running "NodeResourcesFit" filter plugin: error reading "PreFilterNodeResourcesFit" from cycleState: not found',
    );
  });
});

describe('the NodeResourcesFit score', () => {
  const resources = (...names: string[]) => names.map((name) => ({ name, weight: 1 }));
  const half = makePod('e')
    .onNode('n')
    .requests({ cpu: '1', memory: '2Gi', [GPU]: 1 });
  const shape = [
    { utilization: 0, score: 0 },
    { utilization: 50, score: 10 },
    { utilization: 100, score: 5 },
  ];
  const ratio = (points: typeof shape, ...names: string[]) => ({
    type: 'RequestedToCapacityRatio',
    resources: resources(...names),
    requestedToCapacityRatio: { shape: points },
  });
  const cases: [name: string, scoringStrategy: unknown, pod: PodBuilder, want: number][] = [
    [
      'LeastAllocated: what is free',
      { type: 'LeastAllocated' },
      makePod('p').requests({ cpu: '1', memory: '2Gi' }),
      50,
    ],
    ['MostAllocated: what is taken', { type: 'MostAllocated' }, makePod('p').requests({ cpu: '2', memory: '2Gi' }), 62],
    [
      'weights',
      { type: 'LeastAllocated', resources: [{ name: 'cpu', weight: 3 }, { name: 'memory' }] },
      makePod('p').requests({ cpu: '3', memory: '2Gi' }),
      12,
    ],
    [
      'weights of what scores',
      { type: 'LeastAllocated', resources: [{ name: 'cpu', weight: 3 }, { name: 'memory' }] },
      makePod('p').requests({ cpu: '2', memory: '2Gi' }),
      31,
    ],
    ['what nobody states is assumed', { type: 'LeastAllocated' }, makePod('p'), 72],
    ['an explicit 0 stays 0', { type: 'LeastAllocated' }, makePod('p').requests({ cpu: 0, memory: 0 }), 75],
    [
      'an extended resource that is not asked for is left out',
      { type: 'MostAllocated', resources: resources('cpu', GPU) },
      makePod('p').requests({ cpu: '2' }),
      75,
    ],
    [
      'one that is asked for counts',
      { type: 'MostAllocated', resources: resources('cpu', GPU) },
      makePod('p').requests({ cpu: '1', [GPU]: 1 }),
      75,
    ],
    [
      'one that the node does not have is left out',
      { type: 'MostAllocated', resources: resources('cpu', 'ephemeral-storage') },
      makePod('p').requests({ cpu: '1' }),
      50,
    ],
    ['RequestedToCapacityRatio follows the shape', ratio(shape, 'cpu'), makePod('p').requests({ cpu: '2' }), 75],
    ['at its first stretch', ratio(shape, 'cpu'), makePod('p').requests({ cpu: 0 }), 50],
    ['before it starts', ratio(shape.slice(1), 'cpu'), makePod('p').requests({ cpu: 0 }), 100],
    [
      'after it ends',
      ratio(
        [
          { utilization: 0, score: 0 },
          { utilization: 25, score: 5 },
          { utilization: 50, score: 9 },
        ],
        'cpu',
      ),
      makePod('p').requests({ cpu: '2' }),
      90,
    ],
    [
      'and leaves out what scores 0',
      ratio(
        [
          { utilization: 25, score: 0 },
          { utilization: 75, score: 10 },
        ],
        'cpu',
        'memory',
      ),
      makePod('p').requests({ cpu: 0, memory: '2Gi' }),
      50,
    ],
    ['and rounds', ratio(shape, 'cpu', 'memory'), makePod('p').requests({ cpu: '2', memory: '3Gi' }), 82],
    [
      'a resize does not count here',
      { type: 'LeastAllocated' },
      makePod('p')
        .requests({ cpu: '1', memory: '2Gi' })
        .withStatus({ containerStatuses: [{ name: 'c', resources: { requests: { cpu: '3' } } }] }),
      50,
    ],
    [
      'pod-level requests do not count here',
      { type: 'LeastAllocated' },
      makePod('p').podRequests({ cpu: '2', memory: '4Gi' }),
      72,
    ],
  ];
  test.each(cases)('%s', (_name, scoringStrategy, pod, want) => {
    const snapshot = makeSnapshot([makeNode('n').allocatable({ [GPU]: '2' })], [half]);
    expect(runPlugin(nodeResourcesFit, { pod, snapshot, args: { scoringStrategy } }).raw).toEqual({ n: want });
  });

  test('a resource over capacity, by what is assumed, scores 0 and counts', () => {
    const snapshot = makeSnapshot([makeNode('n').allocatable({ memory: '100Mi' })]);
    expect(runPlugin(nodeResourcesFit, { pod: makePod('p'), snapshot }).raw).toEqual({ n: 48 });
  });

  test('a resource that nobody has, and the filter ignores, is left out', () => {
    const args = {
      ignoredResources: [GPU],
      scoringStrategy: { type: 'MostAllocated', resources: resources('cpu', GPU) },
    };
    expect(
      runPlugin(nodeResourcesFit, {
        pod: makePod('p').requests({ cpu: '2', [GPU]: 1 }),
        snapshot: makeSnapshot([makeNode('n')]),
        args,
      }).raw,
    ).toEqual({ n: 50 });
  });

  test('is the same where its PreScore is disabled', () => {
    const plugin = { ...nodeResourcesFit };
    delete plugin.preScore;
    expect(
      runPlugin(plugin, {
        pod: makePod('p').requests({ cpu: '1', memory: '2Gi' }),
        snapshot: makeSnapshot([makeNode('n')], [half]),
      }).raw,
    ).toEqual({ n: 50 });
  });

  test('divisions cut towards 0, also below it', () => {
    const score = (type: string): number | undefined =>
      runPlugin(nodeResourcesFit, {
        pod: makePod('p').requests({ cpu: '-370u' }),
        snapshot: makeSnapshot([makeNode('n')]),
        args: { scoringStrategy: { type, resources: resources('cpu') } },
      }).raw['n'];
    expect([score('MostAllocated'), score('LeastAllocated')]).toEqual([0, 100]);
  });

  const percent = [
    { utilization: 0, score: 0 },
    { utilization: 100, score: 10 },
  ];
  const third = (capacity: bigint): bigint => (capacity * 33n) / 100n;
  const MOST = 2n ** 63n - 1n;
  const most = { type: 'MostAllocated', resources: resources('memory') };
  const least = { type: 'LeastAllocated', resources: resources('memory') };
  const exact: [name: string, capacity: bigint, strategy: unknown, held: bigint[], asked: bigint, want: number][] = [
    ...[2n ** 50n, 2n ** 56n].flatMap((capacity): typeof exact => [
      ['MostAllocated', capacity, most, [], third(capacity), 32],
      ['MostAllocated, one byte more', capacity, most, [], third(capacity) + 1n, 33],
      ['MostAllocated over capacity', capacity, most, [], capacity + 1n, 100],
      ['LeastAllocated', capacity, least, [], third(capacity), 67],
      ['LeastAllocated, one byte more', capacity, least, [], third(capacity) + 1n, 66],
      ['LeastAllocated, one byte', capacity, least, [], 1n, 99],
      ['LeastAllocated over capacity', capacity, least, [], capacity + capacity / 2n, 0],
      ['RequestedToCapacityRatio', capacity, ratio(percent, 'memory'), [], third(capacity), 32],
      ['RequestedToCapacityRatio, one byte more', capacity, ratio(percent, 'memory'), [], third(capacity) + 1n, 33],
    ]),
    ['MostAllocated, where the hundredfold wraps', 2n ** 60n, most, [], 2n ** 56n, 6],
    ['LeastAllocated, where the hundredfold wraps', 2n ** 60n, least, [], third(2n ** 60n), 3],
    [
      'RequestedToCapacityRatio, where the hundredfold wraps',
      2n ** 60n,
      ratio(
        [
          { utilization: 0, score: 0 },
          { utilization: 10, score: 10 },
        ],
        'memory',
      ),
      [],
      2n ** 56n,
      60,
    ],
    ['sums that wrap into little', 1000n, most, [MOST, 2n ** 62n + 1n], 2n ** 62n + 500n, 50],
    [
      'sums that wrap below 0',
      1000n,
      ratio(
        [
          { utilization: 0, score: 7 },
          { utilization: 100, score: 1 },
        ],
        'memory',
      ),
      [MOST],
      5n,
      70,
    ],
  ];
  test.each(exact)(
    'is exact beyond what 100 times a double holds: %s of %p',
    (_name, capacity, scoringStrategy, held, asked, want) => {
      const pods = held.map((memory, index) =>
        makePod(`e${index}`)
          .onNode('n')
          .requests({ memory: `${memory}` }),
      );
      const snapshot = makeSnapshot([makeNode('n').allocatable({ memory: `${capacity}` })], pods);
      const unfiltered = { ...nodeResourcesFit, preFilter: () => SKIP };
      expect(
        runPlugin(unfiltered, {
          pod: makePod('p').requests({ memory: `${asked}` }),
          snapshot,
          args: { scoringStrategy },
        }).raw,
      ).toEqual({ n: want });
    },
  );
});
