import type { TopologySpreadConstraint } from '../../objects.js';
import { makeNode, makePod, makeSnapshot, runPlugin, type PodBuilder } from '../../testing/index.js';
import { podTopologySpread } from './plugin.js';

const constraint = (whenUnsatisfiable: string, more: TopologySpreadConstraint = {}): TopologySpreadConstraint =>
  ({ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable, labelSelector: { matchLabels: { app: 'x' } }, ...more });
const hard = constraint('DoNotSchedule');
const soft = constraint('ScheduleAnyway');
const spread = (...topologySpreadConstraints: TopologySpreadConstraint[]): PodBuilder => makePod('p').with({ topologySpreadConstraints });
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

describe('a selector that cannot be read fails the attempt', () => {
  const near = { labelSelector: { matchExpressions: [{ key: 'app', operator: 'Near' }] } };
  const cases: [name: string, pod: PodBuilder, want: string][] = [
    ['in a hard constraint', spread(hard, { ...hard, ...near }),
      'running PreFilter plugin "PodTopologySpread": get constraints from pod: obtaining pod\'s hard topology spread constraints: "Near" is not a valid label selector operator'],
    ['in a soft constraint', spread(hard, { ...soft, ...near }),
      'running PreScore plugin "PodTopologySpread": calculating preScoreState: obtaining pod\'s soft topology spread constraints: "Near" is not a valid label selector operator'],
  ];
  test.each(cases)('%s', (_name, pod, want) => expect(() => runPlugin(podTopologySpread, { pod, snapshot })).toThrow(new Error(want)));
});

test('an answer may depend on the whole cluster', () => {
  expect([podTopologySpread.filterReach, podTopologySpread.scoreReach]).toEqual(['cluster', 'cluster']);
});
