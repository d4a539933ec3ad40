import fc from 'fast-check';
import { cases } from '#test-cases';
import {
  CALLER,
  kindNamed,
  manifest,
  node,
  pod,
  randomWrites,
  scheduleAll,
  TestServices,
  valueOf,
} from '#test-services';
import type { Outcome } from '#requests';

let services: TestServices;
/** Another process on the same database. */
let other: TestServices;
let writing: TestServices;
beforeAll(async () => {
  [services, other] = await TestServices.pair();
  writing = services;
});
afterAll(async () => {
  await other.leave();
  await services.drop();
});

const of = (cluster: string, kind = 'Pod') => ({ cluster, kind: kindNamed(kind), namespace: 'default' });
const quota = (hard: object, rest: object = {}, name = 'q'): object => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name, namespace: 'default' },
  spec: { hard, ...rest },
});
const statusOf = async (cluster: string, name = 'q'): Promise<unknown> =>
  valueOf(await services.objects.get(CALLER, of(cluster, 'ResourceQuota'), name)).status;
const usedOf = async (cluster: string, name = 'q'): Promise<unknown> =>
  ((await statusOf(cluster, name)) as { readonly used?: unknown }).used;
const refusalOf = (outcome: Outcome<unknown>): unknown => (outcome.refused ? outcome.refusal : undefined);

const EVERYTHING = {
  pods: '1k',
  'count/pods': '1k',
  cpu: '1k',
  memory: '1Ti',
  'limits.cpu': '1k',
  services: '1k',
  'count/replicasets.apps': '1k',
  'requests.storage': '1Ti',
  resourcequotas: '10',
};

test('whatever two processes write, every quota says what its objects take', async () => {
  const hards = fc.constantFrom({ pods: '2', cpu: '3' }, { 'count/pods': '100' }, { memory: '1Gi', services: '1' });
  const quotaWrite = fc.record({ hard: hards, gone: fc.boolean(), name: fc.constantFrom('q', 'late') }).map(
    ({ hard, gone, name }) =>
      (cluster: string): Promise<unknown> =>
        gone
          ? writing.objects.delete(CALLER, of(cluster, 'ResourceQuota'), { name })
          : writing.objects.apply(CALLER, cluster, { object: manifest(quota(hard, {}, name)) }),
  );
  const write = fc.oneof(
    { weight: 3, arbitrary: randomWrites(() => writing) },
    { weight: 1, arbitrary: quotaWrite.map((one) => [one]) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(write, fc.boolean()), { minLength: 1, maxLength: 8 }), async (rounds) => {
      const scoped = quota({ pods: '50' }, { scopes: ['BestEffort'] }, 'scoped');
      const cluster = await services.clusterOf(node('a'), node('b'), quota(EVERYTHING), scoped, pod('p'));
      for (const [writes, isOther] of rounds) {
        writing = isOther ? other : services;
        for (const one of writes) await one(cluster);
        expect(await services.violations(cluster)).toEqual([]);
      }
    }),
    { numRuns: cases(50) },
  );
}, 180_000);

test('what is created, ends, is evicted and deleted is counted in the revision that does it', async () => {
  const cluster = await services.clusterOf(node('a'), quota({ pods: '3', 'requests.cpu': '2' }));
  const hard = { pods: '3', 'requests.cpu': '2' };
  expect(await statusOf(cluster)).toEqual({ hard, used: { pods: '0', 'requests.cpu': '0' } });
  for (const name of ['x', 'y'])
    valueOf(await services.objects.create(CALLER, of(cluster), manifest(pod(name, { cpu: '500m' }))));
  expect(await usedOf(cluster)).toEqual({ pods: '2', 'requests.cpu': '1' });
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  expect(await usedOf(cluster)).toEqual({ pods: '2', 'requests.cpu': '1' });
  const patch = { type: 'merge', patch: { status: { phase: 'Succeeded' } } } as const;
  valueOf(await services.objects.patch(CALLER, of(cluster), { name: 'x', patch, subresource: 'status' }));
  expect(await usedOf(cluster)).toEqual({ pods: '1', 'requests.cpu': '500m' });
  valueOf(await services.objects.delete(CALLER, of(cluster), { name: 'y' }));
  expect(await usedOf(cluster)).toEqual({ pods: '0', 'requests.cpu': '0' });
  valueOf(await services.objects.delete(CALLER, of(cluster), { name: 'x' }));
  expect(await services.violations(cluster)).toEqual([]);
});

test('victims of a run give back what they took', async () => {
  const low = pod('low', { cpu: '3' }, { nodeName: 'a', priority: 0 });
  const cluster = await services.clusterOf(node('a'), quota({ pods: '3' }), low);
  valueOf(
    await services.objects.create(
      CALLER,
      of(cluster),
      manifest(pod('high', { cpu: '3' }, { priorityClassName: 'system-cluster-critical' })),
    ),
  );
  expect(await usedOf(cluster)).toEqual({ pods: '2' });
  valueOf(await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), preemption: 'evict' }, { wait: true }));
  expect(await usedOf(cluster)).toEqual({ pods: '1' });
});

test('there is no room: nothing is written, and who was refused is listed', async () => {
  const cluster = await services.clusterOf(quota({ pods: '1', 'requests.cpu': '1' }));
  const create = (object: object, dryRun = false): Promise<unknown> =>
    services.objects.create(CALLER, of(cluster), manifest(object), { dryRun }).then(refusalOf);
  valueOf(await services.objects.create(CALLER, of(cluster), manifest(pod('a', { cpu: '1' }))));
  const { position } = valueOf(await services.clusters.get(CALLER, cluster));
  const exceeded =
    'exceeded quota: q, requested: pods=1,requests.cpu=1, used: pods=1,requests.cpu=1, limited: pods=1,requests.cpu=1';
  const refused = { kind: 'ObjectForbidden', step: 'ResourceQuota', reasons: [exceeded] };
  expect(await create(pod('b', { cpu: '1' }), true)).toMatchObject(refused);
  expect(await create(pod('b', { cpu: '1' }))).toMatchObject(refused);
  expect(await create(pod('c', {}))).toMatchObject({ reasons: ['failed quota: q: must specify requests.cpu for: c'] });
  expect(valueOf(await services.clusters.get(CALLER, cluster)).position).toBe(position);
  const log = { filter: {}, pageSize: 10 };
  const { items } = valueOf(await services.refusals.list(CALLER, cluster, log));
  expect(items.map(({ name, reason, message }) => [name, reason, message])).toEqual([
    ['c', 'ResourceQuota', 'pods "c" is forbidden: failed quota: q: must specify requests.cpu for: c'],
    ['b', 'ResourceQuota', `pods "b" is forbidden: ${exceeded}`],
  ]);
  expect(items[0]).toMatchObject({ actor: CALLER.actor, namespace: 'default', kind: 'Pod' });
  expect(
    valueOf(await services.refusals.list(CALLER, cluster, { filter: { name: 'b' }, pageSize: 1 })).next,
  ).toBeNull();
  expect(await services.refusals.tidy(CALLER, { most: 1 })).toBe(1);
  expect(valueOf(await services.refusals.list(CALLER, cluster, log)).items.map(({ name }) => name)).toEqual(['c']);
  expect(await services.refusals.tidy(CALLER, { keptMs: -1 })).toBe(1);
});

test('a status that somebody writes is made right; limits that change are counted for', async () => {
  const cluster = await services.clusterOf(quota({ pods: '3' }), pod('p'));
  const written = { status: { hard: { pods: '9' }, used: { pods: '7' } } };
  valueOf(
    await services.objects.patch(CALLER, of(cluster, 'ResourceQuota'), {
      name: 'q',
      patch: { type: 'merge', patch: written },
      subresource: 'status',
    }),
  );
  expect(await statusOf(cluster)).toEqual({ hard: { pods: '3' }, used: { pods: '1' } });
  const patch = { type: 'merge', patch: { spec: { hard: { 'count/pods': '5' } } } } as const;
  valueOf(await services.objects.patch(CALLER, of(cluster, 'ResourceQuota'), { name: 'q', patch }));
  expect(await usedOf(cluster)).toEqual({ 'count/pods': '1', pods: '1' });
});

test('an import says what is over quotas, and is held to them where that is asked for', async () => {
  const cluster = await services.clusterOf(quota({ pods: '1' }));
  const pods = { apiVersion: 'v1', kind: 'List', items: ['a', 'b'].map((name) => pod(name)) };
  const bring = (options: object) =>
    services.imports.import(CALLER, {
      cluster,
      manifests: (async function* () {
        yield await Promise.resolve(JSON.stringify(pods));
      })(),
      onError: 'skip',
      ...options,
    });
  const over = [{ namespace: 'default', quota: 'q', resource: 'pods', hard: '1', used: '2' }];
  expect(valueOf(await bring({ dryRun: true }))).toMatchObject({ created: 2, overQuota: over });
  const message = 'exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1';
  expect(valueOf(await bring({ dryRun: true, quotas: 'enforce' }))).toMatchObject({
    created: 1,
    rejected: [{ name: 'b', message }],
  });
  expect(refusalOf(await bring({ quotas: 'enforce', onError: 'abort' }))).toMatchObject({ kind: 'ImportRejected' });
  expect(valueOf(await bring({ quotas: 'enforce' }))).toMatchObject({ created: 1, rejectedCount: 1 });
  expect(await usedOf(cluster)).toEqual({ pods: '1' });
  expect(valueOf(await bring({}))).toMatchObject({ created: 1, unchanged: 1, overQuota: over });
  expect(await usedOf(cluster)).toEqual({ pods: '2' });
});

test('a sum that somebody edited is found', async () => {
  const cluster = await services.clusterOf(quota({ pods: '3' }), pod('p'));
  await services.rows(
    `UPDATE objects SET manifest = jsonb_set(manifest, '{status,used,pods}', '"2"')
     WHERE cluster_id = $1 AND kind = 'ResourceQuota'`,
    [cluster],
  );
  expect(JSON.stringify(await services.violations(cluster))).toContain(
    'ResourceQuota default/q says that pods=2 is used, and it is pods=1',
  );
});
