import type { ClusterObjects } from '../../in-tree-snapshot.js';
import type { Affinity, PodAffinityTerm } from '../../objects/objects.js';
import { makeNode, makePod, makeSnapshot, runPlugin, type PodBuilder } from '../../testing/index.js';
import { interPodAffinity } from './plugin.js';

const app = (value: string, topologyKey = 'zone', more: PodAffinityTerm = {}): PodAffinityTerm => ({
  topologyKey,
  labelSelector: { matchLabels: { app: value } },
  ...more,
});
type Weighted = [weight: number, term: PodAffinityTerm];
const preferred = (...terms: Weighted[]) => ({
  preferredDuringSchedulingIgnoredDuringExecution: terms.map(([weight, podAffinityTerm]) => ({
    weight,
    podAffinityTerm,
  })),
});
const likes = (...terms: Weighted[]): Affinity => ({ podAffinity: preferred(...terms) });
const shuns = (...terms: Weighted[]): Affinity => ({ podAntiAffinity: preferred(...terms) });
const needs = (...terms: PodAffinityTerm[]): Affinity => ({
  podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
});
const there = (name: string, node: string, affinity: Affinity = {}): PodBuilder =>
  makePod(name).labels({ app: name }).onNode(node).affinity(affinity);
const pod = (affinity: Affinity = {}): PodBuilder => makePod('p').labels({ app: 'p' }).affinity(affinity);

const nodes = () => [
  makeNode('a').labels({ zone: '1', host: 'a' }),
  makeNode('b').labels({ zone: '1', host: 'b' }),
  makeNode('c').labels({ zone: '2', host: 'c' }),
  makeNode('d'),
];
const answers = (
  incoming: PodBuilder,
  pods: PodBuilder[] = [],
  { args, objects = {} }: { args?: unknown; objects?: ClusterObjects } = {},
) => runPlugin(interPodAffinity, { pod: incoming, snapshot: makeSnapshot(nodes(), pods, objects), args });
const NOWHERE = { a: 0, b: 0, c: 0, d: 0 };

describe('the InterPodAffinity score', () => {
  const cases: [name: string, incoming: PodBuilder, pods: PodBuilder[], raw: Record<string, number>][] = [
    [
      'adds the weight of what the pod likes',
      pod(likes([10, app('x')])),
      [there('x', 'a')],
      { ...NOWHERE, a: 10, b: 10 },
    ],
    [
      'adds it for every pod that matches',
      pod(likes([10, app('x')])),
      [there('x', 'a'), makePod('x2').labels({ app: 'x' }).onNode('b')],
      { ...NOWHERE, a: 20, b: 20 },
    ],
    [
      'takes away the weight of what the pod shuns',
      pod(shuns([7, app('x', 'host')])),
      [there('x', 'c')],
      { ...NOWHERE, c: -7 },
    ],
    [
      'sums over topologies',
      pod({ ...likes([10, app('x')], [3, app('x', 'host')]), ...shuns([1, app('y')]) }),
      [there('x', 'a'), there('y', 'b')],
      { ...NOWHERE, a: 12, b: 9 },
    ],
    ['adds what pods that are there like', pod(), [there('x', 'a', likes([5, app('p')]))], { ...NOWHERE, a: 5, b: 5 }],
    ['takes away what they shun', pod(), [there('x', 'c', shuns([5, app('p')]))], { ...NOWHERE, c: -5 }],
    [
      'adds 1 for what they need',
      pod(),
      [there('x', 'c', needs(app('p'), app('q'), app('p', 'host')))],
      { ...NOWHERE, c: 2 },
    ],
    [
      'sees them also when the pod has wishes',
      pod(likes([10, app('y')])),
      [there('x', 'c', likes([5, app('p')])), there('y', 'a')],
      { a: 10, b: 10, c: 5, d: 0 },
    ],
    [
      'is 0 on a node without the key',
      pod(likes([10, app('x', 'rack')], [1, app('x')])),
      [there('x', 'c')],
      { ...NOWHERE, c: 1 },
    ],
    [
      'is 0 where wishes cancel each other out',
      pod({ ...likes([4, app('x')]), ...shuns([4, app('x')]) }),
      [there('x', 'a')],
      NOWHERE,
    ],
    ['counts a term without weight as met', pod(likes([0, app('x')])), [there('x', 'a')], NOWHERE],
  ];
  test.each(cases)('%s', (_name, incoming, pods, raw) => {
    const { raw: given, skipsScore } = answers(incoming, pods);
    expect([given, skipsScore]).toEqual([raw, false]);
  });

  test('does not look at what the pod itself needs', () => {
    const { raw, filter, skipsScore } = answers(pod(needs(app('x'))), [
      there('x', 'a'),
      there('y', 'b', likes([2, app('p')])),
    ]);
    expect([raw, Object.keys(filter), skipsScore]).toEqual([{ a: 2, b: 2 }, ['c', 'd'], false]);
  });
  test('spreads from 0 at the least to 100 at the most, and truncates', () => {
    const pods = [there('x', 'a'), there('y', 'c')];
    expect(answers(pod({ ...likes([3, app('x', 'host')]), ...shuns([4, app('y')]) }), pods).normalized).toEqual({
      a: 100,
      b: 57,
      c: 0,
      d: 57,
    });
  });
  test('is 0 everywhere where all are equal', () => {
    const { normalized } = answers(pod({ ...likes([4, app('x')]), ...shuns([4, app('x')]) }), [there('x', 'a')]);
    expect(normalized).toEqual(NOWHERE);
  });
});

describe('the InterPodAffinity score has nothing to do', () => {
  const ignore = { ignorePreferredTermsOfExistingPods: true };
  const cases: [name: string, incoming: PodBuilder, pods: PodBuilder[], args: unknown, skips: boolean][] = [
    ['without any terms', pod(), [there('x', 'a')], {}, true],
    ['where the pod only needs', pod(needs(app('x', 'host'))), [there('x', 'a')], {}, true],
    ['where nobody matches', pod(likes([1, app('z')])), [there('x', 'a')], {}, true],
    ['where those that match are on nodes without the key', pod(likes([1, app('x')])), [there('x', 'd')], {}, true],
    ['where pods that are there mean others', pod(), [there('x', 'a', likes([1, app('z')]))], {}, true],
    [
      'where they keep others away',
      pod(),
      [there('x', 'a', { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [app('p', 'host')] } })],
      {},
      true,
    ],
    [
      'where what they need is worth nothing',
      pod(),
      [there('x', 'a', needs(app('p')))],
      { hardPodAffinityWeight: 0 },
      true,
    ],
    ['where they are to be ignored', pod(), [there('x', 'a', likes([1, app('p')]))], ignore, true],
    [
      'where they are to be ignored and the lists are empty',
      pod({ ...likes(), ...shuns() }),
      [there('x', 'a', likes([1, app('p')]))],
      ignore,
      true,
    ],
    [
      'but it has where the pod likes',
      pod(likes([1, app('z')])),
      [there('x', 'a', likes([1, app('p')]))],
      ignore,
      false,
    ],
    [
      'but it has where the pod shuns',
      pod(shuns([1, app('z')])),
      [there('x', 'a', likes([1, app('p')]))],
      ignore,
      false,
    ],
  ];
  test.each(cases)('%s', (_name, incoming, pods, args, skips) =>
    expect(answers(incoming, pods, { args }).skipsScore).toBe(skips),
  );

  test('for a pod that says nothing at all, where nobody means it', () => {
    expect(
      runPlugin(interPodAffinity, {
        pod: {},
        snapshot: makeSnapshot(nodes(), [there('x', 'a', likes([1, app('p')]))], { namespaces: [{}] }),
      }).skipsScore,
    ).toBe(true);
  });
  test('not even when they are to be ignored, once the pod has a wish: then they count', () => {
    expect(answers(pod(likes([1, app('z')])), [there('x', 'a', likes([6, app('p')]))], { args: ignore }).raw).toEqual({
      ...NOWHERE,
      a: 6,
      b: 6,
    });
  });
  test('and what pods that are there need is worth what the args say', () => {
    expect(answers(pod(), [there('x', 'c', needs(app('p')))], { args: { hardPodAffinityWeight: 40 } }).raw).toEqual({
      ...NOWHERE,
      c: 40,
    });
  });
});

describe('namespaces of preferred terms', () => {
  const objects = {
    namespaces: [
      { metadata: { name: 'default', labels: { env: 'dev' } } },
      { metadata: { name: 'prod', labels: { env: 'prod' } } },
    ],
  };
  const env = (value: string) => ({ namespaceSelector: { matchLabels: { env: value } } });

  const cases: [name: string, incoming: PodBuilder, pods: PodBuilder[], c: number][] = [
    [
      'the pod likes a selected one',
      pod(likes([2, app('x', 'zone', env('prod'))])),
      [there('x', 'c').namespace('prod')],
      2,
    ],
    [
      'the pod shuns a selected one',
      pod(shuns([2, app('x', 'zone', env('prod'))])),
      [there('x', 'c').namespace('prod')],
      -2,
    ],
    [
      'the pod is liked from another',
      pod(),
      [there('x', 'c', likes([2, app('p', 'zone', env('dev'))])).namespace('prod')],
      2,
    ],
    [
      'the pod is shunned from another',
      pod(),
      [there('x', 'c', shuns([2, app('p', 'zone', env('dev'))])).namespace('prod')],
      -2,
    ],
    [
      'the pod is needed in another',
      pod(),
      [there('x', 'c', needs(app('p', 'zone', env('dev')))).namespace('prod')],
      1,
    ],
  ];
  test.each(cases)('%s', (_name, incoming, pods, c) =>
    expect(answers(incoming, pods, { objects }).raw).toEqual({ ...NOWHERE, c }),
  );
  test('others do not count', () => {
    const pods = [
      there('x', 'c').namespace('prod'),
      there('y', 'c', likes([2, app('p', 'zone', env('prod'))])).namespace('prod'),
    ];
    expect(answers(pod(likes([2, app('x', 'zone', env('dev'))])), pods, { objects }).skipsScore).toBe(true);
  });
});
