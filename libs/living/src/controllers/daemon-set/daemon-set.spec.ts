import { Scenario, type Seen } from '../../testing/scenario.js';

const cluster = () => new Scenario().node('n1').node('n2').settle();
const nodes = (at: Scenario): string[] => at.pods().map(({ spec }) => (spec as { nodeName: string }).nodeName);
const images = (at: Scenario): string[] =>
  at.pods().map(({ spec }) => (spec as { containers: { image: string }[] }).containers[0]?.image ?? '');
const image = (name: string, annotations: object = {}) => ({
  spec: { template: { metadata: { annotations }, spec: { containers: [{ name: 'app', image: name }] } } },
});

test('each node that the template may run on has one pod, which asks for that node alone', () => {
  const at = cluster().workload('DaemonSet', 'agent').settle();
  expect(nodes(at).sort()).toEqual(['n1', 'n2']);
  expect(nodes(at.node('n3').settle()).sort()).toEqual(['n1', 'n2', 'n3']);
  // Nothing is to be done there, so the status says it when the set is looked at for another reason.
  at.patch('Node', 'n3', { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } }).settle();
  expect(at.get('DaemonSet', 'agent').status).toMatchObject({ desiredNumberScheduled: 3, numberMisscheduled: 0 });
  at.patch('DaemonSet', 'agent', { metadata: { labels: { seen: 'again' } } }).settle();
  expect(at.get('DaemonSet', 'agent').status).toMatchObject({ desiredNumberScheduled: 2, numberMisscheduled: 1 });
  at.patch('Node', 'n3', { spec: { taints: [{ key: 'k', effect: 'NoExecute' }] } }).settle();
  expect(nodes(at).sort()).toEqual(['n1', 'n2']);
  const { affinity, tolerations } = at.pods()[0]?.spec as Seen;
  const [term] = affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms;
  expect(term.matchFields).toEqual([{ key: 'metadata.name', operator: 'In', values: [nodes(at)[0]] }]);
  expect(tolerations.map(({ key }: Seen) => key)).toContain('node.kubernetes.io/unschedulable');
});

test('a rolling update replaces as many pods as may be unavailable, and stops where new ones are not', () => {
  const at = cluster().node('n3').workload('DaemonSet', 'agent').settle();
  at.patch('DaemonSet', 'agent', image('app:2', { 'kubelet.model/ready': 'false' })).settle(20_000);
  expect(images(at).sort()).toEqual(['app:1', 'app:1', 'app:2']);
  const slow = { 'kubelet.model/ready': null, 'kubelet.model/ready-after': '5s' };
  at.patch('DaemonSet', 'agent', image('app:3', slow)).advance(2);
  expect(images(at).sort()).toEqual(['app:1', 'app:1', 'app:3']);
  at.settle(20_000);
  expect(images(at)).toEqual(['app:3', 'app:3', 'app:3']);
  expect(at.list('ControllerRevision').map(({ revision }) => revision)).toEqual(expect.arrayContaining([1, 3]));
});

test('with a surge the new pod of a node comes before the old one goes', () => {
  const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  const model = { 'ready-after': '5s', 'stop-after': '0' };
  const at = cluster().workload('DaemonSet', 'agent', { model, spec: { updateStrategy } }).settle(9_000);
  at.patch('DaemonSet', 'agent', image('app:2')).advance(2);
  expect(images(at).sort()).toEqual(['app:1', 'app:1', 'app:2']);
  expect(images(at.settle(9_000))).toEqual(['app:2', 'app:2']);
  // Where no pod is to be any more, none is surged over, and the old one goes once enough others are available.
  at.patch('Node', 'n2', { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] } });
  at.patch('DaemonSet', 'agent', image('app:3')).settle(9_000);
  expect([nodes(at), images(at)]).toEqual([['n1'], ['app:3']]);
});

test('while a node is gone and its old pod is not, a surge does nothing', () => {
  const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  const at = cluster().workload('DaemonSet', 'agent', { spec: { updateStrategy } }).settle();
  at.delete('Node', 'n2').patch('DaemonSet', 'agent', image('app:2')).settle();
  expect(images(at)).toEqual(['app:1', 'app:1']);
  expect(images(at.advance(120))).toEqual(['app:2']);
});

test('revisions that pods are of stay, and count towards the limit', () => {
  const spec = { updateStrategy: { type: 'OnDelete' }, revisionHistoryLimit: 1 };
  const at = cluster().workload('DaemonSet', 'agent', { spec }).settle();
  for (const name of ['app:2', 'app:3']) at.patch('DaemonSet', 'agent', image(name)).settle();
  expect(at.list('ControllerRevision').map(({ revision }) => revision)).toEqual([1, 3]);
  // That of the present template is made again when it goes.
  at.delete('ControllerRevision', at.list('ControllerRevision')[1].metadata.name).advance(0.1);
  expect(at.list('ControllerRevision').map(({ revision }) => revision)).toEqual([1, 2]);
});

test('of several revisions of the template the last one stays, and the pods that are there are of it', () => {
  const at = cluster().workload('DaemonSet', 'agent').settle();
  const uids = () => at.pods().map(({ metadata }) => metadata.uid);
  const before = uids();
  const { metadata, data } = at.list('ControllerRevision')[0];
  const { ownerReferences, labels } = metadata;
  const copied = {
    name: 'copy',
    namespace: 't',
    ownerReferences,
    labels: { ...labels, 'controller-revision-hash': 'c' },
  };
  at.create({ apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata: copied, data, revision: 7 });
  at.patch('DaemonSet', 'agent', { metadata: { labels: { seen: 'again' } } }).settle();
  expect(at.list('ControllerRevision').map((one) => [one.metadata.name, one.revision])).toEqual([['copy', 7]]);
  expect(at.pods().map((pod) => pod.metadata.labels?.['controller-revision-hash'])).toEqual(['c', 'c']);
  expect(uids()).toEqual(before);
  expect(at.get('DaemonSet', 'agent').status.updatedNumberScheduled).toBe(2);
});

test('a pod that failed is removed, and its node gets another; soon after that it stays for a while', () => {
  const at = new Scenario().node('n1').workload('DaemonSet', 'agent').settle();
  const fail = (): string => {
    const name = at.pods()[0]?.metadata.name ?? '';
    at.patch('Pod', name, { status: { phase: 'Failed' } }, 'status').advance(0.3);
    return name;
  };
  const [first, second] = [fail(), fail()];
  expect([first === second, at.pods()[0]?.metadata.name]).toEqual([false, second]);
  // It waits for a second from when it was seen, which is more than a second after the first one went.
  expect(at.advance(0.6).pods()[0]?.metadata.name).toBe(second);
  expect(at.settle().pods()[0]?.status?.phase).toBe('Running');
});

test('of a set that is deleted nothing is said any more', () => {
  const at = new Scenario()
    .node('n1')
    .workload('DaemonSet', 'agent', { model: { 'stop-after': '9s' } })
    .settle();
  at.delete('DaemonSet', 'agent', { propagationPolicy: 'Foreground' }).advance(2);
  const { metadata, status } = at.get('DaemonSet', 'agent');
  expect([metadata.generation, status.observedGeneration]).toEqual([2, 1]);
  expect(at.settle(10_000).get('DaemonSet', 'agent')).toBeUndefined();
});

test('a set that is made again with another template takes the pods of the first template as its own', () => {
  const at = cluster().workload('DaemonSet', 'agent').settle();
  at.delete('DaemonSet', 'agent', { propagationPolicy: 'Orphan' }).settle();
  at.workload('DaemonSet', 'agent', { image: 'app:2' }).settle();
  expect(images(at)).toEqual(['app:1', 'app:1']);
  expect(at.get('DaemonSet', 'agent').status.updatedNumberScheduled).toBe(2);
});

test('a node that goes is counted until its pod is gone', () => {
  const at = cluster().workload('DaemonSet', 'agent').settle();
  at.delete('Node', 'n2').settle();
  expect(at.get('DaemonSet', 'agent').status.desiredNumberScheduled).toBe(2);
  expect(at.advance(90).get('DaemonSet', 'agent').status.desiredNumberScheduled).toBe(1);
});
