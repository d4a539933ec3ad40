import { decidePods } from '../../batch/decide-pods.js';
import { IncomingPod } from '../../pods/incoming-pod.js';
import type { Affinity } from '../../objects/objects.js';
import { cycleFor } from '../../attempt/plugin-cycle.js';
import { reject } from '../../plugin.js';
import { readProfile } from '../../configuration/read-profile.js';
import { StatusTable } from '../../evidence/statuses.js';
import { makeNode, makePod, makeSnapshot } from '../../testing/index.js';
import { interPodAffinity } from './plugin.js';

const term = { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'x' } } };
const likes = (affinityTerm: object = term): Affinity => ({
  podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: affinityTerm }] },
});
const broken = { ...term, labelSelector: { matchExpressions: [{ key: 'a', operator: 'Near' }] } };

/** What becomes of a pod whose profile leaves out one part of the plugin. */
function outcome(affinity: Affinity, plugins: object, args: object = {}): string {
  const read = readProfile({ plugins, pluginConfig: [{ name: 'InterPodAffinity', args }] });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const snapshot = makeSnapshot(
    [makeNode('a').labels({ zone: '1' }), makeNode('b').labels({ zone: '2' })],
    [makePod('x').labels({ app: 'x' }).onNode('b')],
  );
  const [attempt] = decidePods({
    snapshot,
    pods: [makePod('p').affinity(affinity)],
    profileOf: () => read.profile,
    tieBreak: { rule: 'first' },
    now: '2026-01-01T00:00:00Z',
  });
  return attempt?.nodeName ?? attempt?.message ?? '';
}

describe('a profile without', () => {
  const disabled = [{ name: 'InterPodAffinity' }];
  const ignore = { ignorePreferredTermsOfExistingPods: true };
  const cases: [name: string, affinity: Affinity, plugins: object, args: object, want: string][] = [
    ['nothing of it puts the pod where it wants to be', likes(), {}, {}, 'b'],
    [
      'its PreFilter fails in its Filter',
      {},
      { preFilter: { disabled } },
      {},
      'running "InterPodAffinity" filter plugin: error reading "PreFilterInterPodAffinity" from cycleState: not found',
    ],
    [
      'its PreScore fails in its Score',
      {},
      { preScore: { disabled } },
      {},
      'running Score plugins: plugin "InterPodAffinity" failed with: failed to read "PreScoreInterPodAffinity" ' +
        'from cycleState: not found',
    ],
    [
      'its filters sees in PreScore what cannot be read',
      likes(broken),
      { preFilter: { disabled }, filter: { disabled } },
      {},
      'running PreScore plugin "InterPodAffinity": failed to parse pod: preferredAffinityTerms: "Near" is not a ' +
        'valid label selector operator',
    ],
    [
      'its filters sees it also where the terms of others are ignored',
      likes(broken),
      { preFilter: { disabled }, filter: { disabled } },
      ignore,
      'running PreScore plugin "InterPodAffinity": failed to parse pod: preferredAffinityTerms: "Near" is not a ' +
        'valid label selector operator',
    ],
    [
      'its filters does not look where there is nothing to score',
      { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [broken] } },
      { preFilter: { disabled }, filter: { disabled } },
      ignore,
      'a',
    ],
  ];
  test.each(cases)('%s', (_name, affinity, plugins, args, want) => expect(outcome(affinity, plugins, args)).toBe(want));
});

test('what it fails with in scoring is an error, which is no verdict', () => {
  const args = { hardPodAffinityWeight: 1, ignorePreferredTermsOfExistingPods: false };
  const scope = {
    pod: new IncomingPod(makePod('p').affinity(likes(broken))),
    snapshot: makeSnapshot([makeNode('a')]),
    statuses: new StatusTable(),
  };
  const cycle = { ...cycleFor({ plugin: interPodAffinity, args, weight: 1 }, scope), args };
  expect(interPodAffinity.preScore?.(cycle, Uint32Array.of(0))).toEqual(
    reject('Error', 'failed to parse pod: preferredAffinityTerms: "Near" is not a valid label selector operator'),
  );
  expect(interPodAffinity.score?.(cycle, Uint32Array.of(0))).toEqual(
    reject('Error', 'failed to read "PreScoreInterPodAffinity" from cycleState: not found'),
  );
});

test('what its answers depend on', () => {
  const { name, normalization, filterReach, scoreReach } = interPodAffinity;
  expect({ name, normalization, filterReach, scoreReach }).toEqual({
    name: 'InterPodAffinity',
    normalization: 'minMax',
    filterReach: 'cluster',
    scoreReach: 'domain',
  });
});
