import { IncomingPod } from '../../pods/incoming-pod.js';
import { cycleFor } from '../../attempt/plugin-cycle.js';
import type { TopologySpreadConstraint } from '../../objects/objects.js';
import type { PreparedFilter } from '../../plugin.js';
import { placedPod, type Snapshot } from '../../snapshot/index.js';
import { StatusTable } from '../../evidence/statuses.js';
import { makeNode, makePod, makeSnapshot, runPlugin, type NodeBuilder, type PodBuilder } from '../../testing/index.js';
import { podTopologySpread } from './plugin.js';

const SKEW = "Unschedulable: node(s) didn't match pod topology spread constraints";
const MISSING =
  "UnschedulableAndUnresolvable: node(s) didn't match pod topology spread constraints (missing required label)";

const hard = (more: TopologySpreadConstraint = {}): TopologySpreadConstraint => ({
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'DoNotSchedule',
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

/** Zone 1 has two nodes, zone 2 one. */
const [a, b, c] = [
  makeNode('a').labels({ zone: '1' }),
  makeNode('b').labels({ zone: '1' }),
  makeNode('c').labels({ zone: '2' }),
];
const zones = [a, b, c];
const bare = makeNode('bare');
type Verdicts = Readonly<Record<string, string>>;
const zone1: Verdicts = { a: SKEW, b: SKEW };
const everywhere: Verdicts = { a: SKEW, b: SKEW, c: SKEW };

describe('the PodTopologySpread filter', () => {
  const cases: [name: string, pod: PodBuilder, there: PodBuilder[], want: Verdicts][] = [
    ['nobody is there', spread(hard()), [], {}],
    ['a zone that is ahead', spread(hard()), [peer('a')], zone1],
    ['a zone that is ahead by as much as may be', spread(hard({ maxSkew: 2 })), [peer('a')], {}],
    ['a zone that is ahead by more', spread(hard({ maxSkew: 2 })), [peer('a'), peer('b')], zone1],
    ['zones that are even', spread(hard()), [peer('b'), peer('c')], {}],
    ['a pod that is not spread itself', spread(hard()).labels({ app: 'y' }), [peer('a')], {}],
    [
      'a pod that is not spread itself, and a zone that is too far ahead',
      spread(hard()).labels({ app: 'y' }),
      [peer('a'), peer('b')],
      zone1,
    ],
    ['pods that are not selected', spread(hard()), [peer('a', { app: 'y' })], {}],
    ['pods of another namespace', spread(hard()), [peer('a').namespace('other')], {}],
    ['pods that are terminating', spread(hard()), [peer('a').terminating()], {}],
    ['fewer zones than there must be', spread(hard({ minDomains: 3 })), [peer('a'), peer('c')], everywhere],
    ['as many zones as there must be', spread(hard({ minDomains: 2 })), [peer('a'), peer('c')], {}],
    ['no number of zones', spread(hard({ minDomains: null })), [peer('a'), peer('c')], {}],
    ['an empty selector counts no pod there', spread(hard({ labelSelector: {} })), [peer('a'), peer('a')], {}],
    ['an empty selector counts the pod itself', spread(hard({ labelSelector: {}, maxSkew: 0 })), [], everywhere],
    ['no selector counts nothing', spread(hard({ labelSelector: null, maxSkew: 0 })), [peer('a')], {}],
    [
      'no maxSkew is none',
      spread({ topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app: 'x' } } }),
      [],
      everywhere,
    ],
    [
      'matchLabelKeys: another version',
      spread(hard({ matchLabelKeys: ['v'] })).labels({ app: 'x', v: '2' }),
      [peer('a', { app: 'x', v: '1' })],
      {},
    ],
    [
      'matchLabelKeys: the same version',
      spread(hard({ matchLabelKeys: ['v'] })).labels({ app: 'x', v: '2' }),
      [peer('a', { app: 'x', v: '2' })],
      zone1,
    ],
    ['matchLabelKeys null', spread(hard({ matchLabelKeys: null })), [peer('a')], zone1],
    ['every constraint must hold', spread(hard({ maxSkew: 5 }), hard()), [peer('a')], zone1],
    [
      'soft constraints do not filter',
      spread(hard({ maxSkew: 5 }), hard({ whenUnsatisfiable: 'ScheduleAnyway' })),
      [peer('a')],
      {},
    ],
  ];
  test.each(cases)('%s', (_name, pod, there, want) => {
    expect(runPlugin(podTopologySpread, { pod, snapshot: makeSnapshot(zones, there) }).filter).toEqual(want);
  });
});

describe('nodes without a key', () => {
  const ra = makeNode('ra').labels({ zone: '1', rack: 'r1' });
  const rc = makeNode('rc').labels({ zone: '2', rack: 'r2' });
  const rackless = makeNode('rackless').labels({ zone: '1' });
  const far = makeNode('far').labels({ zone: '3' });
  const rack = hard({ topologyKey: 'rack' });
  const cases: [name: string, nodes: NodeBuilder[], pod: PodBuilder, there: PodBuilder[], want: Verdicts][] = [
    ['do not fit', [...zones, bare], spread(hard()), [], { bare: MISSING }],
    [
      'a constraint without a key fits nowhere',
      zones,
      spread({ ...hard(), topologyKey: '' }),
      [],
      { a: MISSING, b: MISSING, c: MISSING },
    ],
    [
      'an absent key is an empty one',
      zones,
      spread({ maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }),
      [],
      { a: MISSING, b: MISSING, c: MISSING },
    ],
    [
      'the first constraint that fails says why: skew',
      [ra, rc, rackless],
      spread(hard(), rack),
      [peer('ra')],
      { ra: SKEW, rackless: SKEW },
    ],
    [
      'the first constraint that fails says why: the key',
      [ra, rc, rackless],
      spread(rack, hard()),
      [peer('ra')],
      { ra: SKEW, rackless: MISSING },
    ],
    [
      'their pods do not count',
      [ra, rc, rackless],
      spread(rack, hard()),
      [peer('rackless'), peer('rackless')],
      { rackless: MISSING },
    ],
    ['their zones are no domains', [ra, far], spread(rack, hard()), [peer('ra')], { far: MISSING }],
    ['an empty value is a value', [makeNode('e').labels({ zone: '' }), c], spread(hard()), [peer('e')], { e: SKEW }],
  ];
  test.each(cases)('%s', (_name, nodes, pod, there, want) => {
    expect(runPlugin(podTopologySpread, { pod, snapshot: makeSnapshot(nodes, there) }).filter).toEqual(want);
  });
});

describe('nodes that are not counted', () => {
  const ssd = makeNode('ssd').labels({ zone: '1', disk: 'ssd' });
  const tainted = (effect: string): NodeBuilder => makeNode('t').labels({ zone: '2' }).taint('k', effect);
  const fast = (more: TopologySpreadConstraint): PodBuilder => spread(hard(more)).nodeSelector({ disk: 'ssd' });
  const honouring = spread(hard({ nodeTaintsPolicy: 'Honor' }));
  const cases: [name: string, nodes: NodeBuilder[], pod: PodBuilder, there: PodBuilder[], want: Verdicts][] = [
    ['by node selector', [ssd, c], fast({}), [peer('ssd')], {}],
    ['by node selector, which is said', [ssd, c], fast({ nodeAffinityPolicy: 'Honor' }), [peer('ssd')], {}],
    ['by node selector, which is null', [ssd, c], fast({ nodeAffinityPolicy: null }), [peer('ssd')], {}],
    [
      'counted in spite of the node selector',
      [ssd, c],
      fast({ nodeAffinityPolicy: 'Ignore' }),
      [peer('ssd')],
      { ssd: SKEW },
    ],
    ['counted by a policy that is none', [ssd, c], fast({ nodeAffinityPolicy: '' }), [peer('ssd')], { ssd: SKEW }],
    [
      'by required affinity',
      [ssd, c],
      spread(hard()).requires({ matchExpressions: [{ key: 'disk', operator: 'Exists' }] }),
      [peer('ssd')],
      {},
    ],
    ['their pods neither', [ssd, b, c], fast({ minDomains: 2 }), [peer('b')], {}],
    ['taints are not looked at', [ssd, tainted('NoSchedule')], spread(hard()), [peer('ssd')], { ssd: SKEW }],
    [
      'taints are not looked at, which is said',
      [ssd, tainted('NoSchedule')],
      spread(hard({ nodeTaintsPolicy: 'Ignore' })),
      [peer('ssd')],
      { ssd: SKEW },
    ],
    ['by a NoSchedule taint', [ssd, tainted('NoSchedule')], honouring, [peer('ssd')], {}],
    ['by a NoExecute taint', [ssd, tainted('NoExecute')], honouring, [peer('ssd')], {}],
    [
      'counted in spite of a PreferNoSchedule taint',
      [ssd, tainted('PreferNoSchedule')],
      honouring,
      [peer('ssd')],
      { ssd: SKEW },
    ],
    [
      'counted where the taint is tolerated',
      [ssd, tainted('NoSchedule')],
      spread(hard({ nodeTaintsPolicy: 'Honor' })).tolerates({ key: 'k', operator: 'Exists' }),
      [peer('ssd')],
      { ssd: SKEW },
    ],
    ['without any domain the fewest are 0', zones, fast({ maxSkew: 0 }), [], everywhere],
    ['without any domain, and none that must be', zones, fast({ maxSkew: 0, minDomains: 0 }), [peer('a')], {}],
  ];
  test.each(cases)('%s', (_name, nodes, pod, there, want) => {
    expect(runPlugin(podTopologySpread, { pod, snapshot: makeSnapshot(nodes, there) }).filter).toEqual(want);
  });
});

/** The filter that PreFilter prepares, and its verdicts by node. */
function prepared(pod: PodBuilder, snapshot: Snapshot): { filter: PreparedFilter; verdicts: () => Verdicts } {
  const statuses = new StatusTable();
  const cycle = cycleFor(
    { plugin: podTopologySpread, args: { defaultingType: 'System' }, weight: 1 },
    { pod: new IncomingPod(pod), snapshot, statuses },
  );
  const filter = podTopologySpread.preFilter?.({ ...cycle, args: { defaultingType: 'System' } });
  if (filter?.kind !== 'filter') throw new Error(`no filter but ${filter?.kind}`);
  const verdicts = (): Verdicts =>
    Object.fromEntries(
      snapshot.nodes.flatMap(({ name }, row) => {
        const id = filter.filter(row);
        const { code, reasons } = id === 0 ? { code: '', reasons: [] } : statuses.get(id);
        return id === 0 ? [] : [[name, `${code}: ${reasons.join(', ')}`]];
      }),
    );
  return { filter, verdicts };
}

describe('a pod that comes after the counting', () => {
  const rack = (name: string, zone: string): NodeBuilder => makeNode(name).labels({ zone, rack: name });
  const tolerant = hard({ nodeTaintsPolicy: 'Honor' });
  const tainted = makeNode('c').labels({ zone: '2' }).taint('k', 'NoSchedule');
  const cases: [name: string, nodes: NodeBuilder[], pod: PodBuilder, coming: PodBuilder, want: Verdicts][] = [
    ['counts', zones, spread(hard()), peer('c'), { c: SKEW }],
    ['counts in its own namespace only', zones, spread(hard()), peer('c').namespace('other'), {}],
    ['counts if it is selected', zones, spread(hard()), peer('c', { app: 'y' }), {}],
    ['counts although it is terminating', zones, spread(hard()), peer('c').terminating(), { c: SKEW }],
    ['counts for an empty selector', zones, spread(hard({ labelSelector: {} })), peer('c', {}), { c: SKEW }],
    [
      'does not count on a node that lacks a key',
      [rack('r', '1'), c],
      spread(hard(), hard({ topologyKey: 'rack' })),
      peer('c'),
      { c: MISSING },
    ],
    ['does not count on a node that is left out', [a, b, tainted], spread(tolerant), peer('c'), {}],
    [
      'counts for each constraint by itself',
      [rack('a', '1'), rack('c', '2')],
      spread(hard({ topologyKey: 'rack', labelSelector: { matchLabels: { tier: 'web' } } }), hard({ maxSkew: 2 })),
      peer('c', { tier: 'web', app: 'y' }),
      {},
    ],
    [
      'counts for the second constraint too',
      [rack('a', '1'), rack('c', '2')],
      spread(hard({ topologyKey: 'rack', labelSelector: { matchLabels: { app: 'y' } } }), hard()),
      peer('c'),
      { c: SKEW },
    ],
  ];
  test.each(cases)('%s, and goes without a trace', (_name, nodes, pod, coming, want) => {
    const snapshot = makeSnapshot(nodes);
    const { filter, verdicts } = prepared(pod, snapshot);
    const before = verdicts();
    const row = snapshot.rowOf(coming.spec.nodeName ?? '') ?? -1;
    filter.addPod?.(placedPod(coming), row);
    expect(verdicts()).toEqual(want);
    filter.removePod?.(placedPod(coming), row);
    expect(verdicts()).toEqual(before);
  });

  test('and one that leaves makes room', () => {
    const leaving = placedPod(peer('a'));
    const { filter, verdicts } = prepared(spread(hard()), makeSnapshot(zones, [peer('a')]));
    expect(verdicts()).toEqual(zone1);
    filter.removePod?.(leaving, 0);
    expect(verdicts()).toEqual({});
  });

  test('nominated pods count on their node alone', () => {
    const snapshot = makeSnapshot([c, a, b]);
    snapshot.nominations.add(placedPod(peer('c')), 'c');
    expect(runPlugin(podTopologySpread, { pod: spread(hard()), snapshot }).filter).toEqual({ c: SKEW });
  });
});
