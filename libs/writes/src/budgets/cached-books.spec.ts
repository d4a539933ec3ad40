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
import { readBudgets } from './read-budgets.js';

let services: TestServices;
/** Another process on the same database: what one of them writes, the other hears of from the log. */
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

const web = { app: 'web' };
const of = (cluster: string, kind = 'Pod') => ({ cluster, kind: kindNamed(kind), namespace: 'default' });
const webPod = (name: string, spec: object = {}): object => ({
  ...pod(name, {}, spec),
  metadata: { name, namespace: 'default', labels: web },
});
const budget = (spec: object): object => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'web', namespace: 'default' },
  spec: { selector: { matchLabels: web }, ...spec },
});

/** Budgets whose status is not what their pods, as the rows have them, make of it. */
function wrong(cluster: string): Promise<unknown[]> {
  return services.database.transaction(CALLER, async (tx) => (await readBudgets(tx, cluster)).outdated());
}

const named = fc.constantFrom('x', 'y');
const controllerWrite = fc.record({ name: named, replicas: fc.nat(4), uid: fc.uuid(), gone: fc.boolean() }).map(
  ({ name, replicas, uid, gone }) =>
    (cluster: string): Promise<unknown> =>
      gone
        ? writing.objects.delete(CALLER, of(cluster, 'ReplicaSet'), { name })
        : writing.objects.apply(CALLER, cluster, { object: manifest(replicaSet(name, { replicas, uid })) }),
);
const controlledPod = fc
  .record({ name: named, uid: fc.uuid(), on: fc.boolean() })
  .map(({ name, uid, on }) => (cluster: string): Promise<unknown> => {
    const owned = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name, uid, controller: true };
    const made = webPod(`${name}-${uid.slice(0, 4)}`, on ? { nodeName: 'a' } : {}) as { readonly metadata: object };
    const object = manifest({ ...made, metadata: { ...made.metadata, ownerReferences: [owned] } });
    return writing.objects.apply(CALLER, cluster, { object });
  });
const dryRun = named.map(
  (name) =>
    (cluster: string): Promise<unknown> =>
      writing.objects.create(CALLER, of(cluster), manifest(webPod(`dry-${name}`)), { dryRun: true }),
);

function replicaSet(name: string, { replicas, uid }: { readonly replicas: number; readonly uid: string }): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name, namespace: 'default', uid },
    spec: {
      replicas,
      selector: { matchLabels: web },
      template: { metadata: { labels: web }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  };
}

test('whatever two processes write, the status of every budget is what its pods make of it', async () => {
  const write = fc.oneof(
    { weight: 3, arbitrary: randomWrites(() => writing) },
    { weight: 1, arbitrary: fc.oneof(controllerWrite, controlledPod, dryRun).map((one) => [one]) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(write, fc.boolean()), { minLength: 1, maxLength: 8 }), async (rounds) => {
      const cluster = await services.clusterOf(node('a'), node('b'), budget({ maxUnavailable: 1 }), webPod('p'));
      for (const [writes, isOther] of rounds) {
        writing = isOther ? other : services;
        for (const one of writes) await one(cluster);
        expect(await wrong(cluster)).toEqual([]);
      }
      expect(await services.violations(cluster)).toEqual([]);
    }),
    { numRuns: cases(50) },
  );
}, 180_000);

test('pods that nobody touched are not read again, by writes and by runs', async () => {
  const cluster = await services.clusterOf(node('a'), budget({ minAvailable: 1 }), webPod('p', { nodeName: 'a' }));
  const healthy = async (): Promise<unknown> => {
    const { status } = valueOf(await services.objects.get(CALLER, of(cluster, 'PodDisruptionBudget'), 'web'));
    return (status as { readonly currentHealthy?: number }).currentHealthy;
  };
  valueOf(await services.objects.create(CALLER, of(cluster), manifest(webPod('q'))));
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  expect(await healthy()).toBe(2);
  // Behind the back of the log: whoever reads the pod again would not count it.
  await services.rows(
    `UPDATE pods SET manifest = manifest #- '{metadata,labels}' WHERE cluster_id = $1 AND name = 'p'`,
    [cluster],
  );
  valueOf(await services.objects.create(CALLER, of(cluster), manifest(webPod('r'))));
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  expect(await healthy()).toBe(3);
  valueOf(await services.objects.delete(CALLER, of(cluster), { name: 'r' }));
  expect(await healthy()).toBe(2);
});

test('a log of other hashes is another log: the pods are read anew', async () => {
  const cluster = await services.clusterOf(node('a'), budget({ minAvailable: 1 }), webPod('p', { nodeName: 'a' }));
  valueOf(await services.objects.create(CALLER, of(cluster), manifest(webPod('q', { nodeName: 'a' }))));
  await services.rows(
    `UPDATE pods SET manifest = manifest #- '{metadata,labels}' WHERE cluster_id = $1 AND name = 'p'`,
    [cluster],
  );
  await services.connected(async (client) => {
    // History cannot be changed but by a superuser who passes its triggers by.
    await client.query('SET session_replication_role = replica');
    for (const table of ['cluster_heads', 'revisions'])
      await client.query(`UPDATE ${table} SET hash = decode(repeat('00', 32), 'hex') WHERE cluster_id = $1`, [cluster]);
  });
  valueOf(await services.objects.create(CALLER, of(cluster), manifest(webPod('r'))));
  expect(await wrong(cluster)).toEqual([]);
});
