import type { TopologySpreadConstraint } from '../../objects/objects.js';
import type { Plugin, PreparedFilter, PreparedScore, Touched } from '../../plugin.js';
import { placedPod } from '../../snapshot/index.js';
import { makeCycles, makeNode, makePod, makeSnapshot, type PodBuilder } from '../../testing/index.js';
import { podTopologySpread } from './plugin.js';

const constraint = (
  topologyKey: string,
  whenUnsatisfiable: string,
  more: TopologySpreadConstraint = {},
): TopologySpreadConstraint => ({
  maxSkew: 1,
  topologyKey,
  whenUnsatisfiable,
  labelSelector: { matchLabels: { app: 'x' } },
  ...more,
});
const hard = (topologyKey: string, more?: TopologySpreadConstraint) => constraint(topologyKey, 'DoNotSchedule', more);
const soft = (topologyKey: string, more?: TopologySpreadConstraint) => constraint(topologyKey, 'ScheduleAnyway', more);
const HOSTNAME = 'kubernetes.io/hostname';
const peer = (name = 'peer'): PodBuilder => makePod(name).labels({ app: 'x' });

/** Rows 0 to 3; zones 1 and 2 are domains 0 and 1, and both have a peer. */
const nodes = [
  makeNode('a').labels({ zone: '1', rack: '1', [HOSTNAME]: 'a' }),
  makeNode('b').labels({ zone: '1', rack: '2', [HOSTNAME]: 'b' }),
  makeNode('c').labels({ zone: '2', rack: '1', [HOSTNAME]: 'c' }),
  makeNode('d'),
];
const there = [peer('there-a').onNode('a'), peer('there-c').onNode('c')];

/** What the prepared answer says when a pod comes to a row. */
function touchedBy(
  constraints: readonly TopologySpreadConstraint[],
  pod: PodBuilder,
  row: number,
): Touched | undefined {
  const snapshot = makeSnapshot(nodes, there);
  const incoming = makePod('p').labels({ app: 'x' }).with({ topologySpreadConstraints: constraints });
  const plugin: Plugin = podTopologySpread;
  const cycle = makeCycles(incoming, snapshot)({ plugin, args: { defaultingType: 'System' }, weight: 1 });
  const hardOnes = constraints.some(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule');
  const answer = hardOnes ? plugin.preFilter?.(cycle) : plugin.preScore?.(cycle, Uint32Array.of(0, 1, 2));
  snapshot.addPod(placedPod(pod), row);
  return (answer as PreparedFilter | PreparedScore).follow?.(placedPod(pod), row, 1);
}

describe('a pod that comes touches', () => {
  const cases: [
    name: string,
    constraints: readonly TopologySpreadConstraint[],
    pod: PodBuilder,
    row: number,
    want: Touched,
  ][] = [
    ['of a hard constraint its domain', [hard('zone')], peer(), 0, [0]],
    ['all when it fills up the emptiest domain', [hard('rack')], peer(), 1, 'all'],
    ['nothing when it is not selected', [hard('zone')], makePod('other').labels({ app: 'y' }), 0, []],
    ['nothing when it is terminating', [hard('zone')], peer().terminating(), 0, []],
    ['nothing from another namespace', [hard('zone')], peer().namespace('other'), 0, []],
    ['nothing on a node without the key', [hard('zone')], peer(), 3, []],
    ['of two hard constraints all', [hard('zone'), hard('rack')], peer(), 0, 'all'],
    ['nothing on a node that lacks one of the keys', [hard('zone'), hard('none')], peer(), 0, []],
    ['of a soft constraint its domain', [soft('zone')], peer(), 1, [0]],
    ['of a soft constraint by host its node', [soft(HOSTNAME)], peer(), 1, [1]],
    ['of two soft constraints the domains that share a value', [soft('zone'), soft('rack')], peer(), 0, [0, 1, 2]],
    ['by host and zone, the nodes of the zone', [soft(HOSTNAME), soft('zone')], peer(), 0, [0, 1]],
    ['nothing soft when it is not selected', [soft('zone')], makePod('other').labels({ app: 'y' }), 0, []],
    ['nothing soft on a node that takes no part', [soft('zone')], peer(), 3, []],
  ];
  test.each(cases)('%s', (_name, constraints, pod, row, want) => {
    const touched = touchedBy(constraints, pod, row);
    expect(typeof touched === 'object' ? Array.from(touched) : touched).toEqual(want);
  });
});
