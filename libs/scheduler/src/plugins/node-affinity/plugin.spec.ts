import type { NodeSelectorTerm } from '#kubernetes';
import { makeNode, makePod, makeSnapshot, runPlugin, type PodBuilder } from '../../testing/index.js';
import { nodeAffinity } from './plugin.js';

const zone = (...values: string[]): NodeSelectorTerm => ({ matchExpressions: [{ key: 'zone', operator: 'In', values }] });
const named = (...values: string[]): NodeSelectorTerm => ({ matchFields: values.map((value) => ({ key: 'metadata.name', operator: 'In', values: [value] })) });
const snapshot = makeSnapshot([makeNode('a').labels({ zone: 'z1', size: '7' }), makeNode('b').labels({ zone: 'z2' }), makeNode('c')]);
const noMatch = "UnschedulableAndUnresolvable: node(s) didn't match Pod's node affinity/selector";
const enforced = "UnschedulableAndUnresolvable: node(s) didn't match scheduler-enforced node affinity";
const outside = "UnschedulableAndUnresolvable: node(s) didn't satisfy plugin(s) [NodeAffinity]";

describe('the NodeAffinity filter', () => {
  const cases: [name: string, pod: PodBuilder, want: Record<string, string>][] = [
    ['selector', makePod('p').nodeSelector({ zone: 'z1' }), { b: noMatch, c: noMatch }],
    ['selector and terms', makePod('p').nodeSelector({ size: '7' }).requires(zone('z2')), { a: noMatch, b: noMatch, c: noMatch }],
    ['terms are alternatives', makePod('p').requires(zone('z1'), zone('z2')), { c: noMatch }],
    ['no term at all', makePod('p').requires(), { a: noMatch, b: noMatch, c: noMatch }],
    ['an empty term', makePod('p').requires({}), { a: noMatch, b: noMatch, c: noMatch }],
    ['a term that cannot be read', makePod('p').requires({ matchExpressions: [{ key: 'size', operator: 'Gt', values: ['-1'] }] }), { a: noMatch, b: noMatch, c: noMatch }],
    ['a named node', makePod('p').requires(named('b')), { a: outside, c: outside }],
    ['a named node that is not there', makePod('p').requires(named('x')), { a: outside, b: outside, c: outside }],
    ['named nodes of several terms', makePod('p').requires(named('b'), named('c')), { a: outside }],
    ['a term without a name beside one with', makePod('p').requires(named('b'), zone('z1')), { c: noMatch }],
    ['a named node with the wrong label', makePod('p').requires({ ...named('a'), ...zone('z2') }), { a: noMatch, b: outside, c: outside }],
  ];
  test.each(cases)('%s', (_name, pod, want) => expect(runPlugin(nodeAffinity, { pod, snapshot }).filter).toEqual(want));

  test('added affinity comes first', () => {
    const args = { addedAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [zone('z1')] } } };
    expect(runPlugin(nodeAffinity, { pod: makePod('p').requires(zone('z2')), snapshot, args }).filter).toEqual({ a: noMatch, b: enforced, c: enforced });
  });
});

describe('NodeAffinity before filtering', () => {
  const cases: [name: string, pod: PodBuilder, want: unknown][] = [
    ['skips pods without a wish', makePod('p'), { code: 'Skip', reasons: [] }],
    ['is there for a selector', makePod('p').nodeSelector({}), { code: 'Success', reasons: [] }],
    ['names nodes', makePod('p').requires(named('c'), named('b')), { code: 'Success', reasons: [], nodeNames: ['b', 'c'] }],
    ['sees terms that exclude each other', makePod('p').requires(named('a', 'b')), { code: 'UnschedulableAndUnresolvable', reasons: ['pod affinity terms conflict'] }],
  ];
  test.each(cases)('%s', (_name, pod, want) => expect(runPlugin(nodeAffinity, { pod, snapshot }).preFilter).toEqual(want));
});

describe('the NodeAffinity score', () => {
  const cases: [name: string, pod: PodBuilder, raw: Record<string, number>, normalized: Record<string, number>][] = [
    ['sums the weights of terms that match', makePod('p').prefers([2, zone('z1')], [3, zone('z1', 'z2')]), { a: 5, b: 3, c: 0 }, { a: 100, b: 60, c: 0 }],
    ['no match is 0 everywhere', makePod('p').prefers([2, zone('z9')]), { a: 0, b: 0, c: 0 }, { a: 0, b: 0, c: 0 }],
    ['leaves out terms without weight or content', makePod('p').prefers([0, zone('z1')], [4, {}], [1, zone('z2')]), { a: 0, b: 1, c: 0 }, { a: 0, b: 100, c: 0 }],
  ];
  test.each(cases)('%s', (_name, pod, raw, normalized) => {
    const answers = runPlugin(nodeAffinity, { pod, snapshot });
    expect([answers.raw, answers.normalized]).toEqual([raw, normalized]);
  });

  test('skips pods without a preference', () => {
    expect(runPlugin(nodeAffinity, { pod: makePod('p').requires(zone('z1')), snapshot }).skipsScore).toBe(true);
  });
  test('adds the preference of the args', () => {
    const args = { addedAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 7, preference: zone('z2') }] } };
    expect(runPlugin(nodeAffinity, { pod: makePod('p').prefers([1, zone('z1')]), snapshot, args }).raw).toEqual({ a: 1, b: 7, c: 0 });
  });
  test('a preference that cannot be read fails the attempt', () => {
    const pod = makePod('p').prefers([1, { matchExpressions: [{ key: 'size', operator: 'Gt', values: ['-1'] }] }]);
    const args = { addedAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 7, preference: zone('z2') }] } };
    const why = 'running PreScore plugin "NodeAffinity": [0].matchExpressions[0].values[0]';
    expect(() => runPlugin(nodeAffinity, { pod, snapshot })).toThrow(why);
    expect(() => runPlugin(nodeAffinity, { pod, snapshot, args })).toThrow(why);
  });
});
