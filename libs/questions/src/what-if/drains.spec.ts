import { PastClusters } from '#state';
import { CALLER, node, TestServices, valueOf } from '#test-services';
import type { QuestionAnswers } from '#what-if';
import { WhatIfService } from './what-if.service.js';

let services: TestServices;
let whatIfs: WhatIfService;
beforeAll(async () => {
  services = await TestServices.create();
  const { database, scheduling } = services;
  whatIfs = new WhatIfService({ database, clusters: new PastClusters(), warm: scheduling.clusters });
});
afterAll(() => services.drop());

interface Given {
  readonly node?: string;
  readonly controller?: string;
  readonly ready?: string;
  readonly phase?: string;
  readonly metadata?: object;
  readonly volumes?: readonly object[];
}

/** A pod of 1 cpu on a node, with the label of its application. */
function placed(
  name: string,
  { node: nodeName = 'n1', controller, ready = 'True', phase = 'Running', ...given }: Given = {},
) {
  const owner = {
    apiVersion: 'apps/v1',
    kind: controller,
    name: 'web',
    uid: `uid-${controller ?? ''}`,
    controller: true,
  };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...{ name, namespace: 'shop', uid: `uid-${name}`, labels: { app: 'web', tier: 'front' } },
      ...(controller && { ownerReferences: [owner] }),
      ...given.metadata,
    },
    spec: {
      nodeName,
      containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }],
      ...(given.volumes && { volumes: given.volumes }),
    },
    status: { phase, conditions: [{ type: 'Ready', status: ready }] },
  };
}

const web = (name: string, given: Given = {}): object => placed(name, { controller: 'ReplicaSet', ...given });
const budget = (name: string, label: string, spec: object): object => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'shop' },
  spec: { selector: { matchLabels: { [label]: label === 'app' ? 'web' : 'front' } }, ...spec },
});
const nodes = [node('n1'), node('n2')];

async function drained(objects: readonly object[], body: object = {}): Promise<QuestionAnswers['drain']> {
  const cluster = await services.clusterOf(...nodes, ...objects);
  return valueOf(await whatIfs.ask(CALLER, cluster, { name: 'drain', body: { names: ['n1'], ...body } }));
}

describe('a drain', () => {
  test('loses bare pods and emptyDir data, and leaves static pods and those of DaemonSets', async () => {
    const mirror = { annotations: { 'kubernetes.io/config.mirror': 'x' } };
    const answer = await drained([
      placed('bare'),
      placed('etcd', { metadata: mirror }),
      placed('agent', { controller: 'DaemonSet' }),
      placed('done', { controller: 'Job', phase: 'Succeeded' }),
      web('web-1', { volumes: [{ name: 'scratch', emptyDir: {} }] }),
    ]);
    expect(answer).toMatchObject({
      possible: true,
      moves: [{ pod: { name: 'web-1' }, from: 'n1', to: 'n2' }],
      lost: [{ pod: { name: 'bare' }, node: 'n1' }],
      localData: [{ pod: { name: 'web-1' }, emptyDir: ['scratch'], hostPath: [] }],
      staying: 2,
    });
    expect(answer.sentence).toBe(
      'Node n1 can be drained: 1 pod moves and 1 pod is lost, which no controller recreates (shop/bare). ' +
        'The emptyDir data of 1 pod (shop/web-1) is lost.',
    );
  });

  test('is refused for a pod of two budgets, even if both allow it', async () => {
    const budgets = [budget('by-app', 'app', { maxUnavailable: 1 }), budget('by-tier', 'tier', { maxUnavailable: 1 })];
    const objects = [...budgets, web('web-1'), web('web-2', { node: 'n2' }), web('web-3', { node: 'n2' })];
    const answer = await drained(objects);
    expect(answer).toMatchObject({ possible: false, moves: [] });
    expect(answer.blocked.map(({ budget: { name }, reason }) => [name, reason])).toEqual([
      ['by-app', 'severalBudgets'],
      ['by-tier', 'severalBudgets'],
    ]);
    const cluster = await services.clusterOf(...nodes, ...objects);
    const { answer: stepped } = valueOf(
      await whatIfs.whatIf(CALLER, cluster, { steps: [{ drain: { names: ['n1'] } }], traces: false }),
    );
    expect(stepped.steps[0]?.problems).toEqual([
      {
        subject: 'Pod shop/web-1',
        message: 'the eviction API refuses a pod with more than one PodDisruptionBudget (shop/by-app and shop/by-tier)',
      },
    ]);
  });

  test.each<[string, object, boolean]>([
    ['takes an unready pod where the budget always allows it', { unhealthyPodEvictionPolicy: 'AlwaysAllow' }, true],
    ['keeps it otherwise while too few are healthy', {}, false],
  ])('%s', async (_, policy, possible) => {
    const objects = [
      budget('web', 'app', { minAvailable: 2, ...policy }),
      web('web-1', { ready: 'False' }),
      web('web-2', { node: 'n2' }),
    ];
    const { possible: is, moves } = await drained(objects);
    expect([is, moves.length]).toEqual([possible, possible ? 1 : 0]);
  });

  test('takes an unready pod while enough others are healthy, once', async () => {
    const { moves, blocked } = await drained([
      budget('web', 'app', { minAvailable: 1 }),
      web('web-1', { ready: 'False' }),
      web('web-2'),
    ]);
    expect([moves.map(({ pod }) => pod.name), blocked.map(({ pods }) => pods.map(({ pod }) => pod.name))]).toEqual([
      ['web-1'],
      [['web-2']],
    ]);
  });

  test('lets terminating pods leave by themselves', async () => {
    const metadata = { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 30 };
    const answer = await drained([web('web-1', { metadata }), placed('db-0', { controller: 'StatefulSet', metadata })]);
    expect([answer.moves.map(({ pod }) => pod.name), answer.leaving]).toEqual([['db-0'], 1]);
  });

  test('keeps what the cluster autoscaler does not evict, where that is asked', async () => {
    const safe = { annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' } };
    const unsafe = { annotations: { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' } };
    const volumes = [{ name: 'scratch', emptyDir: {} }];
    const answer = await drained(
      [
        placed('bare'),
        placed('free', { metadata: safe, volumes }),
        web('web-1', { volumes }),
        web('web-2', { metadata: unsafe }),
      ],
      { autoscaler: true },
    );
    expect(answer.possible).toBe(false);
    expect(answer.sentence).toBe(
      'Node n1 cannot be drained: the cluster autoscaler does not evict shop/web-1 (it has local storage (volume ' +
        'scratch)), shop/web-2 (its annotation cluster-autoscaler.kubernetes.io/safe-to-evict is "false"), shop/bare ' +
        '(no controller recreates it).',
    );
    expect(answer.unsafe.map(({ pod, message }) => [pod.name, message])).toEqual([
      ['bare', 'no controller recreates it'],
      ['web-1', 'it has local storage (volume scratch)'],
      ['web-2', 'its annotation cluster-autoscaler.kubernetes.io/safe-to-evict is "false"'],
    ]);
  });
});

describe('a pod with an ephemeral volume', () => {
  const zone = 'topology.kubernetes.io/zone';
  const zoned = ['n1', 'n2'].map((name) => {
    const one = node(name) as { readonly metadata: { readonly labels?: object } };
    return { ...one, metadata: { ...one.metadata, labels: { ...one.metadata.labels, [zone]: `z-${name}` } } };
  });
  const spec = {
    accessModes: ['ReadWriteOnce'],
    storageClassName: 'fast',
    resources: { requests: { storage: '1Gi' } },
  };
  const waits = { provisioner: 'csi.example', volumeBindingMode: 'WaitForFirstConsumer' };
  const fast = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast' }, ...waits };
  const volumes = [{ name: 's', ephemeral: { volumeClaimTemplate: { spec } } }];
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'web-1', uid: 'uid-web-1', controller: true };
  const expressions = [{ key: zone, operator: 'In', values: ['z-n1'] }];
  const there = [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: {
        ...{ name: 'web-1-s', namespace: 'shop', uid: 'uid-claim', ownerReferences: [owner] },
        annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
      },
      spec: { ...spec, volumeName: 'v' },
      status: { phase: 'Bound' },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'v' },
      spec: {
        ...{ accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, storageClassName: 'fast' },
        csi: { driver: 'csi.example', volumeHandle: 'h' },
        claimRef: {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          namespace: 'shop',
          name: 'web-1-s',
          uid: 'uid-claim',
        },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: expressions }] } },
      },
      status: { phase: 'Bound' },
    },
  ];

  test.each<[string, object[]]>([
    ['is in a zone', there],
    ['is not in the dump', []],
  ])('whose claim %s finds another node: the claim is made again', async (_, claims) => {
    const cluster = await services.clusterOf(...zoned, fast, ...claims, web('web-1', { volumes }));
    const ask = async (name: 'drain' | 'loss' | 'repack', body: object) =>
      valueOf(await whatIfs.ask(CALLER, cluster, { name, body } as never)) as unknown;
    expect(await ask('drain', { names: ['n1'] })).toMatchObject({ possible: true, moves: [{ to: 'n2' }] });
    expect(await ask('loss', { topologyKey: zone })).toMatchObject({ domains: [{ homeless: [] }, { homeless: [] }] });
    expect(await ask('repack', {})).toMatchObject({ nodes: { before: 1 } });
  });
});

test('a pod that runs has its claim bound, also where a dump lacks the note of the volume controller', async () => {
  const zone = 'topology.kubernetes.io/zone';
  const zoned = ['n1', 'n2', 'n3'].map((name) => {
    const one = node(name) as { readonly metadata: { readonly labels?: object } };
    return {
      ...one,
      metadata: { ...one.metadata, labels: { ...one.metadata.labels, [zone]: name === 'n2' ? 'b' : 'a' } },
    };
  });
  const kept = { accessModes: ['ReadWriteOnce'], storageClassName: 'fast' };
  const expressions = [{ key: zone, operator: 'In', values: ['a'] }];
  const objects = [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'shop', uid: 'uid-data' },
      spec: { ...kept, volumeName: 'v', resources: { requests: { storage: '1Gi' } } },
      status: { phase: 'Bound' },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'v' },
      spec: {
        ...{ ...kept, capacity: { storage: '1Gi' }, csi: { driver: 'csi.example', volumeHandle: 'h' } },
        claimRef: { namespace: 'shop', name: 'data', uid: 'uid-data' },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: expressions }] } },
      },
      status: { phase: 'Bound' },
    },
    placed('db-0', {
      controller: 'StatefulSet',
      volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }],
    }),
  ];
  const cluster = await services.clusterOf(...zoned, ...objects);
  expect(valueOf(await whatIfs.ask(CALLER, cluster, { name: 'drain', body: { names: ['n1'] } }))).toMatchObject({
    moves: [{ pod: { name: 'db-0' }, to: 'n3' }],
    findings: { assumed: ['the volume v is bound to the claim shop/data'] },
  });
});

test('repack places pods as a run does, and names who is lost', async () => {
  const cluster = await services.clusterOf(
    node('n0', { cpu: '2', memory: '8Gi' }),
    ...nodes,
    placed('bare'),
    web('web-1'),
  );
  const answer = valueOf(await whatIfs.ask(CALLER, cluster, { name: 'repack', body: { most: 10 } }));
  expect(answer).toMatchObject({
    emptied: [{ node: 'n1', moves: [{ pod: { name: 'web-1' }, to: 'n2' }], lost: [{ name: 'bare' }] }],
    filled: ['n2'],
    nodes: { before: 1, after: 1 },
    profiles: ['default-scheduler'],
    asRun: true,
    atMost: 1,
  });
  expect(answer.sentence).toContain(' Pods go to 1 node without movable pods (n2).');
  const kept = valueOf(await whatIfs.ask(CALLER, cluster, { name: 'repack', body: { most: 10, autoscaler: true } }));
  expect(kept).toMatchObject({ emptied: [], unsafe: [{ node: 'n1', pod: { name: 'bare' } }] });
});

test('of many nodes as many can be empty at most as leave room for what the pods request', async () => {
  const ten = Array.from({ length: 10 }, (_, at) => node(`n${at}`, { cpu: '2', memory: '8Gi' }));
  const pods = ten.map((_, at) => web(`web-${at}`, { node: `n${at}` }));
  const cluster = await services.clusterOf(...ten, ...pods);
  const answer = valueOf(await whatIfs.ask(CALLER, cluster, { name: 'repack', body: { most: 10 } }));
  expect([answer.nodes, answer.atMost]).toEqual([{ before: 10, after: 5 }, 5]);
});
