import { AskedQuestions, deployment, LARGE, named, node, pod, quota, type TestServices, textOf } from '#test-services';

let questions: AskedQuestions;
let services: TestServices;
beforeAll(async () => {
  questions = await AskedQuestions.create();
  ({ services } = questions);
});
afterAll(() => questions.drop());

const fits: AskedQuestions['fits'] = (...of) => questions.fits(...of);

const OTHER = { name: 'p', namespace: 'other' };

test('a class that is not there refuses pods, unless pods of the cluster name it', async () => {
  const workload = deployment({ replicas: 2 }, { priorityClassName: 'high' });
  const cluster = await services.clusterOf(node('a', LARGE));
  expect(await fits(cluster, workload)).toMatchObject({
    fits: false,
    pods: [],
    reasons: [{ pods: 2, message: 'no PriorityClass with name high was found' }],
  });
  const imported = await services.clusterOf(node('a', LARGE), pod('p', {}, { priorityClassName: 'high', priority: 7 }));
  expect(await fits(imported, workload)).toMatchObject({
    fits: true,
    findings: { refused: [], warnings: [{ kind: 'Deployment', field: 'spec.template.spec.priorityClassName' }] },
  });
  const elsewhere = await services.clusterOf(node('a', LARGE), {
    ...pod('p', {}, { priorityClassName: 'high', priority: 7, nodeName: 'a' }),
    metadata: OTHER,
  });
  expect(await fits(elsewhere, workload)).toMatchObject({ fits: true, findings: { refused: [] } });
  const system = deployment({ replicas: 2 }, { priorityClassName: 'system-cluster-critical' });
  expect(await fits(cluster, system)).toMatchObject({ fits: true });
  const runtime = await fits(cluster, pod('q', {}, { runtimeClassName: 'gvisor' }));
  expect(runtime).toMatchObject({ fits: false, findings: { refused: [{ pods: 1 }] } });
});

test('pods that were observed count: they do not fit where a quota is exceeded by them', async () => {
  const cluster = await services.clusterOf(node('a', LARGE), quota({ pods: '1' }));
  const observed = ['a', 'b'].map((name) => {
    const { metadata, ...one } = pod(name) as { readonly metadata: object };
    return { ...one, metadata: { ...metadata, uid: name } };
  });
  expect(await fits(cluster, ...observed.slice(0, 1))).toMatchObject({ fits: true });
  expect(await fits(cluster, ...observed)).toMatchObject({
    fits: false,
    sentence: 'It does not fit: ResourceQuota default/team allows 1 of pods, and 2 would be used.',
    findings: { refused: [], overQuota: [{ quota: 'team', resource: 'pods', hard: '1', used: '2' }] },
  });
});

test('copies of a pod of a StatefulSet have claims of their own, and find as many volumes as there are', async () => {
  const kept = { accessModes: ['ReadWriteOnce'], storageClassName: 'local' };
  const local = named('storage.k8s.io/v1', 'StorageClass', 'local', {
    provisioner: 'kubernetes.io/no-provisioner',
    volumeBindingMode: 'WaitForFirstConsumer',
  });
  const volumes = ['v1', 'v2'].map((name) =>
    named('v1', 'PersistentVolume', name, {
      spec: { ...kept, capacity: { storage: '1Gi' }, hostPath: { path: '/v' } },
    }),
  );
  const db = named('apps/v1', 'StatefulSet', 'db', {
    spec: {
      selector: { matchLabels: { app: 'db' } },
      template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      volumeClaimTemplates: [
        { metadata: { name: 'data' }, spec: { ...kept, resources: { requests: { storage: '1Gi' } } } },
      ],
    },
  });
  const cluster = await services.clusterOf(node('a', LARGE), local, ...volumes);
  const templates = [{ manifests: textOf(db), count: 1 }];
  expect(await questions.ask(cluster, 'how-many', { templates, most: 100 })).toMatchObject({
    copies: 2,
    stoppedBy: { message: expect.stringContaining("didn't find available persistent volumes to bind") },
  });
});

test('the standard that a namespace enforces forbids new pods, and not those that were observed', async () => {
  const enforcing = named('v1', 'Namespace', 'default', {
    metadata: { name: 'default', labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } },
  });
  const cluster = await services.clusterOf(node('a', LARGE), enforcing);
  const hostile = { hostPID: true };
  expect(await fits(cluster, deployment({ replicas: 2 }, hostile))).toMatchObject({
    fits: false,
    pods: [],
    reasons: [{ pods: 2, message: 'violates PodSecurity "baseline:latest": host namespaces (hostPID=true)' }],
    findings: { refused: [{ kind: 'Deployment', pods: 2 }] },
  });
  expect(await fits(cluster, deployment({ replicas: 2 }))).toMatchObject({ fits: true });
  const { metadata, ...observed } = pod('q', {}, hostile) as { readonly metadata: object };
  const was = { ...observed, metadata: { ...metadata, uid: 'q' } };
  expect(await fits(cluster, was)).toMatchObject({ fits: true });
});
