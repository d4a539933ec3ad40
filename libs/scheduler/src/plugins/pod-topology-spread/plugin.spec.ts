import { IncomingPod } from '../../pods/incoming-pod.js';
import type { TopologySpreadConstraint } from '../../objects/objects.js';
import { cycleFor } from '../../attempt/plugin-cycle.js';
import { reject } from '../../plugin.js';
import { StatusTable } from '../../evidence/statuses.js';
import { makeNode, makePod, makeSnapshot, runPlugin, type PodBuilder } from '../../testing/index.js';
import { podTopologySpread } from './plugin.js';

const constraint = (whenUnsatisfiable: string, more: TopologySpreadConstraint = {}): TopologySpreadConstraint => ({
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable,
  labelSelector: { matchLabels: { app: 'x' } },
  ...more,
});
const hard = constraint('DoNotSchedule');
const soft = constraint('ScheduleAnyway');
const spread = (...topologySpreadConstraints: TopologySpreadConstraint[]): PodBuilder =>
  makePod('p').with({ topologySpreadConstraints });
const snapshot = makeSnapshot([makeNode('n').labels({ zone: '1' })]);

describe('PodTopologySpread has nothing to do', () => {
  const cases: [name: string, pod: PodBuilder, preFilter: string, skipsScore: boolean][] = [
    ['for a pod without constraints', makePod('p'), 'Skip', true],
    ['for a pod whose constraints are null', makePod('p').with({ topologySpreadConstraints: null }), 'Skip', true],
    ['in filtering by soft constraints', spread(soft), 'Skip', false],
    ['in scoring by hard constraints', spread(hard), 'Success', true],
    ['nowhere, by both', spread(soft, hard), 'Success', false],
  ];
  test.each(cases)('%s', (_name, pod, preFilter, skipsScore) => {
    const answers = runPlugin(podTopologySpread, { pod, snapshot });
    expect([answers.preFilter?.code, answers.skipsScore]).toEqual([preFilter, skipsScore]);
  });
});

test('PodTopologySpread has nothing to do for a pod that says nothing at all', () => {
  const { preFilter, skipsScore } = runPlugin(podTopologySpread, { pod: {}, snapshot });
  expect([preFilter?.code, skipsScore]).toEqual(['Skip', true]);
});

describe('a selector that cannot be read fails the attempt', () => {
  const near = { labelSelector: { matchExpressions: [{ key: 'app', operator: 'Near' }] } };
  const cases: [name: string, pod: PodBuilder, want: string][] = [
    [
      'in a hard constraint',
      spread(hard, { ...hard, ...near }),
      'running PreFilter plugin "PodTopologySpread": get constraints from pod: obtaining pod\'s hard topology ' +
        'spread constraints: "Near" is not a valid label selector operator',
    ],
    [
      'in a soft constraint',
      spread(hard, { ...soft, ...near }),
      'running PreScore plugin "PodTopologySpread": calculating preScoreState: obtaining pod\'s soft topology ' +
        'spread constraints: "Near" is not a valid label selector operator',
    ],
  ];
  test.each(cases)('%s', (_name, pod, want) =>
    expect(() => runPlugin(podTopologySpread, { pod, snapshot })).toThrow(new Error(want)),
  );

  test('by an error, which is no verdict', () => {
    const args = { defaultingType: 'System' } as const;
    const pod = new IncomingPod(spread({ ...hard, ...near }, { ...soft, ...near }));
    const cycle = {
      ...cycleFor({ plugin: podTopologySpread, args, weight: 1 }, { pod, snapshot, statuses: new StatusTable() }),
      args,
    };
    const why = (action: string): string =>
      `obtaining pod's ${action} topology spread constraints: "Near" is not a valid label selector operator`;
    expect(podTopologySpread.preFilter?.(cycle)).toEqual(reject('Error', `get constraints from pod: ${why('hard')}`));
    expect(podTopologySpread.preScore?.(cycle, Uint32Array.of(0))).toEqual(
      reject('Error', `calculating preScoreState: ${why('soft')}`),
    );
    expect(podTopologySpread.score?.(cycle, Uint32Array.of(0))).toEqual(
      reject('Error', 'error reading "PreScorePodTopologySpread" from cycleState: not found'),
    );
  });
});

test('a verdict may depend on the whole cluster, a score on the domain', () => {
  expect([podTopologySpread.filterReach, podTopologySpread.scoreReach]).toEqual(['cluster', 'domain']);
});
