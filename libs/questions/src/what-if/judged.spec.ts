import {
  AskedQuestions,
  CALLER,
  deployment,
  LARGE,
  named,
  node,
  pod,
  quota,
  type TestServices,
  textOf,
  valueOf,
} from '#test-services';

let questions: AskedQuestions;
let services: TestServices;
beforeAll(async () => {
  questions = await AskedQuestions.create();
  ({ services } = questions);
});
afterAll(() => questions.drop());

const fits: AskedQuestions['fits'] = (...of) => questions.fits(...of);

test('a pod of a scheduler that no profile serves is not judged, unless a profile is given', async () => {
  const cluster = await services.clusterOf(node('a', LARGE));
  const volcano = deployment({ replicas: 2 }, { schedulerName: 'volcano' });
  expect(await fits(cluster, volcano, pod('p'))).toMatchObject({
    fits: false,
    pods: [{ outcome: 'skipped' }, { outcome: 'skipped' }, { outcome: 'scheduled' }],
    sentence: 'It does not fit: 2 of 3 pods find no node. pod is for volcano, which no profile of the cluster serves',
  });
  const asked = { manifests: textOf(volcano), profile: 'default-scheduler' };
  expect(await questions.ask(cluster, 'fits', asked)).toMatchObject({
    fits: true,
    pods: [{ node: 'a' }, { node: 'a' }],
  });
});

describe('autoscalers', () => {
  const autoscaler = (maxReplicas: number, target: object = {}, version = 'v2'): object =>
    named(`autoscaling/${version}`, 'HorizontalPodAutoscaler', 'web', {
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', ...target }, maxReplicas },
    });
  const toMost = (count: number): object => ({
    ignored: [],
    assumed: [
      `HorizontalPodAutoscaler default/web scales Deployment default/web to ${count} pods, the most it may have`,
    ],
  });

  test('a workload is judged with the most pods that it may have', async () => {
    const cluster = await services.clusterOf(node('a', { cpu: '2', memory: '8Gi', pods: '110' }));
    const of = (...objects: readonly object[]) => fits(cluster, ...objects);
    const good = await of(autoscaler(4), deployment({ replicas: 2 }));
    expect(good).toMatchObject({ fits: true, sentence: 'It fits: 4 pods on 1 node.', findings: toMost(4) });
    const bad = await of(deployment({ replicas: 2 }), autoscaler(6));
    expect(bad).toMatchObject({
      fits: false,
      sentence: expect.stringMatching(/^It does not fit: 2 of 6 pods find no node/),
      findings: toMost(6),
    });
    expect(await of(deployment({ replicas: 4 }), autoscaler(2))).toMatchObject({ fits: true, findings: toMost(4) });
  });

  test.each(['v1', 'v2'])(
    'one that the cluster has scales what comes in, unless another comes: %s',
    async (version) => {
      const cluster = await services.clusterOf(node('a', { cpu: '2', memory: '8Gi' }), autoscaler(6, {}, version));
      const answer = await fits(cluster, deployment({ replicas: 2 }));
      expect(answer.sentence).toMatch(/^It does not fit: 2 of 6 pods find no node/);
      expect(answer.findings).toMatchObject(toMost(6));
      const other = await fits(cluster, deployment({ replicas: 2 }), autoscaler(3, {}, version));
      expect(other).toMatchObject({ fits: true, findings: toMost(3) });
      expect((await fits(cluster, pod('p'))).findings).toBeUndefined();
    },
  );

  test('what the cluster has is replaced at its size, and at the most pods that it may have', async () => {
    const running = ['x', 'y'].map((suffix) => ({
      ...pod(`web-5d4f-${suffix}`, { cpu: '500m' }, { nodeName: 'a' }),
      metadata: {
        name: `web-5d4f-${suffix}`,
        namespace: 'default',
        labels: { app: 'web', 'pod-template-hash': '5d4f' },
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-5d4f', uid: 'set', controller: true },
        ],
      },
    }));
    const cluster = await services.clusterOf(node('a', { cpu: '2', memory: '8Gi', pods: '110' }), ...running);
    const surging = { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } };
    const at = (most: number) => fits(cluster, deployment({ replicas: 2, ...surging }), autoscaler(most));
    expect(await at(3)).toMatchObject({ fits: true });
    expect(await at(4)).toMatchObject({
      fits: false,
      findings: { rollouts: [{ name: 'web', replicas: 4, updated: 0, old: 4 }] },
      sentence: expect.stringContaining('the rollout stands still at 0 of 4 pods, 4 old ones stay'),
    });
  });

  test('a quota refuses what it may not have, once', async () => {
    const cluster = await services.clusterOf(node('a', LARGE), quota({ pods: '3' }));
    const refused = async (replicas: number) =>
      (await fits(cluster, deployment({ replicas }), autoscaler(5))).findings?.refused.map(({ kind, pods }) => [
        kind,
        pods,
      ]);
    expect(await refused(2)).toEqual([['HorizontalPodAutoscaler', 2]]);
    expect(await refused(4)).toEqual([['Deployment', 1]]);
  });

  test('more pods than a question has room for are not made', async () => {
    const cluster = await services.clusterOf(node('a', LARGE));
    const body = { manifests: textOf(deployment({ replicas: 100_001 })) };
    expect(await questions.whatIfs.ask(CALLER, cluster, { name: 'fits', body })).toMatchObject({
      refusal: { kind: 'WhatIfInvalid', problems: [{ field: 'manifests[0].spec' }] },
    });
    const { findings } = await fits(cluster, deployment({ replicas: 1 }), autoscaler(2_000_000));
    expect(findings?.ignored).toMatchObject([{ kind: 'HorizontalPodAutoscaler', matters: true }]);
  });

  test('one without replicas stays so, and one of something else is not judged', async () => {
    const cluster = await services.clusterOf(node('a', LARGE));
    expect(await fits(cluster, deployment({ replicas: 0 }), autoscaler(6))).toMatchObject({
      fits: true,
      pods: [],
      findings: {
        assumed: ['HorizontalPodAutoscaler default/web does not scale Deployment default/web, which has 0 replicas'],
      },
    });
    const other = await fits(cluster, deployment({ replicas: 2 }), autoscaler(6, { name: 'api' }));
    expect(other.findings?.ignored).toMatchObject([
      { kind: 'HorizontalPodAutoscaler', matters: true, message: expect.stringContaining('Deployment default/api') },
    ]);
  });
});

test('thousandths of bytes in a template are said, as an import says them', async () => {
  const cluster = await services.clusterOf(node('a', LARGE));
  const resources = { requests: { memory: '512m' } };
  const { findings } = await fits(
    cluster,
    deployment({ replicas: 1 }, { containers: [{ name: 'c', image: 'i', resources }] }),
  );
  expect(findings?.warnings).toMatchObject([
    {
      field: 'spec.template.spec.containers[0].resources.requests[memory]',
      message: '512m of memory is 0.512 bytes (m is a thousandth), did you mean 512Mi?',
    },
  ]);
});

test('a node that is not there: the one that was probably meant', async () => {
  const cluster = await services.clusterOf(node('worker-1', LARGE));
  const asked = await questions.whatIfs.ask(CALLER, cluster, { name: 'drain', body: { names: ['worker1'] } });
  expect(JSON.stringify(asked)).toContain('did you mean worker-1?');
});

const job = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } };
test.each([
  ['count/deployments.apps', deployment({ replicas: 2 }), 2],
  ['count/replicasets.apps', deployment({ replicas: 2 }), 2],
  ['count/jobs.batch', named('batch/v1', 'Job', 'once', { spec: job }), 1],
  [
    'count/jobs.batch',
    named('batch/v1', 'CronJob', 'nightly', { spec: { schedule: '0 3 * * *', jobTemplate: { spec: job } } }),
    1,
  ],
])('a quota of %s refuses what makes pods, or what is between', async (resource, object, pods) => {
  const cluster = await services.clusterOf(node('a', LARGE), quota({ [resource]: '0' }));
  const message = `exceeded quota: team, requested: ${resource}=1, used: ${resource}=0, limited: ${resource}=0`;
  expect(await fits(cluster, object)).toMatchObject({ fits: false, reasons: [{ pods, message }] });
});

test('a workload that there is counts no second time', async () => {
  const cluster = await services.clusterOf(node('a', LARGE), quota({ 'count/deployments.apps': '1' }));
  const once = deployment({ replicas: 1 });
  const steps = [once, deployment({ replicas: 2 })].map((one) => ({ import: { manifests: textOf(one) } }));
  const { answer } = valueOf(await questions.whatIfs.whatIf(CALLER, cluster, { steps, traces: false }));
  expect(answer.findings?.refused ?? []).toEqual([]);
});

test.each([
  [{ strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }, 'spec.strategy.rollingUpdate'],
  [{ strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }, 'maxUnavailable'],
  [{ strategy: { rollingUpdate: { maxSurge: 'some' } } }, 'maxSurge'],
  [{ replicas: -1 }, 'spec.replicas'],
])('a Deployment with %j is refused, as the API server refuses it', async (spec, field) => {
  const cluster = await services.clusterOf(node('a', LARGE));
  const body = { manifests: textOf(deployment(spec)) };
  expect(JSON.stringify(await questions.whatIfs.ask(CALLER, cluster, { name: 'fits', body }))).toContain(field);
});

test('a Job of another controller is not judged', async () => {
  const cluster = await services.clusterOf(node('a', LARGE));
  const spec = { managedBy: 'kueue.x-k8s.io/multikueue', ...job };
  const { pods, findings } = await fits(cluster, named('batch/v1', 'Job', 'once', { spec }));
  expect([pods, findings?.ignored]).toMatchObject([
    [],
    [{ kind: 'Job', matters: true, message: expect.stringContaining('controller kueue.x-k8s.io/multikueue') }],
  ]);
});

test('the kubelet of a node that new pods name judges them', async () => {
  const tainted = {
    ...node('b', LARGE),
    spec: { taints: [{ key: 'away', effect: 'NoExecute' }], unschedulable: true },
  };
  const cluster = await services.clusterOf(node('a', { cpu: '1', memory: '8Gi', pods: '110' }), tainted);
  const on = (nodeName: string, replicas: number): object => deployment({ replicas }, { nodeName });
  expect(await fits(cluster, on('a', 2))).toMatchObject({ fits: true });
  expect((await fits(cluster, on('a', 3))).sentence).toBe(
    'It does not fit: 1 of 1 pod is refused. ' +
      'the kubelet of a, which spec.nodeName names, refuses the pod: Insufficient cpu',
  );
  expect((await fits(cluster, on('b', 1))).reasons).toMatchObject([
    { message: expect.stringContaining('untolerated taint away of effect NoExecute') },
  ]);
});

test('the pods of a CronJob are asked for, and a workload that is suspended is named', async () => {
  const cluster = await services.clusterOf(node('a', LARGE));
  const containers = [{ name: 'c', image: 'i', resources: { requests: { cpu: '900' } } }];
  const spec = { parallelism: 3, completions: 3, template: { spec: { restartPolicy: 'Never', containers } } };
  const nightly = (more: object): object =>
    named('batch/v1', 'CronJob', 'nightly', { spec: { schedule: '0 3 * * *', jobTemplate: { spec }, ...more } });
  expect(await fits(cluster, nightly({}))).toMatchObject({
    fits: false,
    sentence: expect.stringMatching(/^It does not fit: 3 of 3 pods find no node\./),
  });
  expect(await fits(cluster, nightly({ suspend: true }))).toMatchObject({
    pods: [],
    findings: { assumed: ['CronJob default/nightly stays suspended, and makes no pods'] },
  });
});

describe('objects that the cluster has', () => {
  const claim = (storage: string): object =>
    named('v1', 'PersistentVolumeClaim', 'data', {
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'slow', resources: { requests: { storage } } },
    });
  const stateful = (serviceName: string): object =>
    named('apps/v1', 'StatefulSet', 'db', {
      spec: {
        serviceName,
        selector: { matchLabels: { app: 'db' } },
        template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    });
  const job = (image: string): object =>
    named('batch/v1', 'Job', 'once', {
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image }] } } },
    });
  const service = (more: object = {}): object =>
    named('v1', 'Service', 'web', { spec: { ports: [{ port: 80 }], ...more } });
  const cases: [name: string, before: object, after: object, field: string][] = [
    [
      'a selector',
      deployment({}),
      deployment({ selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } }),
      'spec.selector',
    ],
    ['the service of a StatefulSet', stateful('db'), stateful('other'), 'spec'],
    ['a template of a Job', job('i'), job('j'), 'spec.template'],
    ['the size of a claim', claim('2Gi'), claim('1Gi'), 'spec'],
    ['an address', service({ clusterIP: '10.96.0.7' }), service({ clusterIP: '10.96.0.8' }), 'spec.clusterIPs[0]'],
    [
      'the data of what is immutable',
      named('v1', 'ConfigMap', 'c', { immutable: true, data: { a: '1' } }),
      named('v1', 'ConfigMap', 'c', { immutable: true, data: { a: '2' } }),
      'data',
    ],
    [
      'the value of a class',
      named('scheduling.k8s.io/v1', 'PriorityClass', 'high', { value: 10 }),
      named('scheduling.k8s.io/v1', 'PriorityClass', 'high', { value: 20 }),
      'value',
    ],
    ['a pod', pod('p', { cpu: '1' }), pod('p', { cpu: '2' }), 'spec'],
  ];

  test('are judged as kubectl apply changes them: what is immutable stays', async () => {
    const befores = cases.map(([, before]) => before);
    const cluster = await services.clusterOf(node('a', LARGE), ...befores);
    expect((await fits(cluster, ...befores)).findings).toBeUndefined();
    for (const [name, , after, field] of cases) {
      const asked = { name: 'fits', body: { manifests: textOf(after) } } as const;
      const outcome = await questions.whatIfs.ask(CALLER, cluster, asked);
      const problems =
        outcome.refused && outcome.refusal.kind === 'WhatIfInvalid'
          ? outcome.refusal.problems.map((problem) => problem.field)
          : [];
      expect([name, problems[0]]).toEqual([name, `manifests[0].${field}`]);
    }
  });

  test('keep the replicas that a manifest does not say', async () => {
    const cluster = await services.clusterOf(node('a', LARGE), deployment({ replicas: 3 }));
    expect(await fits(cluster, deployment({}))).toMatchObject({ pods: [{}, {}, {}] });
  });

  test('count once in quotas, and all kinds do', async () => {
    const map = (name: string): object => named('v1', 'ConfigMap', name);
    const cluster = await services.clusterOf(
      node('a', LARGE),
      quota({ services: '1', 'services.loadbalancers': '0', 'count/configmaps': '2' }),
      service(),
      map('a'),
    );
    const refusedOf = async (...objects: readonly object[]) =>
      (await fits(cluster, ...objects)).findings?.refused.map(({ name }) => name) ?? [];
    expect(await refusedOf(service({ sessionAffinity: 'ClientIP' }), map('a'), map('b'))).toEqual([]);
    expect(await refusedOf(map('b'), map('c'), map('b'))).toEqual(['c']);
    expect(await fits(cluster, service({ type: 'LoadBalancer' }), pod('p'))).toMatchObject({
      fits: false,
      sentence: expect.stringMatching(/^It does not fit: Service default\/web is refused\. exceeded quota: team, /),
    });
  });

  test('are those of the manifests too: what comes twice is changed', async () => {
    const cluster = await services.clusterOf(node('a', LARGE));
    const other = deployment({ selector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] } });
    const body = { manifests: textOf(deployment({}), other) };
    expect(await questions.whatIfs.ask(CALLER, cluster, { name: 'fits', body })).toMatchObject({
      refusal: { problems: [{ field: 'manifests[1].spec.selector' }] },
    });
  });

  test('have the ports and addresses that others may not have', async () => {
    const cluster = await services.clusterOf(node('a', LARGE));
    const other = (nodePort: number): object =>
      named('v1', 'Service', 'other', { spec: { type: 'NodePort', ports: [{ port: 80, nodePort }] } });
    const taken = service({ type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] });
    const refusalOf = async (...objects: readonly object[]): Promise<unknown> => {
      const body = { manifests: textOf(...objects) };
      const outcome = await questions.whatIfs.ask(CALLER, cluster, { name: 'fits', body });
      return outcome.refused && outcome.refusal;
    };
    const ofPort = (index: number): object => ({ problems: [{ field: `manifests[${index}].spec.ports[0].nodePort` }] });
    expect(await refusalOf(other(80))).toMatchObject(ofPort(0));
    expect(await refusalOf(taken, other(30_080))).toMatchObject(ofPort(1));
    expect(await refusalOf(taken, other(30_081))).toBe(false);
    valueOf(await services.import(cluster, [taken]));
    expect(await refusalOf(other(30_080))).toMatchObject(ofPort(0));
    expect(await refusalOf(taken)).toBe(false);
  });

  test('are counted by a quota that is new as far as they are known', async () => {
    const cluster = await services.clusterOf(node('a', LARGE));
    const ignored = async (hard: object) => (await fits(cluster, quota(hard))).findings?.ignored ?? [];
    expect(await ignored({ pods: '3', 'requests.storage': '1Gi' })).toEqual([]);
    expect(await ignored({ 'count/configmaps': '3' })).toMatchObject([{ kind: 'ResourceQuota', matters: true }]);
  });

  test('that have ended do not run again', async () => {
    const uid = '6f1d9d0e-3c0a-4a51-9f0b-0d7f6c3b8a11';
    const ended = {
      ...job('i'),
      metadata: { name: 'once', namespace: 'default', uid },
      status: { conditions: [{ type: 'Complete', status: 'True' }] },
    };
    const done = { ...pod('p'), status: { phase: 'Succeeded' } };
    const cluster = await services.clusterOf(node('a', LARGE), ended, done);
    expect(await fits(cluster, job('i'), pod('p'))).toMatchObject({
      pods: [],
      findings: {
        assumed: [
          'Job default/once has ended, and does not run again',
          'Pod default/p has ended, and does not run again',
        ],
      },
    });
  });
});
