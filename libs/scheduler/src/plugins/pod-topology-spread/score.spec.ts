import { decidePods } from '../../batch/decide-pods.js';
import type { ClusterObjects } from '../../in-tree-snapshot.js';
import type { Pod, TopologySpreadConstraint } from '../../objects/objects.js';
import { readProfile } from '../../configuration/read-profile.js';
import { makeNode, makePod, makeSnapshot, runPlugin, type NodeBuilder, type PodBuilder } from '../../testing/index.js';
import { podTopologySpread } from './plugin.js';

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';
const soft = (more: TopologySpreadConstraint = {}): TopologySpreadConstraint => ({
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'ScheduleAnyway',
  labelSelector: { matchLabels: { app: 'x' } },
  ...more,
});
const spread = (...topologySpreadConstraints: TopologySpreadConstraint[]): PodBuilder =>
  makePod('p').labels({ app: 'x' }).with({ topologySpreadConstraints });
let peers = 0;
const peer = (node: string, labels: Record<string, string> = { app: 'x' }): PodBuilder =>
  makePod(`peer-${(peers += 1)}`)
    .labels(labels)
    .onNode(node);
const node = (name: string, labels: Record<string, string> = {}): NodeBuilder =>
  makeNode(name).labels({ [HOSTNAME]: name, ...labels });

/** Zone 1 has two nodes, zone 2 one. */
const zones = [node('a', { zone: '1' }), node('b', { zone: '1' }), node('c', { zone: '2' })];
const bare = node('bare');
type Scores = Readonly<Record<string, number>>;

function scores(
  nodes: NodeBuilder[],
  pod: PodBuilder,
  { there = [], objects = {}, args }: { there?: PodBuilder[]; objects?: ClusterObjects; args?: unknown },
): [Scores, Scores] {
  const { raw, normalized } = runPlugin(podTopologySpread, {
    pod,
    snapshot: makeSnapshot(nodes, there, objects),
    args,
  });
  return [raw, normalized];
}

// The logarithm of 3 (one domain) is 1.10, of 4 1.39, of 5 1.61, of 6 1.79.
describe('the PodTopologySpread score by zone', () => {
  const cases: [
    name: string,
    nodes: NodeBuilder[],
    pod: PodBuilder,
    there: PodBuilder[],
    raw: Scores,
    normalized: Scores,
  ][] = [
    ['nobody is there', zones, spread(soft()), [], { a: 0, b: 0, c: 0 }, { a: 100, b: 100, c: 100 }],
    [
      'fewer is better',
      zones,
      spread(soft()),
      [peer('a'), peer('b'), peer('c')],
      { a: 3, b: 3, c: 1 },
      { a: 33, b: 33, c: 100 },
    ],
    [
      'a larger skew blurs the difference',
      zones,
      spread(soft({ maxSkew: 3 })),
      [peer('a'), peer('a'), peer('c')],
      { a: 5, b: 5, c: 3 },
      { a: 60, b: 60, c: 100 },
    ],
    [
      'more domains weigh more',
      [...zones, node('d', { zone: '3' }), node('e', { zone: '4' })],
      spread(soft()),
      [peer('a'), peer('a')],
      { a: 4, b: 4, c: 0, d: 0, e: 0 },
      { a: 0, b: 0, c: 100, d: 100, e: 100 },
    ],
    ['one domain', [node('a', { zone: '1' })], spread(soft()), [peer('a')], { a: 1 }, { a: 100 }],
    [
      'pods that are not selected',
      zones,
      spread(soft()),
      [peer('a', { app: 'y' })],
      { a: 0, b: 0, c: 0 },
      { a: 100, b: 100, c: 100 },
    ],
    [
      'pods of another namespace',
      zones,
      spread(soft()),
      [peer('a').namespace('other')],
      { a: 0, b: 0, c: 0 },
      { a: 100, b: 100, c: 100 },
    ],
    [
      'pods that are terminating',
      zones,
      spread(soft()),
      [peer('a').terminating()],
      { a: 0, b: 0, c: 0 },
      { a: 100, b: 100, c: 100 },
    ],
    [
      'an empty selector counts nothing',
      zones,
      spread(soft({ labelSelector: {} })),
      [peer('a')],
      { a: 0, b: 0, c: 0 },
      { a: 100, b: 100, c: 100 },
    ],
    [
      'a node without the key is ignored',
      [...zones, bare],
      spread(soft()),
      [peer('a'), peer('bare')],
      { a: 1, b: 1, c: 0, bare: 0 },
      { a: 0, b: 0, c: 100, bare: 0 },
    ],
    [
      'an ignored node is nothing to be normalised by',
      [bare, ...zones],
      spread(soft({ maxSkew: 2 })),
      [],
      { a: 1, b: 1, c: 1, bare: 0 },
      { a: 100, b: 100, c: 100, bare: 0 },
    ],
    ['all nodes are ignored', [bare], spread(soft()), [], { bare: 0 }, { bare: 0 }],
    [
      'a skew of nothing is taken for ignored',
      zones,
      spread(soft({ maxSkew: 0 })),
      [peer('a')],
      { a: 0, b: 0, c: -1 },
      { a: 100, b: 100, c: 0 },
    ],
  ];
  test.each(cases)('%s', (_name, nodes, pod, there, raw, normalized) =>
    expect(scores(nodes, pod, { there })).toEqual([raw, normalized]),
  );
});

describe('the PodTopologySpread score counts', () => {
  const [a, , c] = zones;
  const tainted = node('t', { zone: '2' }).taint('k', 'NoSchedule');
  const racked = (name: string, zone: string): NodeBuilder => node(name, { zone, rack: name });
  const needsRack: TopologySpreadConstraint = {
    maxSkew: 9,
    topologyKey: 'rack',
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: null,
  };
  const hosts = soft({ topologyKey: HOSTNAME });
  const cases: [name: string, nodes: (NodeBuilder | undefined)[], pod: PodBuilder, there: PodBuilder[], raw: Scores][] =
    [
      [
        'nodes that the pod asks for',
        [node('a', { zone: '1', disk: 'ssd' }), ...zones.slice(1)],
        spread(soft()).nodeSelector({ disk: 'ssd' }),
        [peer('a'), peer('b')],
        { a: 1, b: 1, c: 0 },
      ],
      [
        'nodes that the pod does not ask for',
        [node('a', { zone: '1', disk: 'ssd' }), ...zones.slice(1)],
        spread(soft({ nodeAffinityPolicy: 'Ignore' })).nodeSelector({ disk: 'ssd' }),
        [peer('a'), peer('b')],
        { a: 3, b: 3, c: 0 },
      ],
      [
        'no nodes with taints, if it says so',
        [a, tainted],
        spread(soft({ nodeTaintsPolicy: 'Honor' })),
        [peer('t'), peer('t')],
        { a: 0, t: 0 },
      ],
      ['nodes with taints', [a, tainted], spread(soft()), [peer('t'), peer('t')], { a: 0, t: 3 }],
      [
        'nodes that are not feasible',
        [racked('a', '1'), node('b', { zone: '1' })],
        spread(needsRack, soft()),
        [peer('b')],
        { a: 1 },
      ],
      [
        'no domains without a feasible node',
        [racked('a', '1'), c],
        spread(needsRack, soft()),
        [peer('a'), peer('a'), peer('a')],
        { a: 3 },
      ],
      [
        'no pods on nodes that lack another key',
        [racked('a', '1'), racked('d', '2'), node('b', { zone: '1' })],
        spread(soft({ maxSkew: 2 }), soft({ topologyKey: 'rack' })),
        [peer('b'), peer('b'), peer('d')],
        { a: 1, b: 0, d: 4 },
      ],
      ['by itself for the hostname', zones, spread(hosts), [peer('a'), peer('a'), peer('c')], { a: 3, b: 0, c: 2 }],
      [
        'only feasible nodes as hosts',
        [racked('a', '1'), c],
        spread(needsRack, hosts),
        [peer('a'), peer('a'), peer('a')],
        { a: 3 },
      ],
      [
        'no ignored nodes as hosts',
        [a, bare],
        spread(soft({ labelSelector: null }), hosts),
        [peer('a'), peer('a'), peer('a')],
        { a: 3, bare: 0 },
      ],
      [
        'any node for the hostname, whatever its taints',
        [a, tainted],
        spread(soft({ topologyKey: HOSTNAME, nodeTaintsPolicy: 'Honor' })),
        [peer('t'), peer('t')],
        { a: 0, t: 3 },
      ],
      [
        'nothing by an empty selector for the hostname',
        zones,
        spread(soft({ topologyKey: HOSTNAME, labelSelector: {} })),
        [peer('a')],
        { a: 0, b: 0, c: 0 },
      ],
      [
        'in all constraints: the sum is rounded, not its parts',
        zones,
        spread(soft(), hosts),
        [peer('a'), peer('a'), peer('c')],
        { a: 6, b: 3, c: 3 },
      ],
      [
        'each constraint for itself, of one key too',
        zones,
        spread(soft(), soft({ labelSelector: { matchLabels: { app: 'y' } } })),
        [peer('a'), peer('c', { app: 'y' })],
        { a: 1, b: 1, c: 1 },
      ],
    ];
  test.each(cases)('%s', (_name, nodes, pod, there, raw) =>
    expect(
      scores(
        nodes.flatMap((one) => one ?? []),
        pod,
        { there },
      )[0],
    ).toEqual(raw),
  );
});

describe('default constraints', () => {
  const services = [{ metadata: { namespace: 'default' }, spec: { selector: { app: 'x' } } }];
  const plain = makePod('p').labels({ app: 'x' });
  const hosts = [node('a', { [ZONE]: '1' }), node('b', { [ZONE]: '2' }), node('c')];
  const list = (...defaultConstraints: TopologySpreadConstraint[]): unknown => ({
    defaultingType: 'List',
    defaultConstraints,
  });
  const zone = { maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: 'ScheduleAnyway' };
  const there = [peer('a'), peer('c')];
  const cases: [name: string, nodes: NodeBuilder[], args: unknown, raw: Scores, normalized: Scores][] = [
    [
      'of the system: a node without zone has no term for it',
      hosts,
      undefined,
      { a: 9, b: 6, c: 4 },
      { a: 44, b: 77, c: 100 },
    ],
    [
      'of the system: no zone is the zone of an empty name',
      [makeNode('a').labels({ [ZONE]: '' }), makeNode('c')],
      undefined,
      { a: 6, c: 0 },
      { a: 0, c: 100 },
    ],
    ['of the system, said', hosts, { defaultingType: 'System' }, { a: 9, b: 6, c: 4 }, { a: 44, b: 77, c: 100 }],
    ['of a list: a node without zone is ignored', hosts, list(zone), { a: 1, b: 0, c: 0 }, { a: 0, b: 100, c: 0 }],
    [
      'of a list: the keys of labels say nothing',
      hosts,
      list({ ...zone, matchLabelKeys: ['app'] }),
      { a: 1, b: 0, c: 0 },
      { a: 0, b: 100, c: 0 },
    ],
    ['of an empty list', hosts, list(), {}, {}],
    ['of a list with hard ones only', hosts, list({ ...zone, maxSkew: 9, whenUnsatisfiable: 'DoNotSchedule' }), {}, {}],
  ];
  test.each(cases)('%s', (_name, nodes, args, raw, normalized) => {
    expect(scores(nodes, plain, { there, objects: { services }, args })).toEqual([raw, normalized]);
  });

  test('hard ones filter, with the labels that the service asks for', () => {
    const snapshot = makeSnapshot(hosts, there, { services });
    const { filter, preFilter } = runPlugin(podTopologySpread, {
      pod: plain,
      snapshot,
      args: list({ ...zone, whenUnsatisfiable: 'DoNotSchedule' }),
    });
    const noMatch = "node(s) didn't match pod topology spread constraints";
    expect([preFilter, filter]).toEqual([
      { code: 'Success', reasons: [] },
      { a: `Unschedulable: ${noMatch}`, c: `UnschedulableAndUnresolvable: ${noMatch} (missing required label)` },
    ]);
  });

  const skipping: [name: string, pod: PodBuilder, objects: ClusterObjects][] = [
    ['without service or controller', plain, {}],
    [
      'of a pod that has hard constraints',
      spread({ ...soft(), whenUnsatisfiable: 'DoNotSchedule', topologyKey: HOSTNAME }),
      { services },
    ],
    ['of a pod whose constraints say something else', spread({ ...soft(), whenUnsatisfiable: 'Maybe' }), { services }],
  ];
  test.each(skipping)('do not apply: %s', (_name, pod, objects) => {
    expect(runPlugin(podTopologySpread, { pod, snapshot: makeSnapshot(hosts, [], objects) }).skipsScore).toBe(true);
  });
  const applying: [name: string, pod: Pod][] = [
    ['whose list is empty', spread()],
    ['whose list is null', makePod('p').labels({ app: 'x' }).with({ topologySpreadConstraints: null })],
    ['without spec', { metadata: { name: 'p', namespace: 'default', labels: { app: 'x' } } }],
  ];
  test.each(applying)('apply to a pod %s', (_name, pod) => {
    expect(runPlugin(podTopologySpread, { pod, snapshot: makeSnapshot(hosts, there, { services }) }).raw).toEqual({
      a: 9,
      b: 6,
      c: 4,
    });
  });
});

test("without its PreScore the score fails in upstream's words", () => {
  const read = readProfile({ plugins: { preScore: { disabled: [{ name: 'PodTopologySpread' }] } } });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const [attempt] = decidePods({
    snapshot: makeSnapshot(zones),
    pods: [spread(soft())],
    profileOf: () => read.profile,
    tieBreak: { rule: 'first' },
    preemption: 'off',
    now: '2026-01-01T00:00:00Z',
  });
  expect([attempt?.outcome, attempt?.message]).toEqual([
    'error',
    'running Score plugins: plugin "PodTopologySpread" failed with: error reading "PreScorePodTopologySpread" ' +
      'from cycleState: not found',
  ]);
});
