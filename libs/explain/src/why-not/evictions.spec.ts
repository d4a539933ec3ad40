import type { Pod } from '#scheduler';
import { profile, node, pod, snapshotOf, asked, anywhere, suggested } from '../testing/asked.js';
import { DEFAULT_COSTS } from './costs.js';
import { whyNot } from './why-not.js';

describe('pods that an eviction does not remove from their node', () => {
  const owned = (name: string, kind: string, rest: Record<string, unknown> = {}): Pod => {
    const { metadata, ...plain } = pod(name, { nodeName: 'n1', requests: { cpu: '2' }, ...rest });
    const ownerReferences = [{ apiVersion: 'apps/v1', kind, name: 'owner', uid: 'owner', controller: true }];
    return { ...plain, metadata: { ...metadata, ownerReferences } };
  };
  const mirror = (name: string): Pod => {
    const own = owned(name, 'Node');
    return { ...own, metadata: { ...own.metadata, annotations: { 'kubernetes.io/config.mirror': 'x' } } };
  };
  const big = pod('p', { requests: { cpu: '2' } });

  test.each([
    ['of a DaemonSet', owned('agent', 'DaemonSet')],
    ['of a file of the kubelet', mirror('etcd')],
  ])('one %s is never evicted for its resources', (_name, staying) => {
    const bound = [staying, owned('web', 'ReplicaSet', { priority: 100 })];
    const answer = asked(snapshotOf([node('n1')], bound), big);
    expect(suggested(answer)).toEqual(['free 2 cpu on n1: evict shop/web', 5]);
    expect(answer.changes.flatMap(({ change }) => ('pods' in change ? change.pods : []))).toMatchObject([
      { name: 'web', afterEviction: 'recreated' },
    ]);
    expect(answer.failures[0]?.heldBy.map(({ afterEviction }) => afterEviction)).toEqual(['stays', 'recreated']);
    expect(suggested(asked(snapshotOf([node('n1')], [staying, mirror('other')]), big))).toEqual([
      'add 2 cpu to n1',
      20,
    ]);
    expect(anywhere(snapshotOf([node('n1')], [staying, mirror('other')]), big).items.map(suggested)).toEqual([
      ['add 2 cpu to n1', 20],
    ]);
  });

  test('nor for its port, nor for being near', () => {
    const containers = [{ name: 'c', ports: [{ hostPort: 80, protocol: 'TCP', containerPort: 80 }] }];
    const labels = { app: 'agent' };
    const agent = owned('agent', 'DaemonSet', { containers, labels });
    const taken = asked(snapshotOf([node('n1')], [agent]), pod('p', { containers }));
    expect(suggested(taken)).toEqual(['take spec.containers.ports[80] from the pod', 4]);
    expect(taken.changes).toHaveLength(1);
    expect(taken.sentence).toContain(
      'Shop/agent, which has host port 80/TCP, belongs to the node: if it is evicted, it is created there again.',
    );
    const near = { labelSelector: { matchLabels: labels }, topologyKey: 'kubernetes.io/hostname' };
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near] } };
    const apart = asked(snapshotOf([node('n1')], [agent]), pod('p', { affinity }));
    expect(suggested(apart)).toEqual(['take spec.affinity.podAntiAffinity from the pod', 4]);
  });

  test('of pods that hold as much the one of the lowest priority goes, and nothing that need not go', () => {
    const bound = [
      owned('a', 'ReplicaSet', { priority: 100 }),
      owned('z', 'ReplicaSet', { priority: 1 }),
      pod('o', { nodeName: 'n1', requests: { cpu: '0' } }),
    ];
    expect(suggested(asked(snapshotOf([node('n1')], bound), big))).toEqual(['free 2 cpu on n1: evict shop/z', 5]);
    const free = { ...DEFAULT_COSTS, evictPods: 0, freeResource: 0 };
    const asking = { snapshot: snapshotOf([node('n1')], bound), profile, pod: big, row: 0, costs: free };
    expect(suggested(whyNot({ ...asking, identityLabels: [] }))).toEqual(['free 2 cpu on n1: evict shop/z', 0]);
  });

  test('of pods of one priority those go that are created again, and of others it is said that they are not', () => {
    const small = (name: string): Pod => pod(name, { nodeName: 'n1', requests: { cpu: '2' } });
    const one = asked(snapshotOf([node('n1')], [small('bare'), owned('web', 'ReplicaSet')]), big);
    expect(suggested(one)).toEqual(['free 2 cpu on n1: evict shop/web', 5]);
    const huge = pod('p', { requests: { cpu: '4' } });
    const both = asked(snapshotOf([node('n1')], [small('bare'), owned('web', 'ReplicaSet')]), huge);
    expect(suggested(both)).toEqual([
      'free 4 cpu on n1: evict shop/web and shop/bare (no controller recreates shop/bare)',
      10,
    ]);
  });
});

test('of pods that are in the way together, where a search among them ends early, none goes that can stay', () => {
  const keys = ['a', 'b', 'c'];
  const all = Object.fromEntries(keys.map((key) => [key, '1']));
  const bound = Array.from({ length: 14 }, (_, at) => {
    const labels = Object.fromEntries(
      keys.filter((_key, bit) => Math.floor(at / 2 ** bit) % 2 === 1).map((key) => [key, '1']),
    );
    return pod(`on-${at}`, { labels, nodeName: 'n1', priority: at % 4 });
  });
  const topologySpreadConstraints = keys.map((key) => ({
    ...{ maxSkew: 2, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule' },
    labelSelector: { matchLabels: { [key]: '1' } },
  }));
  const incoming = pod('p', { labels: all, topologySpreadConstraints });
  const nodes = [node('n1'), node('n2')];
  const costs = { ...DEFAULT_COSTS, removePodRequirement: 1_000 };
  const asking = { profile, pod: incoming, row: 0, costs, identityLabels: [] };
  const answer = whyNot({ ...asking, snapshot: snapshotOf(nodes, bound) });
  const gone = (answer.together ?? []).flatMap((one) => ('pods' in one ? one.pods.map(({ uid }) => uid) : []));
  const isFull = (uids: readonly string[]): boolean => {
    const left = bound.filter(({ metadata }) => !uids.includes(metadata?.uid ?? ''));
    return whyNot({ ...asking, snapshot: snapshotOf(nodes, left) }).failures.length > 0;
  };
  expect([answer.isLeast, gone.length > 5, isFull(gone)]).toEqual([false, true, false]);
  expect(gone.filter((uid) => !isFull(gone.filter((other) => other !== uid)))).toEqual([]);
});
