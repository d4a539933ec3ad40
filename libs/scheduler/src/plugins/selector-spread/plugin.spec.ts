import { makeNode, makePod, makeSnapshot, runPlugin, type NodeBuilder, type PodBuilder } from '../../testing/index.js';
import { selectorSpread } from './plugin.js';

const web = { metadata: { name: 'web', namespace: 'default' }, spec: { selector: { app: 'web' } } };
const pod = (name: string): PodBuilder => makePod(name).labels({ app: 'web', tier: 'front' });
const zoned = (name: string, zone: string): NodeBuilder =>
  makeNode(name).labels({ 'topology.kubernetes.io/zone': zone });

function score(nodes: NodeBuilder[], bound: PodBuilder[], { objects = { services: [web] }, incoming = pod('p') } = {}) {
  return runPlugin(selectorSpread, { pod: incoming, snapshot: makeSnapshot(nodes, bound, objects) }).normalized;
}

describe('SelectorSpread', () => {
  test('prefers nodes with fewer pods of the service', () =>
    expect(
      score(
        [makeNode('a'), makeNode('b'), makeNode('c')],
        [pod('e').onNode('a'), pod('f').onNode('a'), pod('g').onNode('b')],
      ),
    ).toEqual({ a: 0, b: 50, c: 100 }));
  test('lets zones weigh twice as much, on nodes that have one', () =>
    expect(
      score([zoned('a1', 'a'), zoned('a2', 'a'), zoned('b1', 'b'), makeNode('bare')], [pod('e').onNode('a1')]),
    ).toEqual({ a1: 0, a2: 33, b1: 100, bare: 100 }));
  test('is 100 everywhere without pods', () =>
    expect(score([makeNode('a'), zoned('b', 'b')], [])).toEqual({ a: 100, b: 100 }));
  test('asks for what all that match the pod ask for', () => {
    const replicaSets = [
      { metadata: { name: 'rs', namespace: 'default' }, spec: { selector: { matchLabels: { tier: 'front' } } } },
    ];
    const other = makePod('e').labels({ app: 'web' }).onNode('a');
    expect(
      score([makeNode('a'), makeNode('b')], [other], { objects: { services: [web], replicaSets } as never }),
    ).toEqual({ a: 100, b: 100 });
  });
  test('says nothing of a pod with constraints of its own', () =>
    expect(
      score([makeNode('a'), makeNode('b')], [pod('e').onNode('a')], {
        incoming: pod('p').with({ topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone' }] }),
      }),
    ).toEqual({ a: 0, b: 0 }));
});
