import type { Cluster } from '../model.js';
import type { LabelSelector, NodeObject, PodAffinity, PodAffinityTerm, PodObject } from '../objects.js';
import { interPodAffinity } from './inter-pod-affinity.js';

const a: NodeObject = { metadata: { name: 'a', labels: { zone: '1' } } };
const b: NodeObject = { metadata: { name: 'b', labels: { zone: '2' } } };
const bare: NodeObject = { metadata: { name: 'bare' } };
const X: LabelSelector = { matchLabels: { app: 'x' } };
const zoned = (more: PodAffinityTerm = {}): PodAffinityTerm => ({ topologyKey: 'zone', labelSelector: X, ...more });
const required = (...terms: readonly PodAffinityTerm[]): PodAffinity => ({
  requiredDuringSchedulingIgnoredDuringExecution: terms,
});
const preferred = (weight: number, term: PodAffinityTerm): PodAffinity => ({
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm: term }],
});
const pod = (
  app: string,
  {
    on = '',
    namespace = 'default',
    podAffinity = {},
    podAntiAffinity = {},
  }: { on?: string; namespace?: string; podAffinity?: PodAffinity; podAntiAffinity?: PodAffinity } = {},
): PodObject => ({
  metadata: { name: `${app}${on}`, namespace, labels: { app } },
  spec: { nodeName: on, affinity: { podAffinity, podAntiAffinity } },
});
const clusterOf = (...pods: readonly PodObject[]): Cluster => ({
  nodes: [a, b, bare],
  pods,
  nominated: [],
  objects: {
    namespaces: [
      { metadata: { name: 'default', labels: { team: 'a' } } },
      { metadata: { name: 'other', labels: { team: 'b' } } },
    ],
  },
});
const AFFINITY = { code: 'UnschedulableAndUnresolvable', reasons: ["node(s) didn't match pod affinity rules"] };
const ANTI = { code: 'Unschedulable', reasons: ["node(s) didn't match pod anti-affinity rules"] };
const EXISTING = { code: 'Unschedulable', reasons: ["node(s) didn't satisfy existing pods anti-affinity rules"] };
const teams = (operator: string, ...values: string[]): LabelSelector => ({
  matchExpressions: [{ key: 'team', operator, values }],
});

test.each<[string, PodObject, readonly PodObject[], NodeObject, unknown]>([
  ['with its own kind', pod('y', { podAffinity: required(zoned()) }), [pod('x', { on: 'a' })], a, null],
  ['away from its own kind', pod('y', { podAffinity: required(zoned()) }), [pod('x', { on: 'a' })], b, AFFINITY],
  ['the first of its kind', pod('x', { podAffinity: required(zoned()) }), [], b, null],
  [
    'the first of its kind, on a node without the key',
    pod('x', { podAffinity: required(zoned()) }),
    [],
    bare,
    AFFINITY,
  ],
  ['the first, but not of the kind', pod('y', { podAffinity: required(zoned()) }), [], b, AFFINITY],
  [
    'a pod that matches one of two terms is nobody',
    pod('y', { podAffinity: required(zoned(), zoned({ labelSelector: { matchLabels: { app: 'z' } } })) }),
    [pod('x', { on: 'a' })],
    a,
    AFFINITY,
  ],
  ['beside an enemy', pod('y', { podAntiAffinity: required(zoned()) }), [pod('x', { on: 'a' })], a, ANTI],
  ['away from an enemy', pod('y', { podAntiAffinity: required(zoned()) }), [pod('x', { on: 'a' })], b, null],
  [
    'beside one that does not want it',
    pod('x'),
    [pod('y', { on: 'a', podAntiAffinity: required(zoned()) })],
    a,
    EXISTING,
  ],
  [
    'no selector matches nobody',
    pod('y', { podAntiAffinity: required({ topologyKey: 'zone' }) }),
    [pod('x', { on: 'a' })],
    a,
    null,
  ],
  [
    'an empty selector matches everybody',
    pod('y', { podAntiAffinity: required(zoned({ labelSelector: {} })) }),
    [pod('z', { on: 'a' })],
    a,
    ANTI,
  ],
  [
    'another namespace',
    pod('y', { podAntiAffinity: required(zoned()) }),
    [pod('x', { on: 'a', namespace: 'other' })],
    a,
    null,
  ],
  [
    'a namespace that is named',
    pod('y', { podAntiAffinity: required(zoned({ namespaces: ['other'] })) }),
    [pod('x', { on: 'a', namespace: 'other' })],
    a,
    ANTI,
  ],
  [
    'every namespace',
    pod('y', { podAntiAffinity: required(zoned({ namespaceSelector: {} })) }),
    [pod('x', { on: 'a', namespace: 'gone' })],
    a,
    ANTI,
  ],
  [
    'a namespace that is selected',
    pod('y', { podAntiAffinity: required(zoned({ namespaceSelector: teams('In', 'b') })) }),
    [pod('x', { on: 'a', namespace: 'other' })],
    a,
    ANTI,
  ],
  [
    'a namespace that is not selected',
    pod('y', { podAntiAffinity: required(zoned({ namespaceSelector: teams('In', 'a') })) }),
    [pod('x', { on: 'a', namespace: 'other' })],
    a,
    null,
  ],
  [
    'a namespace that is excluded, by words that a namespace without labels meets',
    pod('y', { podAntiAffinity: required(zoned({ namespaceSelector: teams('NotIn', 'b') })) }),
    [pod('x', { on: 'a', namespace: 'other' })],
    a,
    ANTI,
  ],
  [
    'an existing pod excludes the namespace',
    pod('x'),
    [pod('y', { on: 'a', podAntiAffinity: required(zoned({ namespaceSelector: teams('NotIn', 'a') })) })],
    a,
    null,
  ],
])('InterPodAffinity, filter: %s', (_name, incoming, pods, node, want) => {
  const cluster = clusterOf(...pods);
  expect(
    interPodAffinity.filter?.({ pod: incoming, cluster, args: {}, atPreFilter: cluster, changes: [] }, node),
  ).toEqual(want);
});

test.each<
  [
    string,
    PodObject,
    readonly PodObject[],
    { hardPodAffinityWeight?: number; ignorePreferredTermsOfExistingPods?: boolean },
    boolean,
    readonly number[],
  ]
>([
  ['nobody says anything', pod('y'), [pod('x', { on: 'a' })], {}, true, [0, 0]],
  ['likes', pod('y', { podAffinity: preferred(7, zoned()) }), [pod('x', { on: 'a' })], {}, false, [7, 0]],
  ['dislikes', pod('y', { podAntiAffinity: preferred(7, zoned()) }), [pod('x', { on: 'a' })], {}, false, [-7, 0]],
  ['is liked', pod('x'), [pod('y', { on: 'a', podAffinity: preferred(5, zoned()) })], {}, false, [5, 0]],
  ['is disliked', pod('x'), [pod('y', { on: 'a', podAntiAffinity: preferred(5, zoned()) })], {}, false, [-5, 0]],
  ['is needed', pod('x'), [pod('y', { on: 'a', podAffinity: required(zoned()) })], {}, false, [1, 0]],
  [
    'is needed, which counts nothing',
    pod('x'),
    [pod('y', { on: 'a', podAffinity: required(zoned()) })],
    { hardPodAffinityWeight: 0 },
    true,
    [0, 0],
  ],
  [
    'needs, which is no preference',
    pod('y', { podAffinity: required(zoned()) }),
    [pod('x', { on: 'a' })],
    {},
    true,
    [0, 0],
  ],
  [
    'is liked, and that is ignored',
    pod('x'),
    [pod('y', { on: 'a', podAffinity: preferred(5, zoned()) })],
    { ignorePreferredTermsOfExistingPods: true },
    true,
    [5, 0],
  ],
  [
    'likes and is liked, and nothing is ignored then',
    pod('x', { podAffinity: preferred(7, zoned()) }),
    [pod('x', { on: 'b', podAffinity: preferred(5, zoned()) })],
    { ignorePreferredTermsOfExistingPods: true },
    false,
    [0, 12],
  ],
  [
    'likes and dislikes alike: a score of nothing, not none',
    pod('y', { podAffinity: preferred(7, zoned()), podAntiAffinity: preferred(7, zoned()) }),
    [pod('x', { on: 'a' })],
    {},
    false,
    [0, 0],
  ],
])('InterPodAffinity, score: %s', (_name, incoming, pods, args, skips, want) => {
  const attempt = { pod: incoming, cluster: clusterOf(...pods), args, feasible: [a, b] };
  expect(interPodAffinity.preScoreSkip?.(attempt)).toBe(skips);
  expect([a, b].map((node) => interPodAffinity.score?.(attempt, node))).toEqual(want);
});

test.each([
  [
    [-10, 0, 20],
    [0, 33, 100],
  ],
  [
    [5, 5],
    [0, 0],
  ],
  [
    [0, 3],
    [0, 100],
  ],
])('InterPodAffinity normalises %j to %j', (raw, want) => {
  expect(interPodAffinity.normalize?.({ pod: {}, cluster: clusterOf(), args: {}, feasible: [] }, raw)).toEqual(want);
});
