import type { NodeSelectorTerm } from '#kubernetes';
import { IncomingPod } from '../../pods/incoming-pod.js';
import type { Pod } from '../../objects/objects.js';
import { cycleFor } from '../../attempt/plugin-cycle.js';
import { reject } from '../../plugin.js';
import { StatusTable } from '../../evidence/statuses.js';
import { makeNode, makePod, makeSnapshot, runPlugin, type PodBuilder } from '../../testing/index.js';
import type { NodeAffinityArgs } from './args.js';
import { nodeAffinity } from './plugin.js';

const zone = (...values: string[]): NodeSelectorTerm => ({
  matchExpressions: [{ key: 'zone', operator: 'In', values }],
});
const named = (...values: string[]): NodeSelectorTerm => ({
  matchFields: values.map((value) => ({ key: 'metadata.name', operator: 'In', values: [value] })),
});
const snapshot = makeSnapshot([
  makeNode('a').labels({ zone: 'z1', size: '7' }),
  makeNode('b').labels({ zone: 'z2' }),
  makeNode('c'),
]);
const noMatch = "UnschedulableAndUnresolvable: node(s) didn't match Pod's node affinity/selector";
const enforced = "UnschedulableAndUnresolvable: node(s) didn't match scheduler-enforced node affinity";
const outside = "UnschedulableAndUnresolvable: node(s) didn't satisfy plugin(s) [NodeAffinity]";

describe('the NodeAffinity filter', () => {
  const cases: [name: string, pod: PodBuilder, want: Record<string, string>][] = [
    ['selector', makePod('p').nodeSelector({ zone: 'z1' }), { b: noMatch, c: noMatch }],
    [
      'selector and terms',
      makePod('p').nodeSelector({ size: '7' }).requires(zone('z2')),
      { a: noMatch, b: noMatch, c: noMatch },
    ],
    ['terms are alternatives', makePod('p').requires(zone('z1'), zone('z2')), { c: noMatch }],
    ['no term at all', makePod('p').requires(), { a: noMatch, b: noMatch, c: noMatch }],
    ['an empty term', makePod('p').requires({}), { a: noMatch, b: noMatch, c: noMatch }],
    [
      'a term that cannot be read',
      makePod('p').requires({ matchExpressions: [{ key: 'size', operator: 'Gt', values: ['-1'] }] }),
      { a: noMatch, b: noMatch, c: noMatch },
    ],
    ['a named node', makePod('p').requires(named('b')), { a: outside, c: outside }],
    ['a named node that is not there', makePod('p').requires(named('x')), { a: outside, b: outside, c: outside }],
    ['named nodes of several terms', makePod('p').requires(named('b'), named('c')), { a: outside }],
    ['a term without a name beside one with', makePod('p').requires(named('b'), zone('z1')), { c: noMatch }],
    [
      'a named node in any zone but one',
      makePod('p').requires({ ...named('b'), matchExpressions: [{ key: 'zone', operator: 'NotIn', values: ['z1'] }] }),
      { a: outside, c: outside },
    ],
    [
      'any node but a named one',
      makePod('p').requires({ matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: ['b'] }] }),
      { b: noMatch },
    ],
    [
      'a field that nodes do not have',
      makePod('p').requires({ matchFields: [{ key: 'metadata.uid', operator: 'In', values: ['b'] }] }),
      { a: noMatch, b: noMatch, c: noMatch },
    ],
    [
      'a named node with the wrong label',
      makePod('p').requires({ ...named('a'), ...zone('z2') }),
      { a: noMatch, b: outside, c: outside },
    ],
  ];
  test.each(cases)('%s', (_name, pod, want) => expect(runPlugin(nodeAffinity, { pod, snapshot }).filter).toEqual(want));

  const adding = {
    addedAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [zone('z1')] } },
  };
  test('added affinity comes first', () => {
    expect(runPlugin(nodeAffinity, { pod: makePod('p').requires(zone('z2')), snapshot, args: adding }).filter).toEqual({
      a: noMatch,
      b: enforced,
      c: enforced,
    });
  });
  test.each([
    ['without a wish', makePod('p')],
    ['that says nothing at all', {}],
  ])('added affinity holds for a pod %s', (_name, pod) => {
    const { preFilter, filter } = runPlugin(nodeAffinity, { pod, snapshot, args: adding });
    expect([preFilter, filter]).toEqual([
      { code: 'Success', reasons: [] },
      { b: enforced, c: enforced },
    ]);
  });
});

describe('NodeAffinity before filtering', () => {
  const cases: [name: string, pod: Pod, want: unknown][] = [
    ['skips pods without a wish', makePod('p'), { code: 'Skip', reasons: [] }],
    ['skips pods that only have preferences', makePod('p').prefers([1, zone('z1')]), { code: 'Skip', reasons: [] }],
    [
      'skips pods with an affinity about pods',
      makePod('p').affinity({ podAffinity: {} }),
      { code: 'Skip', reasons: [] },
    ],
    ['skips pods that say nothing at all', {}, { code: 'Skip', reasons: [] }],
    ['is there for a selector', makePod('p').nodeSelector({}), { code: 'Success', reasons: [] }],
    [
      'names nodes',
      makePod('p').requires(named('c'), named('b')),
      { code: 'Success', reasons: [], nodeNames: ['b', 'c'] },
    ],
    [
      'names those that all names of a term have in common',
      makePod('p').requires(named('c', 'c', 'c'), named('a', 'a', 'b'), named('b')),
      { code: 'Success', reasons: [], nodeNames: ['b', 'c'] },
    ],
    [
      'sees terms that name nobody',
      makePod('p').requires({ matchFields: [{ key: 'metadata.name', operator: 'In' }] }),
      { code: 'UnschedulableAndUnresolvable', reasons: ['pod affinity terms conflict'] },
    ],
    [
      'sees terms that exclude each other',
      makePod('p').requires(named('a', 'b')),
      { code: 'UnschedulableAndUnresolvable', reasons: ['pod affinity terms conflict'] },
    ],
  ];
  test.each(cases)('%s', (_name, pod, want) =>
    expect(runPlugin(nodeAffinity, { pod, snapshot }).preFilter).toEqual(want),
  );
});

describe('the NodeAffinity score', () => {
  const cases: [name: string, pod: PodBuilder, raw: Record<string, number>, normalized: Record<string, number>][] = [
    [
      'sums the weights of terms that match',
      makePod('p').prefers([2, zone('z1')], [3, zone('z1', 'z2')]),
      { a: 5, b: 3, c: 0 },
      { a: 100, b: 60, c: 0 },
    ],
    ['no match is 0 everywhere', makePod('p').prefers([2, zone('z9')]), { a: 0, b: 0, c: 0 }, { a: 0, b: 0, c: 0 }],
    [
      'leaves out terms without weight or content',
      makePod('p').prefers([0, zone('z1')], [4, {}], [1, zone('z2')]),
      { a: 0, b: 1, c: 0 },
      { a: 0, b: 100, c: 0 },
    ],
  ];
  test.each(cases)('%s', (_name, pod, raw, normalized) => {
    const answers = runPlugin(nodeAffinity, { pod, snapshot });
    expect([answers.raw, answers.normalized]).toEqual([raw, normalized]);
  });

  const skipping: [name: string, pod: Pod, skips: boolean][] = [
    ['without a preference', makePod('p').requires(zone('z1')), true],
    ['with an affinity about pods', makePod('p').affinity({ podAffinity: {} }), true],
    ['that say nothing at all', {}, true],
    ['with an empty list of preferences, as upstream, are scored', makePod('p').prefers(), false],
  ];
  test.each(skipping)('skips pods: %s', (_name, pod, skips) =>
    expect(runPlugin(nodeAffinity, { pod, snapshot }).skipsScore).toBe(skips),
  );

  const adding = {
    addedAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 7, preference: zone('z2') }] },
  };
  const added: [name: string, pod: Pod, raw: Record<string, number>][] = [
    ['with a preference', makePod('p').prefers([1, zone('z1')]), { a: 1, b: 7, c: 0 }],
    ['without a preference', makePod('p'), { a: 0, b: 7, c: 0 }],
    ['with an affinity about pods', makePod('p').affinity({ podAffinity: {} }), { a: 0, b: 7, c: 0 }],
    ['that says nothing at all', {}, { a: 0, b: 7, c: 0 }],
  ];
  test.each(added)('adds the preference of the args for a pod %s', (_name, pod, raw) => {
    expect(runPlugin(nodeAffinity, { pod, snapshot, args: adding }).raw).toEqual(raw);
  });
});

describe('a preference that cannot be read', () => {
  const near: NodeSelectorTerm = { matchExpressions: [{ key: 'size', operator: 'Near' }] };
  const why = (index: number): string =>
    `[${index}].matchExpressions[0].operator: Unsupported value: "Near": supported values: "In", "NotIn", ` +
    '"Exists", "DoesNotExist", "Gt", "Lt"';
  const cases: [name: string, pod: PodBuilder, reason: string][] = [
    ['alone', makePod('p').prefers([1, near]), why(0)],
    [
      'by a value that labels do not have',
      makePod('p').prefers([1, { matchExpressions: [{ key: 'size', operator: 'Gt', values: ['-1'] }] }]),
      '[0].matchExpressions[0].values[0]',
    ],
    ['behind one that can', makePod('p').prefers([1, zone('z1')], [2, near]), why(1)],
    ['and another', makePod('p').prefers([1, near], [0, near], [2, zone('z1')], [3, near]), `[${why(0)}, ${why(3)}]`],
  ];
  const adding = {
    addedAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 7, preference: zone('z2') }] },
  };
  test.each(cases)('fails the attempt: %s', (_name, pod, reason) => {
    expect(() => runPlugin(nodeAffinity, { pod, snapshot })).toThrow(
      `running PreScore plugin "NodeAffinity": ${reason}`,
    );
    expect(() => runPlugin(nodeAffinity, { pod, snapshot, args: adding })).toThrow(
      `running PreScore plugin "NodeAffinity": ${reason}`,
    );
  });
  test('is an error, which is no verdict', () => {
    const asked = (pod: PodBuilder, args: NodeAffinityArgs): unknown =>
      nodeAffinity.score?.(
        {
          ...cycleFor(
            { plugin: nodeAffinity, args, weight: 1 },
            { pod: new IncomingPod(pod), snapshot, statuses: new StatusTable() },
          ),
          args,
        },
        Uint32Array.of(0),
      );
    expect(asked(makePod('p').prefers([1, near]), {})).toEqual(reject('Error', why(0)));
    expect(
      asked(makePod('p'), {
        addedAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: near }] },
      }),
    ).toEqual(reject('Error', why(0)));
  });
  test('is not read where it has no weight', () => {
    expect(runPlugin(nodeAffinity, { pod: makePod('p').prefers([0, near], [1, zone('z1')]), snapshot }).raw).toEqual({
      a: 1,
      b: 0,
      c: 0,
    });
  });
});
