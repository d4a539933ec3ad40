import { makeNode, makePod, makeSnapshot, runPlugin, type PodBuilder } from '../../testing/index.js';
import { serviceAffinity } from './plugin.js';

const nodes = () => [
  makeNode('a1').labels({ 'topology.kubernetes.io/zone': 'a', rack: '1' }),
  makeNode('a2').labels({ 'topology.kubernetes.io/zone': 'a', rack: '2' }),
  makeNode('b1').labels({ 'topology.kubernetes.io/zone': 'b', rack: '1' }),
  makeNode('bare'),
];
const web = { metadata: { name: 'web', namespace: 'default' }, spec: { selector: { app: 'web' } } };
const pod = (name: string): PodBuilder => makePod(name).labels({ app: 'web' });
const NO_MATCH = "Unschedulable: node(s) didn't match service affinity";

describe('the filter of ServiceAffinity', () => {
  const filter = (incoming: PodBuilder, bound: PodBuilder[], services: object[] = [web]) =>
    Object.keys(
      runPlugin(serviceAffinity, {
        pod: incoming,
        snapshot: makeSnapshot(nodes(), bound, { services }),
        args: { affinityLabels: ['rack'] },
      }).filter,
    ).sort();

  test('keeps pods of a service where the first of them is', () =>
    expect(filter(pod('p'), [pod('e').onNode('a2')])).toEqual(['a1', 'b1', 'bare']));
  test('takes the first in the order in which zones take turns', () =>
    expect(filter(pod('p'), [pod('e').onNode('a2'), pod('f').onNode('b1')])).toEqual(['a2', 'bare']));
  test('lets the node selector go before', () =>
    expect(filter(pod('p').nodeSelector({ rack: '2' }), [pod('e').onNode('a1')])).toEqual(['a1', 'b1', 'bare']));
  test('asks nothing of the first pod of a service', () => expect(filter(pod('p'), [])).toEqual([]));
  test('asks nothing of a pod without a service', () =>
    expect(filter(pod('p'), [pod('e').onNode('a2')], [])).toEqual([]));
  test('looks for all labels of the pod, not for the selector', () =>
    expect(filter(pod('p').labels({ app: 'web', tier: 'x' }), [pod('e').onNode('a2')])).toEqual([]));
  test('says so', () => {
    const { filter: said } = runPlugin(serviceAffinity, {
      pod: pod('p').nodeSelector({ rack: '3' }),
      snapshot: makeSnapshot(nodes()),
      args: { affinityLabels: ['rack'] },
    });
    expect(said).toEqual({ a1: NO_MATCH, a2: NO_MATCH, b1: NO_MATCH, bare: NO_MATCH });
  });
});

describe('the score of ServiceAffinity', () => {
  const score = (labels: string[], bound: PodBuilder[]) =>
    runPlugin(serviceAffinity, {
      pod: pod('p'),
      snapshot: makeSnapshot(nodes(), bound, { services: [web] }),
      args: { antiAffinityLabelsPreference: labels },
    }).normalized;
  const three = [pod('e').onNode('a1'), pod('f').onNode('a1'), pod('g').onNode('b1')];

  test('is the share of the pods elsewhere', () =>
    expect(score(['rack'], three)).toEqual({ a1: 0, a2: 100, b1: 0, bare: 0 }));
  test('is the mean over several labels, truncated', () =>
    expect(score(['rack', 'topology.kubernetes.io/zone'], three)).toEqual({ a1: 16, a2: 66, b1: 33, bare: 0 }));
  test('is 100 where no pod is, and 0 without the label', () =>
    expect(score(['rack'], [])).toEqual({ a1: 100, a2: 100, b1: 100, bare: 0 }));
  test('does not count pods on their way out', () =>
    expect(score(['rack'], [pod('e').onNode('a1').terminating()])).toEqual({ a1: 100, a2: 100, b1: 100, bare: 0 }));
});
