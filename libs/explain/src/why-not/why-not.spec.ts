import type { Pod } from '#scheduler';
import { node, pod, snapshotOf, asked, anywhere, suggested } from '../testing/asked.js';
import type { WhyNot } from './why-not.js';

test.each([
  'node.kubernetes.io/not-ready',
  'node.cloudprovider.kubernetes.io/uninitialized',
  'node.cilium.io/agent-not-ready',
])('a taint that a controller sets is neither lifted nor tolerated: %s', (key) => {
  const tainted = node('n1', { spec: { taints: [{ key, effect: 'NoSchedule' }] } });
  const { together, sentence } = asked(snapshotOf([tainted]), pod('p'));
  expect(together).toBeNull();
  expect(sentence).toContain(`untolerated taint ${key}:NoSchedule, which a controller sets and lifts`);
});

test('a node that is out of service is shut down, whatever default tolerations the pod has', () => {
  const key = 'node.kubernetes.io/out-of-service';
  const tainted = node('n1', { spec: { taints: [{ key, value: 'nodeshutdown', effect: 'NoExecute' }] } });
  const tolerations = [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' }];
  const { together, nearMisses, sentence } = asked(snapshotOf([tainted]), pod('p', { tolerations }));
  expect([together, nearMisses]).toEqual([null, []]);
  expect(sentence).toContain(`untolerated taint ${key}=nodeshutdown:NoExecute: the node is shut down`);
});

describe('a taint that says what its node is', () => {
  const windows = node('w', {
    labels: { 'kubernetes.io/os': 'windows', 'kubernetes.io/arch': 'arm64' },
    spec: { taints: [{ key: 'os', value: 'windows', effect: 'NoSchedule' }] },
  });
  const full = node('l', { allocatable: { cpu: '1' } });

  test('is not tolerated by a pod that does not ask for such a node', () => {
    const { items, sentence } = anywhere(snapshotOf([windows, full]), pod('p', { requests: { cpu: '2' } }));
    expect(items.map((item) => [item.node, ...suggested(item)])).toEqual([['l', 'add 1 cpu to l', 15]]);
    expect(sentence).not.toContain('windows');
    const answer = asked(snapshotOf([windows]), pod('p'));
    expect(answer.together).toBeNull();
    expect(answer.sentence).toContain(
      'untolerated taint os=windows:NoSchedule, which says what the node is, and the pod does not ask for such a node',
    );
  });

  test.each([
    ['by its selector', { nodeSelector: { 'kubernetes.io/os': 'windows' } }],
    ['by its system', { os: { name: 'windows' } }],
  ])('is tolerated by one that asks for it %s', (_name, spec) => {
    expect(suggested(asked(snapshotOf([windows]), pod('p', spec)))).toEqual([
      'let the pod tolerate os=windows:NoSchedule',
      2,
    ]);
  });

  test('is not tolerated for the architecture either', () => {
    const taints = [{ key: 'kubernetes.io/arch', value: 'arm64', effect: 'NoSchedule' }];
    const arm = node('a', { labels: { 'kubernetes.io/arch': 'arm64' }, spec: { taints } });
    expect(asked(snapshotOf([arm]), pod('p')).together).toBeNull();
    const selector = { nodeSelector: { 'kubernetes.io/arch': 'arm64' } };
    expect(suggested(asked(snapshotOf([arm]), pod('p', selector)))).toEqual([
      'let the pod tolerate kubernetes.io/arch=arm64:NoSchedule',
      2,
    ]);
  });
});

test('a label that is asked for by a slip is not set: nodes that have the one that is meant come first', () => {
  const nodes = [node('a', { labels: { pool: 'special' } }), node('b', { labels: { pool: 'general' } })];
  const { items, sentence } = anywhere(snapshotOf(nodes), pod('p', { nodeSelector: { pool: 'genral' } }));
  expect(items.map((item) => [item.node, ...suggested(item)])).toEqual([
    ['b', 'take spec.nodeSelector[pool] from the pod, or ask for pool=general', 4],
    ['a', 'take spec.nodeSelector[pool] from the pod', 4],
  ]);
  expect(sentence).toContain('No node has pool=genral, 1 has pool=general.');
});

test.each([
  ['kubernetes.io/arch', 'arm64'],
  ['zone', 'c'],
  ['agentpool', 'gpu'],
  ['hcloud/node-group', 'gpu'],
  ['kubernetes.io/os', 'windows'],
  ['node.kubernetes.io/instance-type', 'p4d.24xlarge'],
  ['topology.kubernetes.io/zone', 'c'],
  ['topology.ebs.csi.aws.com/zone', 'eu-1c'],
  ['cloud.google.com/gke-nodepool', 'gpu'],
  ['failure-domain.beta.kubernetes.io/zone', 'c'],
])('no node becomes another by a label: %s', (label, value) => {
  const snapshot = snapshotOf([
    node('n1', { labels: { [label]: 'other' } }),
    node('n2', { labels: { [label]: 'other' } }),
  ]);
  const terms = [{ matchExpressions: [{ key: label, operator: 'In', values: [value] }] }];
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } };
  for (const of of [pod('p', { nodeSelector: { [label]: value } }), pod('p', { affinity })]) {
    const found = anywhere(snapshot, of);
    const kinds = found.items.flatMap(({ changes, together }) =>
      [...changes.map(({ change }) => change), ...(together ?? [])].map(({ kind }) => kind),
    );
    expect(new Set(kinds)).toEqual(new Set(['removePodRequirement']));
    expect(found.nodeNeeded?.labels).toEqual([{ key: label, values: [value] }]);
    expect(found.sentence).toContain(`No node has ${label}=${value}, which says what a node is`);
  }
});

test('a kind of node is needed for a label without a value, and for one that a pod is spread by', () => {
  const snapshot = snapshotOf([node('n1')]);
  const worker = anywhere(snapshot, pod('p', { nodeSelector: { 'node-role.kubernetes.io/worker': '' } }));
  expect(worker.nodeNeeded?.labels).toEqual([{ key: 'node-role.kubernetes.io/worker', values: [''] }]);
  const topologyKey = 'topology.kubernetes.io/zone';
  const constraint = { maxSkew: 1, topologyKey, whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} };
  const spread = anywhere(snapshot, pod('p', { topologySpreadConstraints: [constraint] }));
  expect(spread.sentence).toContain(`No node has ${topologyKey}, which says what a node is`);
});

test('a resource that no node offers, and that one nearly does', () => {
  const snapshot = snapshotOf([node('n1', { allocatable: { 'nvidia.com/gpu': '2' } })]);
  const asking = (resource: string): Pod => pod('p', { requests: { [resource]: '1' } });
  expect(anywhere(snapshot, asking('nvidia.com/gpus')).sentence).toContain(
    'No node offers nvidia.com/gpus, 1 node offers nvidia.com/gpu.',
  );
  expect(anywhere(snapshot, asking('example.com/fpga')).nearMisses).toEqual([]);
});

test('a label that a volume is found by, or that a setting names, is none that is set; any other is', () => {
  const terms = [{ matchExpressions: [{ key: 'rack', operator: 'In', values: ['r1'] }] }];
  const volume = { metadata: { name: 'v' }, spec: { nodeAffinity: { required: { nodeSelectorTerms: terms } } } };
  const of = pod('p', { nodeSelector: { rack: 'r2' } });
  const nodes = [node('n1', { labels: { rack: 'r1' } })];
  expect(suggested(asked(snapshotOf(nodes), of))).toEqual(['label n1 with rack=r2', 2]);
  const removal = ['take spec.nodeSelector[rack] from the pod', 4];
  expect(suggested(asked(snapshotOf(nodes, [], { persistentVolumes: [volume] }), of))).toEqual(removal);
  expect(suggested(asked(snapshotOf(nodes), of, ['rack']))).toEqual(removal);
  const own = pod('p', { nodeSelector: { 'acme.io/kind': 'big' } });
  expect(suggested(asked(snapshotOf(nodes), own, ['acme.io/']))[1]).toBe(4);
});

test('a cordon and its taint are one thing', () => {
  const taints = [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }];
  const snapshot = snapshotOf([node('n1', { spec: { unschedulable: true, taints } })]);
  const answer = asked(snapshot, pod('p'));
  expect(suggested(answer)).toEqual(['uncordon n1', 1]);
  expect(answer.failures.map(({ plugin }) => plugin)).toEqual(['NodeUnschedulable', 'TaintToleration']);
});

test('what is missing is partly freed and partly added where that costs less', () => {
  const on = (name: string, requests: object): Pod => pod(name, { nodeName: 'n1', requests });
  const bound = [
    on('a', { cpu: '3' }),
    on('b', { cpu: '500m', memory: '1Gi' }),
    on('c', { cpu: '500m', memory: '6Gi' }),
  ];
  const answer = asked(snapshotOf([node('n1')], bound), pod('p', { requests: { cpu: '10', memory: '2Gi' } }));
  expect(answer.isLeast).toBe(true);
  expect(suggested(answer)).toEqual(['evict shop/b (no controller recreates it)', 'add 9500m cpu to n1', 24.5]);
});

test('of several causes one pod is evicted that is in the way of all', () => {
  const on = (name: string, labels: object, cpu: string): Pod =>
    pod(name, { nodeName: 'n1', labels, requests: { cpu } });
  const bound = [on('a', { app: 'db' }, '2'), on('b', { app: 'web' }, '2')];
  const near = { labelSelector: { matchLabels: { app: 'db' } }, topologyKey: 'kubernetes.io/hostname' };
  const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near] } };
  const answer = asked(snapshotOf([node('n1')], bound), pod('p', { requests: { cpu: '2' }, affinity }));
  expect(suggested(answer)).toEqual(['evict shop/a (no controller recreates it)', 5]);
});

test('what is nearly there is named', () => {
  const nodes = [
    node('n1', { labels: { pool: 'general' } }),
    node('n2', {
      labels: { pool: 'general' },
      spec: { taints: [{ key: 'gpu', value: 'true', effect: 'NoSchedule' }] },
    }),
  ];
  const misses = (spec: Record<string, unknown>): string[] =>
    asked(snapshotOf(nodes, [pod('db', { nodeName: 'n1', labels: { app: 'db' } })]), {
      ...pod('p', spec),
      metadata: { name: 'p', namespace: 'other', uid: 'p' },
    }).nearMisses.map(({ sentence }) => sentence);
  expect(misses({ nodeSelector: { pool: 'genral' } })).toEqual(['no node has pool=genral, 2 have pool=general']);
  expect(misses({ nodeSelector: { poool: 'general' } })).toEqual(['no node has poool=general, 2 have pool=general']);
  expect(misses({ nodeSelector: { hostname: 'n1' } })).toEqual([
    'no node has hostname=n1, 1 has kubernetes.io/hostname=n1',
  ]);
  expect(misses({ nodeSelector: { pool: 'unlike' } })).toEqual([]);
  const tolerations = [{ key: 'gpu', value: 'ture', effect: 'NoSchedule' }];
  expect(misses({ nodeSelector: { disk: 'ssd' }, tolerations })).toEqual([
    'the pod tolerates gpu=ture:NoSchedule, and the taint of 1 node is gpu=true:NoSchedule',
  ]);
  const field = { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n3'] }] };
  const terms = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [field] } };
  expect(misses({ affinity: { nodeAffinity: terms } })[0]).toMatch(/^no node is named n3, n[12] is there$/);
  const near = { labelSelector: { matchLabels: { app: 'db' } }, topologyKey: 'kubernetes.io/hostname' };
  expect(misses({ affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near] } } })).toEqual([
    "the affinity over kubernetes.io/hostname looks in namespace other, the pod's own, where no pod matches; " +
      'in shop 1 pod does',
  ]);
});

test('what every pod tolerates for a while is no slip for what a controller keeps pods off by', () => {
  const key = 'node.kubernetes.io/not-ready';
  const taints = ['NoSchedule', 'NoExecute'].map((effect) => ({ key, effect }));
  const tolerations = [{ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }];
  const answer = asked(snapshotOf([node('n1', { spec: { taints } })], []), pod('p', { tolerations }));
  expect([answer.feasible, answer.nearMisses, answer.together]).toEqual([false, [], null]);
});

test.each([
  [0, 'Pod shop/p fits nowhere: the cluster has no nodes, and no change is known that helps.'],
  [1, 'Pod shop/p does not fit on the only node. '],
  [2, 'Pod shop/p fits on none of 2 nodes. '],
])('of %i nodes the pod fits on none', (count, sentence) => {
  const nodes = Array.from({ length: count }, (_, index) => node(`n${index}`, { spec: { unschedulable: true } }));
  expect(anywhere(snapshotOf(nodes), pod('p')).sentence).toContain(sentence);
});

describe('spread constraints narrow for each other which nodes count', () => {
  const zone = 'topology.kubernetes.io/zone';
  const spread = (topologyKey: string, app: string) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: { matchLabels: { app } },
  });
  // disk=hdd has one pod. Of disk=ssd only the node without a pod has a zone, so the other one does not count.
  const nodes = [
    node('n1', { labels: { disk: 'hdd', [zone]: 'z1' } }),
    node('n2', { labels: { disk: 'ssd', [zone]: 'z1' } }),
    node('n3', { labels: { disk: 'ssd' } }),
  ];
  const bound = ['n1', 'n3'].map((nodeName) => pod(`on-${nodeName}`, { labels: { app: 'web' }, nodeName }));
  const asks = (...topologySpreadConstraints: object[]): WhyNot =>
    asked(snapshotOf(nodes, bound), pod('p', { labels: { app: 'web' }, topologySpreadConstraints }));

  test('the one that does not hold is the cause, and the other one is not', () => {
    const { failures } = asks(spread('disk', 'web'), spread(zone, 'other'));
    expect(failures.map(({ causes }) => causes)).toEqual([
      ['disk=hdd has 1 of the pods already, and would be more than 1 above the emptiest'],
    ]);
  });

  test('alone it holds', () => {
    expect(asks(spread('disk', 'web')).feasible).toBe(true);
  });

  test('one change is enough', () => {
    expect(suggested(asks(spread('disk', 'web'), spread(zone, 'other')))).toEqual(['label n1 with disk=ssd', 2]);
  });
});

test('a pod that goes for one cause is not asked to go with another for the next', () => {
  const spread = (labelSelector: object) => ({
    maxSkew: 2,
    topologyKey: 'kubernetes.io/hostname',
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector,
  });
  const topologySpreadConstraints = [
    spread({ matchLabels: { app: 'web' } }),
    spread({ matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['db'] }] }),
  ];
  const web = { labels: { app: 'web' } };
  const bound = ['a', 'b'].map((name) => pod(name, { ...web, nodeName: 'n1' }));
  const answer = asked(snapshotOf([node('n1'), node('n2')], bound), pod('p', { ...web, topologySpreadConstraints }));
  expect(suggested(answer)).toEqual(['evict shop/a (no controller recreates it)', 5]);
});

test('where nothing is known that helps, it says what is in the way of the nodes', () => {
  const taints = [{ key: 'ToBeDeletedByClusterAutoscaler', value: '1', effect: 'NoSchedule' }];
  const { items, facts, sentence } = anywhere(snapshotOf([node('n1', { spec: { taints } })]), pod('p'));
  const cause =
    'on n1: untolerated taint ToBeDeletedByClusterAutoscaler=1:NoSchedule, which a controller sets and lifts';
  expect([items, facts]).toEqual([[], [cause]]);
  expect(sentence).toBe(
    `Pod shop/p does not fit on the only node, and no change is known that helps. O${cause.slice(1)}.`,
  );
});

test('what an affinity selects by a slip is named', () => {
  const near = { labelSelector: { matchLabels: { app: 'dbb' } }, topologyKey: 'kubernetes.io/hostname' };
  const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near] } };
  const bound = [pod('db', { nodeName: 'n1', labels: { app: 'db' } })];
  const { nearMisses } = asked(snapshotOf([node('n1')], bound), pod('p', { affinity }));
  expect(nearMisses.map(({ sentence }) => sentence)).toEqual(['no pod in namespace shop has app=dbb, 1 has app=db']);
});
