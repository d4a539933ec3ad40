import fc from 'fast-check';
import { IncomingPod } from '../../pods/incoming-pod.js';
import type { ClusterObjects } from '../../in-tree-snapshot.js';
import type { PodAffinity, PodAffinityTerm } from '../../objects/objects.js';
import { cycleFor } from '../../attempt/plugin-cycle.js';
import type { PreparedFilter } from '../../plugin.js';
import { placedPod, type Snapshot } from '../../snapshot/index.js';
import { StatusTable } from '../../evidence/statuses.js';
import { makeNode, makePod, makeSnapshot, runPlugin, type PodBuilder } from '../../testing/index.js';
import { interPodAffinity } from './plugin.js';

const notNear = "UnschedulableAndUnresolvable: node(s) didn't match pod affinity rules";
const notApart = "Unschedulable: node(s) didn't match pod anti-affinity rules";
const keptAway = "Unschedulable: node(s) didn't satisfy existing pods anti-affinity rules";

const required = (...terms: PodAffinityTerm[]): PodAffinity => ({
  requiredDuringSchedulingIgnoredDuringExecution: terms,
});
const app = (value: string, topologyKey = 'zone', more: PodAffinityTerm = {}): PodAffinityTerm => ({
  topologyKey,
  labelSelector: { matchLabels: { app: value } },
  ...more,
});
const near = (...terms: PodAffinityTerm[]): PodBuilder =>
  makePod('p')
    .labels({ app: 'p' })
    .affinity({ podAffinity: required(...terms) });
const apart = (...terms: PodAffinityTerm[]): PodBuilder =>
  makePod('p')
    .labels({ app: 'p' })
    .affinity({ podAntiAffinity: required(...terms) });
const there = (name: string, node: string, labels: Record<string, string> = { app: name }): PodBuilder =>
  makePod(name).labels(labels).onNode(node);
const keeping = (node: string, ...terms: PodAffinityTerm[]): PodBuilder =>
  there('k', node).affinity({ podAntiAffinity: required(...terms) });

/** Two nodes in zone 1, one in zone 2, one in no zone; each its own host. */
const nodes = () => [
  makeNode('a').labels({ zone: '1', host: 'a' }),
  makeNode('b').labels({ zone: '1', host: 'b' }),
  makeNode('c').labels({ zone: '2', host: 'c' }),
  makeNode('d').labels({ host: 'd' }),
];
const answers = (pod: PodBuilder, pods: PodBuilder[] = [], objects: ClusterObjects = {}) =>
  runPlugin(interPodAffinity, { pod, snapshot: makeSnapshot(nodes(), pods, objects) });
const everywhere = (text: string) => ({ a: text, b: text, c: text, d: text });

type Case = [name: string, pod: PodBuilder, pods: PodBuilder[], want: Record<string, string>];

describe('required affinity', () => {
  const cases: Case[] = [
    ['is met in the domain of a pod that matches', near(app('x')), [there('x', 'b')], { c: notNear, d: notNear }],
    [
      'is met by pods of any node of the domain',
      near(app('x')),
      [there('x', 'a'), there('y', 'b')],
      { c: notNear, d: notNear },
    ],
    ['is not met by a pod on a node without the key', near(app('x')), [there('x', 'd')], everywhere(notNear)],
    ['is not met where nobody matches', near(app('x')), [there('y', 'a')], everywhere(notNear)],
    ['is not met without a selector', near({ topologyKey: 'zone' }), [there('x', 'a')], everywhere(notNear)],
    [
      'is met by anybody with an empty selector',
      near({ topologyKey: 'zone', labelSelector: {} }),
      [there('x', 'c')],
      { a: notNear, b: notNear, d: notNear },
    ],
    [
      'is met by a pod that is about to go',
      near(app('x')),
      [there('x', 'c').terminating()],
      { a: notNear, b: notNear, d: notNear },
    ],
    [
      'counts only pods that match all terms',
      near(app('x'), { topologyKey: 'host', labelSelector: { matchLabels: { tier: 't' } } }),
      [there('x', 'a'), there('y', 'b', { app: 'x', tier: 't' })],
      { a: notNear, c: notNear, d: notNear },
    ],
    ['needs every key on the node', near(app('x', 'host'), app('x', 'rack')), [there('x', 'a')], everywhere(notNear)],
    [
      'of several terms may be met by several pods',
      near(app('x'), app('x', 'host')),
      [there('x', 'a'), there('x2', 'c', { app: 'x' })],
      { b: notNear, d: notNear },
    ],
  ];
  test.each(cases)('%s', (_name, pod, pods, want) => expect(answers(pod, pods).filter).toEqual(want));
});

describe('the first pod of those that want to be near each other', () => {
  const cases: Case[] = [
    ['may be on every node that has the key', near(app('p')), [there('x', 'a')], { d: notNear }],
    ['may not where one of the keys is missing', near(app('p'), app('p', 'host')), [], { d: notNear }],
    ['must match all its own terms', near(app('p'), app('x')), [], everywhere(notNear)],
    [
      'is not the first when another is there',
      near(app('p')),
      [there('p2', 'c', { app: 'p' })],
      { a: notNear, b: notNear, d: notNear },
    ],
    [
      'still is when the others are on nodes without any of the keys',
      near(app('p')),
      [there('p2', 'd', { app: 'p' })],
      { d: notNear },
    ],
    [
      'is not when the others are on a node with one of the keys',
      near(app('p'), app('p', 'host')),
      [there('p2', 'd', { app: 'p' })],
      everywhere(notNear),
    ],
  ];
  test.each(cases)('%s', (_name, pod, pods, want) => expect(answers(pod, pods).filter).toEqual(want));
});

describe('required anti-affinity', () => {
  const cases: Case[] = [
    ['keeps off the domains of pods that match', apart(app('x')), [there('x', 'a')], { a: notApart, b: notApart }],
    ['says nothing of nodes without the key', apart(app('x', 'rack')), [there('x', 'a')], {}],
    ['ignores pods on nodes without the key', apart(app('x')), [there('x', 'd')], {}],
    [
      'asks each term alone',
      apart(app('x'), app('y', 'host')),
      [there('x', 'c'), there('y', 'a')],
      { a: notApart, c: notApart },
    ],
    ['does not ask the pod itself', apart(app('p')), [], {}],
    ['of a pod that nobody is in the way of', apart(app('x')), [there('y', 'a')], {}],
  ];
  test.each(cases)('%s', (_name, pod, pods, want) => expect(answers(pod, pods).filter).toEqual(want));
});

describe('pods that keep others away', () => {
  const cases: Case[] = [
    [
      'keep them off their domain',
      makePod('p').labels({ app: 'p' }),
      [keeping('a', app('p'))],
      { a: keptAway, b: keptAway },
    ],
    [
      'by each of their terms',
      makePod('p').labels({ app: 'p' }),
      [keeping('c', app('x'), app('p', 'host'))],
      { c: keptAway },
    ],
    [
      'do so beside pods that do not',
      makePod('p').labels({ app: 'p' }),
      [there('x', 'a'), keeping('a', app('p', 'host')), there('y', 'a')],
      { a: keptAway },
    ],
    [
      'cannot on nodes without the key',
      near(app('k', 'host')),
      [keeping('d', app('p'))],
      { a: notNear, b: notNear, c: notNear },
    ],
    [
      'mean nobody with a term that cannot be read',
      makePod('p').labels({ app: 'p' }),
      [
        keeping('a', app('p'), {
          topologyKey: 'zone',
          labelSelector: { matchExpressions: [{ key: 'app', operator: 'Near' }] },
        }),
      ],
      {},
    ],
  ];
  test.each(cases)('%s', (_name, pod, pods, want) => expect(answers(pod, pods).filter).toEqual(want));

  test('are asked last: affinity is first, the own anti-affinity second', () => {
    const pod = near(app('n')).affinity({ podAntiAffinity: required(app('x', 'host')) });
    const pods = [there('n', 'a'), there('x', 'b'), keeping('a', app('p')), there('x2', 'c', { app: 'x' })];
    expect(answers(pod, pods).filter).toEqual({ a: keptAway, b: notApart, c: notNear, d: notNear });
  });
});

describe('namespaces', () => {
  const named = (name: string, labels: Record<string, string> = {}) => ({ metadata: { name, labels } });
  const objects = {
    namespaces: [named('default', { env: 'dev' }), named('prod', { env: 'prod' }), { metadata: { name: 'bare' } }, {}],
  };
  const inNamespace = (namespace: string): PodBuilder => there('x', 'c').namespace(namespace);
  const env = (...values: string[]) => ({
    namespaceSelector: { matchExpressions: [{ key: 'env', operator: 'In', values }] },
  });
  const absent = { namespaceSelector: { matchExpressions: [{ key: 'env', operator: 'DoesNotExist' }] } };

  const own: [name: string, term: PodAffinityTerm, namespace: string, matches: boolean][] = [
    ['its own', {}, 'default', true],
    ['no other', {}, 'prod', false],
    ['its own where the list is empty', { namespaces: [] }, 'default', true],
    ['those it lists', { namespaces: ['prod', 'gone'] }, 'gone', true],
    ['not its own unless listed', { namespaces: ['prod'] }, 'default', false],
    ['those that exist and are selected', env('prod'), 'prod', true],
    ['no others', env('prod'), 'default', false],
    ['both listed and selected', { namespaces: ['gone'], ...env('prod') }, 'prod', true],
    ['listed beside selected', { namespaces: ['gone'], ...env('prod') }, 'gone', true],
    ['all with an empty selector', { namespaceSelector: {} }, 'prod', true],
    ['even those that do not exist', { namespaceSelector: {} }, 'gone', true],
    ['those that lack a label', absent, 'bare', true],
    ['and then every other, as upstream', absent, 'prod', true],
    ['and those that do not exist', absent, 'gone', true],
  ];
  test.each(own)("of the pod's term: %s", (_name, term, namespace, matches) => {
    expect(answers(apart(app('x', 'zone', term)), [inNamespace(namespace)], objects).filter).toEqual(
      matches ? { c: notApart } : {},
    );
  });

  const theirs: [name: string, term: PodAffinityTerm, pod: string, kept: boolean][] = [
    ['its own', {}, 'default', true],
    ['no other', {}, 'prod', false],
    ['those it lists', { namespaces: ['prod'] }, 'prod', true],
    ['not its own unless listed', { namespaces: ['prod'] }, 'default', false],
    ['those that are selected', env('prod'), 'prod', true],
    ['no others', env('prod'), 'bare', false],
    ['listed beside selected', { namespaces: ['bare'], ...env('prod') }, 'bare', true],
    ['all with an empty selector', { namespaceSelector: {} }, 'prod', true],
    ['those that lack a label', absent, 'bare', true],
    ['not those that have it', absent, 'prod', false],
    ['those that do not exist, as if they had no labels', absent, 'gone', true],
    ['but not where a label is asked for', env('prod'), 'gone', false],
  ];
  test.each(theirs)('of the term of a pod that is there: %s', (_name, term, namespace, kept) => {
    const pod = makePod('p').labels({ app: 'p' }).namespace(namespace);
    expect(answers(pod, [keeping('c', app('p', 'zone', term))], objects).filter).toEqual(kept ? { c: keptAway } : {});
  });

  test('are none where no namespace is known', () => {
    expect(answers(apart(app('x', 'zone', env('prod'))), [inNamespace('prod')]).filter).toEqual({});
    expect(answers(makePod('p').labels({ app: 'p' }), [keeping('c', app('p', 'zone', env('dev')))]).filter).toEqual({});
  });
});

describe('before filtering', () => {
  const skip = { code: 'Skip', reasons: [] };
  const success = { code: 'Success', reasons: [] };
  const cases: [name: string, pod: PodBuilder, pods: PodBuilder[], want: unknown][] = [
    [
      'a pod without terms is passed over',
      makePod('p'),
      [there('x', 'a').affinity({ podAffinity: required(app('p')) })],
      skip,
    ],
    [
      'so is one that only prefers',
      makePod('p').affinity({
        podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: app('x') }] },
      }),
      [],
      skip,
    ],
    [
      'so is one with empty lists',
      makePod('p').affinity({ podAffinity: required(), podAntiAffinity: required() }),
      [],
      skip,
    ],
    ['so is one that those who keep others away do not mean', makePod('p'), [keeping('a', app('x'))], skip],
    [
      'so is one that they mean from a node without the key',
      makePod('p').labels({ app: 'p' }),
      [keeping('d', app('p'))],
      skip,
    ],
    ['one that they mean is not', makePod('p').labels({ app: 'p' }), [keeping('a', app('p'))], success],
    ['one with affinity is not', near(app('x')), [], success],
    ['one with anti-affinity is not', apart(app('x')), [], success],
  ];
  test.each(cases)('%s', (_name, pod, pods, want) => expect(answers(pod, pods).preFilter).toEqual(want));

  test('a pod that says nothing at all is passed over, even in a namespace that says nothing either', () => {
    expect(
      runPlugin(interPodAffinity, {
        pod: {},
        snapshot: makeSnapshot(nodes(), [keeping('a', app('p'))], { namespaces: [{}] }),
      }).preFilter,
    ).toEqual(skip);
  });

  test('a pod whose terms cannot be read is turned down everywhere', () => {
    const broken = { topologyKey: 'zone', labelSelector: { matchExpressions: [{ key: 'app', operator: 'Near' }] } };
    const pod = makePod('p').affinity({
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: broken }] },
    });
    const reason = 'parsing pod: preferredAntiAffinityTerms: "Near" is not a valid label selector operator';
    expect(answers(pod).preFilter).toEqual({ code: 'UnschedulableAndUnresolvable', reasons: [reason] });
    expect(answers(pod).filter).toEqual(everywhere(`UnschedulableAndUnresolvable: ${reason}`));
  });
});

describe('pods that come and go after PreFilter', () => {
  const nominated = (pod: PodBuilder, pods: PodBuilder[], to: string): unknown => {
    const snapshot = makeSnapshot(nodes(), pods);
    snapshot.nominations.add(
      placedPod(
        makePod('n')
          .labels({ app: 'n' })
          .priority(1)
          .affinity({ podAntiAffinity: required(app('q')) }),
      ),
      to,
    );
    return runPlugin(interPodAffinity, { pod, snapshot }).filter;
  };
  test('are counted where they are nominated to, and must not be needed', () => {
    expect(nominated(apart(app('n')), [], 'a')).toEqual({ a: notApart });
    expect(nominated(near(app('n')), [], 'a')).toEqual(everywhere(notNear));
    expect(nominated(apart(app('x')).labels({ app: 'q' }), [], 'a')).toEqual({ a: keptAway });
  });

  const TERMS: PodAffinityTerm[] = [
    app('x'),
    app('y', 'host'),
    app('p'),
    { topologyKey: 'zone', labelSelector: {} },
    app('x', 'rack'),
    app('y', 'zone', { namespaceSelector: {} }),
  ];
  const terms = fc.subarray(TERMS, { maxLength: 2 });
  const pod = fc.record({ app: fc.constantFrom('x', 'y', 'p'), near: terms, apart: terms, row: fc.nat(3) });
  const build = (
    name: string,
    {
      app: value,
      near: nearTerms,
      apart: apartTerms,
    }: { app: string; near: PodAffinityTerm[]; apart: PodAffinityTerm[] },
  ): PodBuilder =>
    makePod(name)
      .labels({ app: value })
      .affinity({ podAffinity: required(...nearTerms), podAntiAffinity: required(...apartTerms) });
  const prepare = (incoming: PodBuilder, snapshot: Snapshot): PreparedFilter | null => {
    const bound = { plugin: interPodAffinity, args: {}, weight: 0 };
    const answer = interPodAffinity.preFilter?.({
      ...cycleFor(bound, { pod: new IncomingPod(incoming), snapshot, statuses: new StatusTable() }),
      args: { hardPodAffinityWeight: 1, ignorePreferredTermsOfExistingPods: false },
    });
    return answer?.kind === 'filter' ? answer : null;
  };
  const verdicts = (prepared: PreparedFilter | null): number[] => [0, 1, 2, 3].map((row) => prepared?.filter(row) ?? 0);

  test('leave the same verdicts as if they had been there, or not, from the start', () => {
    fc.assert(
      fc.property(
        pod,
        fc.array(pod, { maxLength: 5 }),
        fc.array(pod, { maxLength: 4 }),
        fc.nat(4),
        (incoming, before, added, removed) => {
          const snapshot = makeSnapshot(nodes());
          before.forEach((one, index) => snapshot.addPod(placedPod(build(`b${index}`, one)), one.row));
          const prepared = prepare(build('p', incoming), snapshot);
          fc.pre(prepared !== null);
          const start = verdicts(prepared);
          for (const [index, one] of added.entries()) {
            const other = placedPod(build(`n${index}`, one));
            snapshot.addPod(other, one.row);
            prepared?.addPod?.(other, one.row);
          }
          expect(verdicts(prepared)).toEqual(verdicts(prepare(build('p', incoming), snapshot)));
          const gone = before.slice(0, removed).map((_, index) => snapshot.removePod(`b${index}`));
          for (const one of gone) if (one) prepared?.removePod?.(one.pod, one.row);
          expect(verdicts(prepared)).toEqual(verdicts(prepare(build('p', incoming), snapshot)));
          for (const one of gone) if (one) prepared?.addPod?.(one.pod, one.row);
          for (const [index, one] of added.entries())
            prepared?.removePod?.(placedPod(build(`n${index}`, one)), one.row);
          expect(verdicts(prepared)).toEqual(start);
        },
      ),
    );
  });
});
