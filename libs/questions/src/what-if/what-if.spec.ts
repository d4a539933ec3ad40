import { PastClusters } from '#state';
import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { KeptWhatIfs } from './kept-what-ifs.js';
import type { AskedStep, ScheduleStep } from './what-if-request.js';
import type { WhatIf } from './what-if-record.js';
import { WhatIfService } from './what-if.service.js';

let services: TestServices;
let whatIfs: WhatIfService;
beforeAll(async () => {
  services = await TestServices.create();
  const { database, scheduling } = services;
  whatIfs = new WhatIfService({ database, clusters: new PastClusters(), warm: scheduling.clusters });
});
afterAll(() => services.drop());

const schedule = (step: Partial<ScheduleStep> = {}): AskedStep => ({
  schedule: { pods: {}, tieBreak: 'first', seed: 0n, preemption: 'nominate', ...step },
});
const importing = (...objects: readonly object[]): AskedStep => ({
  import: { manifests: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }) },
});
const workload = (kind: string, name: string, spec: object, cpu = '1'): object => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
  kind,
  metadata: { name, namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: name } },
    ...spec,
    template: {
      metadata: { labels: { app: name } },
      spec: {
        ...(kind === 'Job' && { restartPolicy: 'Never' }),
        containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }],
      },
    },
  },
});

async function ask(cluster: string, steps: readonly AskedStep[]): Promise<WhatIf> {
  return valueOf(await whatIfs.whatIf(CALLER, cluster, { steps, traces: false })).answer;
}

const placed = ({ steps }: WhatIf): string[] =>
  steps.flatMap(({ pods = [] }) => pods.map(({ pod: { name }, node: on, outcome }) => `${name} ${on ?? outcome}`));

test('steps happen one after the other, and the cluster stays as it is', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p', { cpu: '3' }), pod('q', { cpu: '3' }));
  const before = await services.position(cluster);
  const shape = { metadata: { name: 'big' }, status: { capacity: { cpu: '4', memory: '8Gi', pods: '10' } } };
  const answer = await ask(cluster, [
    schedule(),
    { addNodes: { count: 1, node: shape } },
    schedule(),
    { cordon: { names: ['a'] } },
  ]);
  expect(placed(answer)).toEqual(['p a', 'q unschedulable', 'q big-1']);
  // None of them was on a node before the first step.
  expect(answer.steps.flatMap(({ pods = [] }) => pods).filter((stepped) => 'from' in stepped)).toEqual([]);
  expect(answer.steps.map(({ step, counts }) => [step, counts])).toEqual([
    ['schedule', { selected: 2, scheduled: 1, unschedulable: 1 }],
    ['addNodes', { added: 1 }],
    ['schedule', { selected: 1, scheduled: 1 }],
    ['cordon', { cordoned: 1 }],
  ]);
  const cpu = (uses: WhatIf['utilization']['after']): unknown => uses.find(({ resource }) => resource === 'cpu');
  expect(cpu(answer.utilization.before)).toMatchObject({ allocatable: '4', requested: '0', ratio: 0 });
  expect(cpu(answer.utilization.after)).toMatchObject({ allocatable: '8', requested: '6', ratio: 0.75 });
  expect(answer.nodes.map((change) => [change.node, change.before?.pods, change.after?.pods])).toEqual([
    ['a', 0, 1],
    ['big-1', undefined, 1],
  ]);
  expect(answer.nodes[0]).toMatchObject({ before: { unschedulable: false }, after: { unschedulable: true } });
  expect(answer.nodes[1]?.after?.resources).toContainEqual({ resource: 'cpu', allocatable: '4', requested: '3' });
  expect(await services.position(cluster)).toBe(before);
});

test('workloads make the pods that their controllers would', async () => {
  const cluster = await services.clusterOf(node('a', { cpu: '64', memory: '64Gi', pods: '110' }), node('b'));
  const answer = await ask(cluster, [
    importing(
      workload('Deployment', 'web', { replicas: 2 }),
      workload('StatefulSet', 'db', { replicas: 2, serviceName: 'db' }),
      workload('DaemonSet', 'agent', {}, '100m'),
      workload('Job', 'sum', { parallelism: 2, completions: 5, completionMode: 'Indexed', selector: undefined }),
    ),
    schedule(),
  ]);
  const names = placed(answer).map((text) => text.split(' ')[0] ?? '');
  expect(
    names.filter((name) => /^web-[0-9bcdfghjklmnpqrstvwxz]{6,10}-[bcdfghjklmnpqrstvwxz2456789]{5}$/.test(name)),
  ).toHaveLength(2);
  expect(names).toEqual(expect.arrayContaining(['db-0', 'db-1']));
  expect(names.filter((name) => /^sum-[01]-[a-z0-9]{5}$/.test(name))).toHaveLength(2);
  const agents = answer.steps[1]?.pods?.filter(({ pod: { name } }) => name.startsWith('agent-'));
  expect(agents?.map(({ node: on }) => on).sort()).toEqual(['a', 'b']);
});

test('what is drained goes elsewhere as budgets allow, and what nobody makes again is lost', async () => {
  const owned = {
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u', controller: true }],
  };
  const on = (name: string, labels: object, more: object = {}): object => ({
    ...pod(name, { cpu: '1' }, { nodeName: 'a' }),
    metadata: { name, namespace: 'default', labels, ...more },
  });
  const budget = {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'one', namespace: 'default' },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'kept' } } },
  };
  const cluster = await services.clusterOf(
    ...[node('a'), node('b'), budget],
    on('web-1', { app: 'web' }, owned),
    on('kept-1', { app: 'kept' }, owned),
    on('alone', {}),
  );
  const answer = await ask(cluster, [
    { drain: { names: ['a'] } },
    schedule(),
    { removeNodes: { names: ['a'] } },
    schedule(),
  ]);
  expect(answer.steps[0]).toEqual({
    step: 'drain',
    counts: { cordoned: 1, evicted: 2, stayed: 1, lost: 1 },
    problems: [
      { subject: 'Pod default/kept-1', message: 'PodDisruptionBudget default/one allows no more disruptions' },
      { subject: 'Pod default/alone', message: 'no controller makes it again: it is gone' },
    ],
  });
  expect(placed(answer)).toEqual(['web-1 b', 'kept-1 b']);
  expect(answer.steps.flatMap(({ pods = [] }) => pods.map(({ from }) => from))).toEqual(['a', 'a']);
});

test('a taint that is removed by its effect leaves those of its key with other effects', async () => {
  const taints = ['NoSchedule', 'PreferNoSchedule'].map((effect) => ({ key: 'gpu', value: 'yes', effect }));
  const cluster = await services.clusterOf({ ...node('a'), spec: { taints } }, pod('p'));
  const without = (remove: object): AskedStep => ({ taint: { names: ['a'], add: [], remove: [remove] } }) as AskedStep;
  const soft = without({ key: 'gpu', effect: 'PreferNoSchedule' });
  expect(placed(await ask(cluster, [soft, schedule()]))).toEqual(['p unschedulable']);
  expect(placed(await ask(cluster, [without({ key: 'gpu', effect: 'NoSchedule' }), schedule()]))).toEqual(['p a']);
  expect(placed(await ask(cluster, [without({ key: 'gpu' }), schedule()]))).toEqual(['p a']);
});

test('scaling makes and takes pods, also of what came in with the what-if', async () => {
  const cluster = await services.clusterOf(node('a'));
  const scale = (replicas: number): AskedStep => ({
    scale: { kind: 'Deployment', namespace: 'shop', name: 'web', replicas },
  });
  const answer = await ask(cluster, [
    importing(workload('Deployment', 'web', { replicas: 1 })),
    scale(3),
    schedule(),
    scale(1),
  ]);
  expect(answer.steps.map(({ counts }) => counts)).toEqual([
    { created: 1, updated: 0, podsAdded: 1, podsDeleted: 0, ignored: 0 },
    { podsAdded: 2, podsDeleted: 0 },
    { selected: 3, scheduled: 3 },
    { podsAdded: 0, podsDeleted: 2 },
  ]);
});

test.each<readonly [string, readonly AskedStep[], string]>([
  ['a node that is not there', [schedule(), { drain: { names: ['x'] } }], 'steps[1].drain.names[0]'],
  ['a selector that cannot be read', [{ cordon: { labelSelector: 'a in' } }], 'steps[0].cordon.labelSelector'],
  ['a pod that is not there', [{ deletePods: { names: ['default/x'] } }], 'steps[0].deletePods.names[0]'],
  [
    'a workload that is not there',
    [{ scale: { kind: 'StatefulSet', namespace: 'default', name: 'x', replicas: 1 } }],
    'steps[0].scale.name',
  ],
  ['an object that is not valid', [importing(node('b'), pod('P!'))], 'steps[0].import.manifests[1].metadata.name'],
  [
    'a template that is not valid',
    [importing(workload('Deployment', 'web', {}, 'much'))],
    'steps[0].import.manifests[0].spec.template.spec.containers[0].resources.requests[cpu]',
  ],
  [
    'a shape that is not valid',
    [{ addNodes: { count: 1, node: { status: { capacity: { cpu: 'x' } } } } }],
    'steps[0].addNodes.node.status.capacity[cpu]',
  ],
  ['a profile that cannot be', [{ profile: { pluginConfig: 3 } }], 'steps[0].profile.pluginConfig'],
])('%s is refused by its field', async (_, steps, field) => {
  const cluster = await services.clusterOf(node('a'));
  const outcome = await whatIfs.whatIf(CALLER, cluster, { steps, traces: false });
  expect(outcome).toMatchObject({ refused: true, refusal: { kind: 'WhatIfInvalid', problems: [{ field }] } });
});

test('of a past moment it is asked what would have been', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p', { cpu: '3' }));
  const at = await services.position(cluster);
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const asked = { steps: [schedule()], traces: false };
  const then = valueOf(await whatIfs.whatIf(CALLER, { cluster, at }, asked)).answer;
  const now = valueOf(await whatIfs.whatIf(CALLER, cluster, asked)).answer;
  expect([placed(then), placed(now)]).toEqual([['p a'], []]);
});

test('decisions and traces can be read for an hour, and by the cluster that they are of', async () => {
  let time = 0;
  const kept = new KeptWhatIfs(services.database, { now: () => time });
  const [cluster, other] = [await services.clusterOf(node('a'), node('b'), pod('p')), await services.clusterOf()];
  const record = valueOf(await whatIfs.whatIf(CALLER, cluster, { steps: [schedule()], traces: true }));
  const { id } = kept.keep(record);
  const page = valueOf(await kept.decisions(CALLER, cluster, { id, offset: 0, pageSize: 10 }));
  const [decision] = page.items;
  expect(decision).toMatchObject({ outcome: 'scheduled', node: 'a', traceStored: 'full', nodes: { evaluated: 2 } });
  const request = { id, decision: decision?.id ?? '', filter: {}, orderBy: 'name', offset: 0, pageSize: 10 } as const;
  const trace = valueOf(await kept.trace(CALLER, cluster, request));
  expect(trace.items.map(({ node: name, feasible }) => [name, feasible])).toEqual([
    ['a', true],
    ['b', true],
  ]);
  expect(await kept.get(CALLER, other, id)).toMatchObject({ refusal: { kind: 'WhatIfNotFound' } });
  time = 3_600_000;
  expect(await kept.get(CALLER, cluster, id)).toMatchObject({ refusal: { kind: 'WhatIfNotFound' } });
});

test('what takes too much memory goes, the oldest first', async () => {
  const kept = new KeptWhatIfs(services.database, { mostBytes: 1 });
  const cluster = await services.clusterOf(node('a'), pod('p'));
  const asked = async (): Promise<string> =>
    kept.keep(valueOf(await whatIfs.whatIf(CALLER, cluster, { steps: [schedule()], traces: true }))).id;
  const [first, second] = [await asked(), await asked()];
  expect(await kept.get(CALLER, cluster, first)).toMatchObject({ refusal: { kind: 'WhatIfNotFound' } });
  expect(valueOf(await kept.get(CALLER, cluster, second)).id).toBe(second);
});

test('where no shape of node helps, the answer names the label and the amount that each shape lacks', async () => {
  const spread = {
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'topology.kubernetes.io/zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { app: 'w' } },
      },
    ],
  };
  const small = node('small', { cpu: '500m', memory: '4Gi', pods: '110' });
  const cluster = await services.clusterOf(small, pod('big', { cpu: '3' }), pod('spread', { cpu: '1' }, spread));
  const shapes = [{ name: 'std', price: 1, node: { status: { capacity: { cpu: '2', memory: '4Gi', pods: '110' } } } }];
  const body = { shapes, mostNodes: 10, trials: 50 };
  const answer = valueOf(await whatIfs.ask(CALLER, cluster, { name: 'nodes-needed', body }));
  expect(answer).toMatchObject({
    mix: [],
    impossible: [
      { pod: { name: 'big' }, shapes: [{ shape: 'std', causes: [expect.stringContaining('cpu')] }] },
      {
        pod: { name: 'spread' },
        shapes: [{ causes: [expect.stringContaining('no label topology.kubernetes.io/zone')] }],
      },
    ],
  });
  expect(answer.sentence).toMatch(
    /^No node of these shapes helps\. 2 pods would fit on none of the shapes: on std, .* \(1 pod\); on std, .*\.$/,
  );
});

describe('what `kubectl get -o yaml` prints of a cluster', () => {
  const shown = (object: object, status: object, spec: object = {}): object => {
    const { metadata, spec: own } = object as { readonly metadata: object; readonly spec: object };
    const given = { uid: '6f1d9d0e-3c0a-4a51-9f0b-0d7f6c3b8a11', resourceVersion: '7', generation: 2 };
    return { ...object, metadata: { ...metadata, ...given }, spec: { ...own, ...spec }, status };
  };
  const web = (spec: object): object =>
    shown(
      workload('Deployment', 'web', { replicas: 3 }),
      { replicas: 3, readyReplicas: 3, observedGeneration: 2 },
      spec,
    );
  const fits = (cluster: string, ...objects: readonly object[]): ReturnType<WhatIfService['ask']> =>
    whatIfs.ask(CALLER, cluster, {
      name: 'fits',
      body: { manifests: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }) },
    });

  test('of a workload makes new pods, which quotas refuse', async () => {
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'team', namespace: 'shop' } };
    const cluster = await services.clusterOf(node('a'), { ...quota, spec: { hard: { pods: '2' } } });
    expect(valueOf(await fits(cluster, web({})))).toMatchObject({
      fits: false,
      pods: [{ node: 'a' }, { node: 'a' }],
      findings: { refused: [{ kind: 'Deployment', pods: 1 }] },
    });
  });

  test('is refused for a number of pods that there cannot be; other faults are warnings', async () => {
    const cluster = await services.clusterOf(node('a'));
    expect(await fits(cluster, web({ replicas: -1 }))).toMatchObject({
      refusal: { kind: 'WhatIfInvalid', problems: [{ field: 'manifests[0].spec.replicas' }] },
    });
    const answer = valueOf(await fits(cluster, web({ progressDeadlineSeconds: -1 })));
    expect(answer).toMatchObject({ fits: true, findings: { warnings: [{ field: 'spec.progressDeadlineSeconds' }] } });
  });

  test('of a pod that runs is a pod on its node', async () => {
    const cluster = await services.clusterOf(node('a'));
    const answer = valueOf(await fits(cluster, shown(pod('p', { cpu: '1' }), { phase: 'Running' }, { nodeName: 'a' })));
    expect(answer).toMatchObject({
      fits: true,
      sentence: 'It fits: no pod waits for a node; 1 pod is on a node already, and not placed anew.',
    });
  });
});
