import { Scenario } from '../../testing/scenario.js';
import { TestApi } from '../../testing/test-api.js';

const TAINTS = { Ready: 'not-ready', Unknown: 'unreachable' } as const;
const zone = (name: string) => ({ labels: { 'topology.kubernetes.io/zone': name } });
const down = (at: Scenario, name: string, annotation: string | null = 'down') =>
  at.patch('Node', name, { metadata: { annotations: { 'kubelet.model/kubelet': annotation } } });
const ready = (at: Scenario, name: string, status: string) =>
  at.patch('Node', name, { status: { conditions: [{ type: 'Ready', status, reason: 'Said' }] } }, 'status');
const tainted = (at: Scenario) =>
  at
    .list('Node', '')
    .filter(({ spec }) => spec.taints?.some(({ effect }: { effect: string }) => effect === 'NoExecute'))
    .map(({ metadata }) => metadata.name);
const keys = (at: Scenario, name: string) =>
  at.get('Node', name, '').spec.taints?.map(({ key, effect }: { key: string; effect: string }) => `${key}:${effect}`);
const nodeEvents = (at: Scenario) =>
  at
    .list('Event', 'default')
    .filter(({ involvedObject: { kind } }) => kind === 'Node')
    .map((event) => `${event.reportingComponent} ${event.involvedObject.name} ${event.reason}: ${event.message}`);

test('a kubelet that is silent for 50 seconds: unreachable, its pods unready; back again they are ready', () => {
  const at = new Scenario().node('n1').node('n2').settle();
  at.pod('there', { spec: { nodeName: 'n1' } }).settle();
  down(at, 'n1').advance(40);
  expect(at.conditions('Node', 'n1', '')).toContain('Ready=True KubeletReady');
  at.advance(20);
  expect(at.conditions('Node', 'n1', '')).toEqual([
    'DiskPressure=Unknown NodeStatusNeverUpdated',
    'MemoryPressure=Unknown NodeStatusNeverUpdated',
    'PIDPressure=Unknown NodeStatusNeverUpdated',
    'Ready=Unknown NodeStatusUnknown',
  ]);
  expect(keys(at, 'n1')).toEqual([
    `node.kubernetes.io/${TAINTS.Unknown}:NoSchedule`,
    `node.kubernetes.io/${TAINTS.Unknown}:NoExecute`,
  ]);
  expect(at.conditions('Pod', 'there')).toContain('Ready=False');
  expect(at.events().filter((event) => event.includes('NodeNotReady'))).toEqual([
    'node-controller Pod/there NodeNotReady: Node is not ready',
  ]);
  const about = at.list('Event', 'default').find(({ reason }) => reason === 'NodeNotReady').involvedObject;
  expect(Object.keys(about)).toEqual(['kind', 'name', 'uid', 'apiVersion']);
  down(at, 'n1', null).settle(10_000);
  expect([keys(at, 'n1'), at.conditions('Node', 'n1', '')[3]]).toEqual([undefined, 'Ready=True KubeletReady']);
  expect(at.conditions('Pod', 'there')).toContain('Ready=True');
  expect(nodeEvents(at).slice(-2)).toEqual([
    'node-controller n1 NodeNotReady: Node n1 status is now: NodeNotReady',
    'kubelet n1 NodeReady: Node n1 status is now: NodeReady',
  ]);
  expect(at.api.cluster.next?.what).not.toMatch(/lifecycle/);
});

test('nodes that come and go are reported at the next look, each once', () => {
  const at = new Scenario().node('n1').advance(5).node('n2').advance(10);
  const registered = (name: string) =>
    `node-controller ${name} RegisteredNode: Node ${name} event: Registered Node ${name} in Controller`;
  expect(nodeEvents(at)).toEqual([registered('n1'), registered('n2')]);
  const uid = at.get('Node', 'n1', '').metadata.uid;
  at.delete('Node', 'n1').advance(10);
  expect(nodeEvents(at).slice(2)).toEqual([
    'node-controller n1 RemovingNode: Node n1 event: Removing Node n1 from Controller',
  ]);
  expect(at.list('Event', 'default').at(-1).involvedObject.uid).toBe(uid);
  expect(nodeEvents(at.node('n1').advance(10)).slice(3)).toEqual([registered('n1')]);
});

test('nodes that were there before an upgrade are not reported; one that comes after it is', () => {
  const { api } = new Scenario().node('n1').advance(10);
  const { cluster } = api;
  const kept = cluster.keep();
  // Earlier releases kept neither which nodes they knew nor that they report any.
  const state = {
    ...kept,
    memories: kept.memories.map((memory) => memory.filter(([key]) => !/^(known |reports)/.test(key))),
  };
  const objects = ['Namespace', 'Node'].flatMap((kind) => [...cluster.state.list(kind)]);
  const at = new Scenario(new TestApi({ continued: { api, objects, state, position: cluster.position } })).node('n2');
  expect(nodeEvents(at.advance(20))).toEqual([
    'node-controller n2 RegisteredNode: Node n2 event: Registered Node n2 in Controller',
  ]);
  expect(nodeEvents(at.delete('Node', 'n1').advance(10)).at(-1)).toMatch(/ n1 RemovingNode: /);
});

test('a kubelet reports that its node is cordoned, and that it is not any more, when it is there', () => {
  const at = new Scenario().node('n1').settle();
  const cordon = (unschedulable: boolean) => at.patch('Node', 'n1', { spec: { unschedulable } }).advance(1);
  cordon(true)
    .patch('Node', 'n1', { metadata: { labels: { other: 'x' } } })
    .advance(1);
  const reported = (reason: string) => `kubelet n1 ${reason}: Node n1 status is now: ${reason}`;
  const ofKubelet = () => nodeEvents(at).filter((event) => event.startsWith('kubelet'));
  expect(ofKubelet()).toEqual([reported('NodeNotSchedulable')]);
  down(at, 'n1');
  cordon(false);
  expect(ofKubelet()).toEqual([reported('NodeNotSchedulable')]);
  down(at, 'n1', null).advance(1);
  expect(ofKubelet()).toEqual([reported('NodeNotSchedulable'), reported('NodeSchedulable')]);
});

test('nodes that are not ready are tainted one in ten seconds, and freed at once', () => {
  const at = new Scenario();
  for (const name of ['n1', 'n2', 'n3', 'n4', 'n5']) at.node(name);
  at.settle();
  for (const name of ['n1', 'n2']) ready(at, name, 'False');
  expect(tainted(at.advance(5))).toEqual(['n1']);
  expect(tainted(at.advance(11))).toEqual(['n1', 'n2']);
  expect(keys(at, 'n1')).toContain(`node.kubernetes.io/${TAINTS.Ready}:NoExecute`);
  ready(at, 'n1', 'True');
  expect(tainted(at.advance(6))).toEqual(['n2']);
});

test('in a small zone that is mostly down no node is tainted; where every zone is down taints are taken back', () => {
  const at = new Scenario();
  for (const name of ['a1', 'a2', 'a3', 'a4']) at.node(name, zone('a'));
  at.node('b1', zone('b')).settle();
  for (const name of ['a1', 'a2', 'a3']) ready(at, name, 'False');
  expect(tainted(at.advance(60))).toEqual([]);
  ready(at, 'a4', 'False').advance(60);
  expect(tainted(at)).toHaveLength(4);
  ready(at, 'b1', 'False').advance(60);
  expect(tainted(at)).toEqual([]);
});

test('a kubelet that was never heard is waited for for 60 seconds', () => {
  const at = new Scenario().node('n1').settle();
  at.create({
    ...{ apiVersion: 'v1', kind: 'Node' },
    metadata: { name: 'silent', annotations: { 'kubelet.model/kubelet': 'down' } },
    status: { capacity: { cpu: '1', memory: '1Gi', pods: '10' } },
  }).advance(60);
  expect(at.get('Node', 'silent', '').status.conditions ?? []).toEqual([]);
  expect(at.advance(6).conditions('Node', 'silent', '')).toContain('Ready=Unknown NodeStatusNeverUpdated');
});

test('what is added to taints is one write, what is taken away the next', () => {
  const at = new Scenario().node('n1').settle();
  const press = (type: string) => {
    const conditions = [
      { type: 'Ready', status: 'True' },
      { type, status: 'True' },
    ];
    return at.patch('Node', 'n1', { status: { conditions } }, 'status').settle();
  };
  const from = press('MemoryPressure').changes.length;
  const writes = press('DiskPressure')
    .changes.slice(from)
    .filter(({ by }) => by === 'node-controller');
  expect(writes.map(({ object }) => object['spec'])).toMatchObject([
    { taints: [{ key: 'node.kubernetes.io/memory-pressure' }, { key: 'node.kubernetes.io/disk-pressure' }] },
    { taints: [{ key: 'node.kubernetes.io/disk-pressure' }] },
  ]);
});

test('a zone that is not partly down any more has its first token after ten seconds', () => {
  const at = new Scenario();
  for (const name of ['n1', 'n2', 'n3', 'n4', 'n5']) at.node(name);
  at.settle();
  for (const name of ['n1', 'n2', 'n3']) ready(at, name, 'False');
  expect(tainted(at.advance(60))).toEqual([]);
  ready(at, 'n3', 'True');
  expect(tainted(at.advance(10))).toEqual([]);
  expect(tainted(at.advance(5))).toEqual(['n1']);
  expect(tainted(at.advance(10))).toEqual(['n1', 'n2']);
});

test('when the first node is ready again where all were down, the others are tainted', () => {
  const at = new Scenario().node('n1').node('n2').settle();
  for (const name of ['n1', 'n2']) ready(at, name, 'False');
  expect(tainted(at.advance(60))).toEqual([]);
  ready(at, 'n2', 'True');
  expect(tainted(at.advance(20))).toEqual(['n1']);
});

test('a node that is left out of disruption checks does not count for its zone', () => {
  const excluded = { labels: { 'node.kubernetes.io/exclude-disruption': '' } };
  const at = new Scenario().node('n1').node('n2', excluded).settle();
  ready(at, 'n1', 'False');
  expect(tainted(at.advance(60))).toEqual([]);
  ready(at, 'n1', 'True').advance(10);
  ready(at, 'n2', 'False');
  expect(tainted(at.advance(20))).toEqual(['n2']);
});

test('labels of the older names of a zone come first', () => {
  const beta = (name: string) => ({ labels: { 'failure-domain.beta.kubernetes.io/zone': name } });
  const at = new Scenario().node('n1', beta('a')).node('n2', beta('b')).node('n3', beta('b')).settle();
  for (const name of ['n1', 'n2']) ready(at, name, 'False');
  expect(tainted(at.advance(5))).toEqual(['n1', 'n2']);
});

test('a node that comes with taints of this controller loses them at the first look', () => {
  const taints = [{ key: `node.kubernetes.io/${TAINTS.Unknown}`, effect: 'NoExecute' }];
  const at = new Scenario().node('n1').node('n2', { taints }).advance(6);
  expect(keys(at, 'n2')).toBeUndefined();
});

test('labels of nodes are there under their older names too', () => {
  const labels = { 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'arm64', 'beta.kubernetes.io/arch': 'amd64' };
  const at = new Scenario().node('n1', { labels }).settle();
  expect(at.get('Node', 'n1', '').metadata.labels).toMatchObject({
    'beta.kubernetes.io/os': 'linux',
    'beta.kubernetes.io/arch': 'arm64',
  });
});

test('a status that a client writes in place of a silent kubelet counts as its word', () => {
  const at = new Scenario().node('n1').node('n2').settle();
  down(at, 'n1').advance(40);
  const conditions = [{ type: 'Ready', status: 'True', lastHeartbeatTime: at.api.time }];
  at.patch('Node', 'n1', { status: { conditions } }, 'status');
  expect(at.advance(45).conditions('Node', 'n1', '')).toContain('Ready=True');
  expect(at.advance(15).conditions('Node', 'n1', '')).toContain('Ready=Unknown NodeStatusUnknown');
});
