import type { TestApi } from './test-api.js';

const ZONE = 'topology.kubernetes.io/zone';

export function zoned(name: string, zone: string, capacity: Readonly<Record<string, string>>): object {
  const metadata = { name, labels: { [ZONE]: zone, 'kubernetes.io/hostname': name } };
  return { apiVersion: 'v1', kind: 'Node', metadata, status: { capacity: { pods: '10', ...capacity } } };
}

interface MadePod {
  readonly namespace?: string;
  readonly cpu: string;
  readonly memory?: string;
  readonly limits?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly owner?: { readonly kind: string; readonly name: string };
  readonly priority?: number;
  readonly node?: string;
}

export function made(name: string, { namespace = 'shop', cpu, memory = '64Mi', ...more }: MadePod): object {
  const { limits, labels = {}, owner, priority, node } = more;
  const references = owner && [{ ...owner, apiVersion: 'apps/v1', uid: `uid-${owner.name}`, controller: true }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels, ...(references && { ownerReferences: references }) },
    spec: {
      ...(priority !== undefined && { priority }),
      ...(node !== undefined && { nodeName: node }),
      containers: [{ name: 'c', image: 'i', resources: { requests: { cpu, memory }, ...(limits && { limits }) } }],
    },
  };
}

const replicaSet = (name: string, deployment: string): object => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: {
    ...{ name, namespace: 'shop', uid: `uid-${name}` },
    ownerReferences: [
      { apiVersion: 'apps/v1', kind: 'Deployment', name: deployment, uid: `uid-${deployment}`, controller: true },
    ],
  },
  spec: {
    selector: { matchLabels: { app: deployment } },
    template: { metadata: { labels: { app: deployment } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
  },
});

/**
 * A cluster with a history: pods come, are placed, wait and go, a node goes, a quota refuses. `controllers: none` keeps
 * controllers out of it.
 */
export async function makeMonth(api: TestApi, team: string): Promise<string> {
  const name = `month-${team.slice(0, 8)}-${Math.random().toString(36).slice(2, 8)}`;
  await api.post('/v1/clusters').send({ name, controllers: 'none' }).expect(201);
  const at = `/v1/clusters/${name}`;
  const import_ = (...items: readonly object[]) =>
    api.post(`${at}/import`).send({ apiVersion: 'v1', kind: 'List', items }).expect(200);
  const web = { owner: { kind: 'ReplicaSet', name: 'web-1' }, labels: { app: 'web' } };
  await import_(
    zoned('a1', 'a', { cpu: '4', memory: '4Gi' }),
    zoned('a2', 'a', { cpu: '2', memory: '4Gi' }),
    zoned('b1', 'b', { cpu: '4', memory: '2Gi', 'nvidia.com/gpu': '2' }),
    replicaSet('web-1', 'web'),
    made('web-a', { ...web, cpu: '1', limits: { cpu: '2', memory: '1Gi' } }),
    made('web-b', { ...web, cpu: '1', limits: { cpu: '2', memory: '1Gi' } }),
    made('job', { cpu: '500m', namespace: 'kiosk', labels: { app: 'job' }, priority: 7 }),
    made('alone', { cpu: '250m', namespace: 'kiosk', owner: { kind: 'StatefulSet', name: 'db' }, node: 'b1' }),
  );
  await api.post(`${at}/runs`).send({}).expect(201);
  await import_(
    made('huge', { cpu: '64' }),
    made('large', { cpu: '3', labels: { app: 'large' } }),
    made('small', { cpu: '100m' }),
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'small', namespace: 'kiosk' },
      spec: { hard: { pods: '3', 'requests.cpu': '1' } },
      status: { hard: { pods: '3', 'requests.cpu': '1' }, used: { pods: '2', 'requests.cpu': '750m' } },
    },
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'stay', namespace: 'shop' },
      spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } },
      status: { disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 2, expectedPods: 2, observedGeneration: 1 },
    },
  );
  await api.post(`${at}/runs`).send({}).expect(201);
  await api
    .post(`${at}/api/v1/namespaces/kiosk/pods`)
    .send(made('refused', { cpu: '800m', namespace: 'kiosk' }))
    .expect(403);
  await api.delete(`${at}/api/v1/namespaces/kiosk/pods/job`).expect(200);
  await api.delete(`${at}/api/v1/namespaces/kiosk/pods/job?gracePeriodSeconds=0`);
  await api.delete(`${at}/api/v1/nodes/a2`).expect(200);
  await import_(zoned('c1', 'c', { cpu: '1', memory: '1Gi' }));
  await api.delete(`${at}/api/v1/nodes/c1`).expect(200);
  return name;
}
