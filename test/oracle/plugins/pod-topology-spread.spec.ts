import type { Cluster, PodChange } from '../model.js';
import type { Labels, LabelSelector, NodeObject, PodObject, TopologySpreadConstraint } from '../objects.js';
import { podTopologySpread } from './pod-topology-spread.js';

const a: NodeObject = { metadata: { name: 'a', labels: { zone: '1' } } };
const b: NodeObject = { metadata: { name: 'b', labels: { zone: '2' } } };
const c: NodeObject = { metadata: { name: 'c', labels: {} } };
const nodes = [a, b, c];
const on = (nodeName: string, name: string, { app = 'x', leaving = false } = {}): PodObject => ({
  metadata: {
    name,
    namespace: 'default',
    labels: { app },
    ...(leaving && { deletionTimestamp: '2030-01-01T00:00:00Z' }),
  },
  spec: { nodeName },
});
const clusterOf = (...pods: readonly PodObject[]): Cluster => ({ nodes, pods, nominated: [], objects: {} });
const spreading = (...topologySpreadConstraints: readonly TopologySpreadConstraint[]): PodObject => ({
  metadata: { name: 'p', namespace: 'default', labels: { app: 'x' } },
  spec: { topologySpreadConstraints },
});
const hard = (labelSelector?: LabelSelector, more: TopologySpreadConstraint = {}): TopologySpreadConstraint => ({
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'DoNotSchedule',
  ...(labelSelector && { labelSelector }),
  ...more,
});
const X: LabelSelector = { matchLabels: { app: 'x' } };
const SKEW = { code: 'Unschedulable', reasons: ["node(s) didn't match pod topology spread constraints"] };
const MISSING = {
  code: 'UnschedulableAndUnresolvable',
  reasons: ["node(s) didn't match pod topology spread constraints (missing required label)"],
};

describe('PodTopologySpread, filter', () => {
  const come = (pod: PodObject): PodChange => ({ pod, node: pod.spec?.nodeName ?? '', added: true });
  const gone = (pod: PodObject): PodChange => ({ pod, node: pod.spec?.nodeName ?? '', added: false });
  test.each<[string, TopologySpreadConstraint, readonly PodObject[], readonly PodChange[], NodeObject, unknown]>([
    ['as many as elsewhere', hard(X), [], [], a, null],
    ['one more than elsewhere', hard(X), [on('a', '1')], [], a, SKEW],
    ['the emptier domain', hard(X), [on('a', '1')], [], b, null],
    ['a node without the key', hard(X), [], [], c, MISSING],
    ['terminating pods do not count', hard(X), [on('a', '1', { leaving: true })], [], a, null],
    [
      'a terminating pod that goes counts: one less than nothing',
      hard(X, { maxSkew: 1 }),
      [on('b', '1', { leaving: true })],
      [gone(on('b', '1', { leaving: true }))],
      a,
      SKEW,
    ],
    ['an empty selector counts no pod', hard({}), [on('a', '1'), on('a', '2')], [], a, null],
    ['an empty selector counts a pod that comes', hard({}), [], [come(on('a', '1'))], a, SKEW],
    ['no selector counts nothing', hard(), [on('a', '1')], [come(on('a', '2'))], a, null],
    ['a pod comes', hard(X), [], [come(on('a', '1'))], a, SKEW],
    ['a pod goes', hard(X), [on('a', '1')], [gone(on('a', '1'))], a, null],
    ['a pod that is not selected comes', hard(X), [], [come(on('a', '1', { app: 'y' }))], a, null],
    ['fewer domains than asked for', hard(X, { minDomains: 3 }), [on('a', '1'), on('b', '2')], [], a, SKEW],
    ['as many domains as asked for', hard(X, { minDomains: 2 }), [on('a', '1'), on('b', '2')], [], a, null],
  ])('%s', (_name, constraint, pods, changes, node, want) => {
    const atPreFilter = clusterOf(...pods);
    expect(
      podTopologySpread.filter?.(
        { pod: spreading(constraint), cluster: atPreFilter, args: {}, atPreFilter, changes },
        node,
      ),
    ).toEqual(want);
  });
});

describe('PodTopologySpread, default constraints', () => {
  const service = { metadata: { name: 's', namespace: 'default' }, spec: { selector: { app: 'x' } } };
  const owned = (apiVersion: string, kind: string): PodObject => ({
    metadata: {
      name: 'p',
      namespace: 'default',
      labels: { app: 'x' },
      ownerReferences: [{ apiVersion, kind, name: 'o', controller: true }],
    },
  });
  const set = { metadata: { name: 'o', namespace: 'default' }, spec: { selector: X } };
  const attempt = (pod: PodObject, objects: Cluster['objects']) => ({
    pod,
    cluster: { ...clusterOf(), objects },
    args: {},
    feasible: [a, b],
  });
  test.each<[string, PodObject, Cluster['objects'], boolean]>([
    ['nothing selects the pod', spreading(), {}, true],
    ['a service', spreading(), { services: [service] }, false],
    [
      'a service of another namespace',
      spreading(),
      { services: [{ ...service, metadata: { name: 's', namespace: 'other' } }] },
      true,
    ],
    ['a service without a selector', spreading(), { services: [{ metadata: service.metadata }] }, true],
    ['a replica set', owned('apps/v1', 'ReplicaSet'), { replicaSets: [set] }, false],
    ['a stateful set', owned('apps/v1', 'StatefulSet'), { statefulSets: [set] }, false],
    [
      'a replication controller',
      owned('v1', 'ReplicationController'),
      { replicationControllers: [{ metadata: set.metadata, spec: { selector: { app: 'x' } } }] },
      false,
    ],
    ['a replica set of old', owned('extensions/v1beta1', 'ReplicaSet'), { replicaSets: [set] }, true],
    ['constraints of its own', spreading(hard(X)), { services: [service] }, true],
  ])('%s', (_name, pod, objects, skips) => {
    expect(podTopologySpread.preScoreSkip?.(attempt(pod, objects))).toBe(skips);
  });
});

test('PodTopologySpread scores nodes without a zone by the other constraint alone', () => {
  const named = (name: string, labels: Labels): NodeObject => ({
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
  });
  const x = named('x', { 'topology.kubernetes.io/zone': '1' });
  const y = named('y', { 'topology.kubernetes.io/zone': '2' });
  const z = named('z', {});
  const cluster: Cluster = {
    nodes: [x, y, z],
    pods: [on('x', '1'), on('z', '2')],
    nominated: [],
    objects: { services: [{ metadata: { name: 's', namespace: 'default' }, spec: { selector: { app: 'x' } } }] },
  };
  const attempt = { pod: spreading(), cluster, args: {}, feasible: [x, y, z] };
  const raw = [x, y, z].map((node) => podTopologySpread.score?.(attempt, node) ?? -1);
  expect(raw).toEqual([9, 6, 4]);
  expect(podTopologySpread.normalize?.(attempt, raw)).toEqual([44, 77, 100]);
});
