import { CALLER, first, kindNamed, manifest, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const web = { labels: { app: 'web' } };

function webPod(
  name: string,
  { metadata = {}, ...rest }: { readonly metadata?: object; readonly [field: string]: unknown } = {},
): object {
  const { spec } = pod(name) as { readonly spec: object };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', ...web, ...metadata },
    spec: { ...spec, ...(rest['spec'] as object) },
    ...('status' in rest && { status: rest['status'] }),
  };
}

function budget(spec: object, more: object = {}): object {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector: { matchLabels: web.labels }, ...spec },
    ...more,
  };
}

const bound = (name: string): object => webPod(name, { spec: { nodeName: 'a' } });
const of = (kind: string, cluster: string) => ({ cluster, kind: kindNamed(kind), namespace: 'default' });

interface Figures {
  readonly expectedPods: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly disruptionsAllowed: number;
}

/** expectedPods, desiredHealthy, currentHealthy, disruptionsAllowed. */
async function figures(cluster: string): Promise<number[]> {
  const { status } = valueOf(await services.objects.get(CALLER, of('PodDisruptionBudget', cluster), 'web'));
  const { expectedPods, currentHealthy, desiredHealthy, disruptionsAllowed } = status as unknown as Figures;
  return [expectedPods, desiredHealthy, currentHealthy, disruptionsAllowed];
}

/** Names and operations of the last revision's changes. */
async function lastRevision(cluster: string): Promise<string[]> {
  const rows = await services.rows<{ change: string }>(
    `SELECT op || ' ' || kind || ' ' || name AS change FROM changes
     WHERE cluster_id = $1 AND revision = (SELECT revision FROM cluster_heads WHERE cluster_id = $1) ORDER BY position`,
    [cluster],
  );
  return rows.map(({ change }) => change);
}

test('a budget follows its pods through every door', async () => {
  const cluster = await services.clusterOf(node('a'), node('b'));
  valueOf(
    await services.objects.create(CALLER, of('PodDisruptionBudget', cluster), manifest(budget({ minAvailable: 1 }))),
  );
  expect(await lastRevision(cluster)).toEqual([
    'create Namespace default',
    'create PodDisruptionBudget web',
    'update PodDisruptionBudget web',
  ]);
  expect(await figures(cluster)).toEqual([0, 1, 0, 0]);

  valueOf(await services.objects.create(CALLER, of('Pod', cluster), manifest(webPod('p'))));
  valueOf(await services.objects.create(CALLER, of('Pod', cluster), manifest(webPod('q'))));
  expect(await figures(cluster)).toEqual([2, 1, 0, 0]);

  valueOf(await services.bindings.bind(CALLER, { cluster, namespace: 'default', name: 'p', node: 'a' }));
  expect(await lastRevision(cluster)).toEqual(['update Pod p', 'update PodDisruptionBudget web']);
  expect(await figures(cluster)).toEqual([2, 1, 1, 0]);

  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  expect(await lastRevision(cluster)).toEqual(['bind Pod q', 'update PodDisruptionBudget web']);
  expect(await figures(cluster)).toEqual([2, 1, 2, 1]);

  const unready = { status: { conditions: [{ type: 'Ready', status: 'False' }] } };
  valueOf(
    await services.objects.patch(CALLER, of('Pod', cluster), {
      name: 'q',
      subresource: 'status',
      patch: { type: 'merge', patch: unready },
    }),
  );
  expect(await figures(cluster)).toEqual([2, 1, 1, 0]);

  valueOf(await services.import(cluster, [bound('r')]));
  expect(await lastRevision(cluster)).toEqual(['create Pod r', 'update PodDisruptionBudget web']);
  expect(await figures(cluster)).toEqual([3, 1, 2, 1]);

  valueOf(await services.objects.apply(CALLER, cluster, { object: manifest(bound('s')) }));
  expect(await figures(cluster)).toEqual([4, 1, 3, 2]);

  valueOf(await services.objects.delete(CALLER, of('Pod', cluster), { name: 'p' }));
  expect(await lastRevision(cluster)).toEqual(['delete Pod p', 'update PodDisruptionBudget web']);
  expect(await figures(cluster)).toEqual([3, 1, 2, 1]);

  valueOf(
    await services.objects.patch(CALLER, of('PodDisruptionBudget', cluster), {
      name: 'web',
      patch: { type: 'merge', patch: { spec: { minAvailable: 2 } } },
    }),
  );
  expect(await figures(cluster)).toEqual([3, 2, 2, 0]);

  valueOf(await services.objects.deleteSelected(CALLER, of('Pod', cluster), {}));
  expect(await figures(cluster)).toEqual([0, 2, 0, 0]);
});

test('the resourceVersion of a budget is the position of its last status', async () => {
  const cluster = await services.clusterOf(node('a'), bound('p'), budget({ minAvailable: 0 }));
  const stored = valueOf(await services.objects.get(CALLER, of('PodDisruptionBudget', cluster), 'web'));
  expect(stored.metadata.resourceVersion).toBe(await services.position(cluster));
  expect(stored.status).toMatchObject({
    conditions: [{ type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods' }],
  });
});

test('what moves no status of a budget leaves it alone', async () => {
  const cluster = await services.clusterOf(node('a'), bound('p'), budget({ minAvailable: 1 }));
  const other = { ...pod('elsewhere'), metadata: { name: 'elsewhere', namespace: 'other' } };
  valueOf(await services.import(cluster, [other, pod('unlabelled')]));
  expect(await lastRevision(cluster)).toEqual([
    'create Pod elsewhere',
    'create Pod unlabelled',
    'create Namespace other',
  ]);
  valueOf(
    await services.objects.create(
      CALLER,
      of('Service', cluster),
      manifest({
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 's', namespace: 'default' },
        spec: { ports: [{ port: 80 }] },
      }),
    ),
  );
  expect(await lastRevision(cluster)).toEqual(['create Service s']);
});

test('the replicas of a controller count, and a change of them too', async () => {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'rs-uid', controller: true };
  const replicaSet = (replicas: number): object => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'rs', namespace: 'default', uid: 'rs-uid' },
    spec: {
      replicas,
      selector: { matchLabels: web.labels },
      template: { metadata: web, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  });
  const owned = (name: string): object =>
    webPod(name, { metadata: { ownerReferences: [owner] }, spec: { nodeName: 'a' } });
  const cluster = await services.clusterOf(node('a'), owned('p'), owned('q'), budget({ maxUnavailable: '50%' }));
  expect(await figures(cluster)).toEqual([2, 1, 2, 1]);
  valueOf(await services.import(cluster, [replicaSet(4)]));
  expect(await figures(cluster)).toEqual([4, 2, 2, 0]);
  valueOf(
    await services.objects.patch(CALLER, of('ReplicaSet', cluster), {
      name: 'rs',
      patch: { type: 'merge', patch: { spec: { replicas: 2 } } },
    }),
  );
  expect(await figures(cluster)).toEqual([2, 1, 2, 1]);
});

test.each([
  [
    'ended pods are not healthy',
    webPod('p', { spec: { nodeName: 'a' }, status: { phase: 'Succeeded' } }),
    [1, 0, 0, 0],
  ],
  [
    'ready pods are',
    webPod('p', {
      spec: { nodeName: 'a' },
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    }),
    [1, 0, 1, 1],
  ],
  [
    'terminating pods are not',
    webPod('p', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' }, spec: { nodeName: 'a' } }),
    [1, 0, 0, 0],
  ],
])('%s', async (_, object, want) => {
  expect(await figures(await services.clusterOf(node('a'), object, budget({ minAvailable: 0 })))).toEqual(want);
});

test('an empty selector is every pod of the namespace, none is none', async () => {
  const everything = (selector: object | null): object => ({
    ...budget({}),
    spec: { minAvailable: 0, ...(selector && { selector }) },
  });
  expect(
    await figures(await services.clusterOf(node('a'), bound('p'), pod('q', {}, { nodeName: 'a' }), everything({}))),
  ).toEqual([2, 0, 2, 2]);
  expect(await figures(await services.clusterOf(node('a'), bound('p'), everything(null)))).toEqual([0, 0, 0, 0]);
});

test('an import that says otherwise of a status does not change it, and is no change', async () => {
  const claimed = { status: { disruptionsAllowed: 7, expectedPods: 7, currentHealthy: 7, desiredHealthy: 0 } };
  const cluster = await services.clusterOf(node('a'), bound('p'), budget({ minAvailable: 0 }, claimed));
  expect(await figures(cluster)).toEqual([1, 0, 1, 1]);
  const position = await services.position(cluster);
  expect(valueOf(await services.import(cluster, [budget({ minAvailable: 0 }, claimed)]))).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 1,
  });
  expect(await services.position(cluster)).toBe(position);
  valueOf(
    await services.objects.patch(CALLER, of('PodDisruptionBudget', cluster), {
      name: 'web',
      subresource: 'status',
      patch: { type: 'merge', patch: claimed },
    }),
  );
  expect(await figures(cluster)).toEqual([1, 0, 1, 1]);
});

test('a status that was right when it came is kept as it came', async () => {
  const source = await services.clusterOf(node('a'), bound('p'), budget({ minAvailable: 0 }));
  const stored = valueOf(await services.objects.get(CALLER, of('PodDisruptionBudget', source), 'web'));
  const copy = await services.clusterOf(node('a'), bound('p'), stored);
  expect(valueOf(await services.objects.get(CALLER, of('PodDisruptionBudget', copy), 'web')).status).toEqual(
    stored.status,
  );
  expect(first(await lastRevision(copy))).toBe('create Node a');
  expect(await lastRevision(copy)).not.toContain('update PodDisruptionBudget web');
});

test('a dry run counts nothing', async () => {
  const cluster = await services.clusterOf(node('a'), bound('p'), budget({ minAvailable: 0 }));
  valueOf(await services.objects.delete(CALLER, of('Pod', cluster), { name: 'p', dryRun: true }));
  expect(await figures(cluster)).toEqual([1, 0, 1, 1]);
});
