import { PastClusters } from '#state';
import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import type { WhyNot } from '#explain';
import { WhyNotService } from './why-not.service.js';

let services: TestServices;
let whyNots: WhyNotService;
beforeAll(async () => {
  services = await TestServices.create();
  const { database, scheduling } = services;
  whyNots = new WhyNotService({ database, clusters: new PastClusters(), warm: scheduling.clusters });
});
afterAll(() => services.drop());

async function whyNot(cluster: string, name: string, on = 'n1', at?: string): Promise<WhyNot> {
  const which = at === undefined ? cluster : { cluster, at };
  return valueOf(await whyNots.whyNot(CALLER, which, { of: { pod: { namespace: 'default', name } }, node: on }));
}

test('a gated pod waits for its gates, and a pod of another scheduler says so', async () => {
  const cluster = await services.clusterOf(
    node('n1'),
    pod('gated', {}, { schedulingGates: [{ name: 'example.com/wait' }] }),
    pod('volcano', {}, { schedulerName: 'volcano' }),
    pod('lost', {}, { nodeName: 'ghost' }),
  );
  const sentences = await Promise.all(['gated', 'volcano', 'lost'].map((name) => whyNot(cluster, name)));
  expect(sentences.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(
      /^Pod default\/gated waits for its scheduling gate example\.com\/wait; but for that it fits on n1/,
    ),
    expect.stringContaining(
      'Pod default/volcano is for the scheduler volcano, which no profile serves; by default-scheduler it fits on n1.',
    ),
    expect.stringMatching(
      /^Pod default\/lost is bound to node ghost, which is not there; but for that it fits on n1\./,
    ),
  ]);
  const anywhere = await whyNots.fitAnywhere(CALLER, cluster, {
    of: { pod: { namespace: 'default', name: 'gated' } },
    limit: 1,
  });
  expect(valueOf(anywhere).sentence).toMatch(
    /waits for its scheduling gate example\.com\/wait; but for that it fits on 1 of 1/,
  );
});

test('what a finished init container holds is reported, of now and of then', async () => {
  const batch = {
    ...pod('batch', { cpu: '500m' }, { nodeName: 'n1', initContainers: [asking('prep', '3')] }),
    status: {
      phase: 'Running',
      initContainerStatuses: [
        {
          name: 'prep',
          image: 'i',
          imageID: 'i',
          ready: true,
          restartCount: 0,
          state: { terminated: { exitCode: 0 } },
        },
      ],
    },
  };
  const cluster = await services.clusterOf(node('n1'), batch, pod('next', { cpu: '2' }));
  const at = await services.position(cluster);
  valueOf(await services.import(cluster, [node('n2')]));
  for (const moment of [undefined, at])
    expect((await whyNot(cluster, 'next', 'n1', moment)).failures.flatMap(({ facts }) => facts)).toEqual([
      'pod default/batch counts 3 cpu, the request of its init container prep, which has ended; ' +
        'without it, it would count 500m',
    ]);
});

function asking(name: string, cpu: string): object {
  return { name, image: 'i', resources: { requests: { cpu } } };
}

test('a preemption names its candidates, their budgets and the rule that chose', async () => {
  const placed = (name: string, on: string, cpu: string, priority: number): object => {
    const made = pod(name, { cpu }, { nodeName: on, priority }) as { metadata: object };
    return { ...made, metadata: { ...made.metadata, labels: { app: name } }, status: { phase: 'Running' } };
  };
  const budget = (app: string): object => ({
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: app, namespace: 'default' },
    spec: { minAvailable: 1, selector: { matchLabels: { app } } },
  });
  const cluster = await services.clusterOf(
    ...[node('w1'), node('w2'), budget('low'), budget('mid')],
    { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'top' }, value: 10_000 },
    ...[placed('high', 'w1', '3', 1000), placed('low', 'w1', '500m', 0), placed('mid', 'w2', '3500m', 100)],
    pod('very-high', { cpu: '3' }, { priorityClassName: 'top' }),
  );
  const run = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const asked = { decision: `${run.id}.0`, nominated: 'w1' };
  const preemption = await whyNots.preemption(CALLER, cluster, asked);
  expect(preemption).toMatchObject({
    rules: ['budgetViolations'],
    candidates: [
      {
        node: 'w1',
        victims: [{ name: 'high', priority: 1000 }],
        budgets: [],
        budgetViolations: 0,
        chosen: true,
        lostBy: null,
      },
      {
        node: 'w2',
        victims: [{ name: 'mid' }],
        budgets: [{ name: 'mid' }],
        budgetViolations: 1,
        lostBy: 'budgetViolations',
      },
    ],
  });
  expect(preemption?.sentence).toBe(
    'Room is made on w1: default/high (priority 1000), without breaking a budget. ' +
      'w2 would lose default/mid (priority 100), breaking budget default/mid for 1 victim: ' +
      'the fewest victims whose PodDisruptionBudget is broken decides.',
  );
});

test('pods that attract and repel are named with what each adds, and images with why they add nothing', async () => {
  const near = (weight: number, app: string): object => ({
    weight,
    podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app } } },
  });
  const labelled = (name: string, on: string): object => {
    const made = pod(name, {}, { nodeName: on }) as { metadata: object };
    return { ...made, metadata: { ...made.metadata, labels: { app: name } } };
  };
  const named = (name: string): object => {
    const made = node(name) as { metadata: object };
    return { ...made, metadata: { name, labels: { 'kubernetes.io/hostname': name } } };
  };
  const affinity = {
    podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [near(50, 'cache')] },
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [near(20, 'noisy')] },
  };
  const cluster = await services.clusterOf(
    ...[named('n1'), named('n2'), labelled('cache', 'n1'), labelled('noisy', 'n2'), pod('web', {}, { affinity })],
  );
  const run = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const facts = valueOf(await whyNots.placeFacts(CALLER, cluster, { decision: `${run.id}.0`, nodes: ['n1', 'n2'] }));
  expect(facts.map(({ node: on, attractions }) => [on, attractions])).toEqual([
    ['n1', [{ pod: { namespace: 'default', name: 'cache' }, on: 'n1', amount: 50 }]],
    ['n2', [{ pod: { namespace: 'default', name: 'noisy' }, on: 'n2', amount: -20 }]],
  ]);
  expect(facts[0]?.images).toEqual([
    { image: 'i:latest', sentence: 'image i:latest is on no node (no status.images names it), so it adds nothing' },
  ]);
});
