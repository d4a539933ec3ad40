import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { CALLER, kindNamed, manifest, node, pod, scheduleAll, TestServices } from '../services/test-services.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

/** What a path of writes does to one cluster. */
type Write = (cluster: string) => Promise<{ readonly refused: boolean }>;

const pods = (cluster: string) => ({ cluster, kind: kindNamed('Pod'), namespace: 'default' });
const profile = (schedulerName: string): object => ({ schedulerName });
const idempotency = (operation: string) => ({ idempotency: { key: 'k', operation, request: {} } });

/** Every path that moves a head. */
const MOVING: readonly (readonly [string, Write])[] = [
  ['create', (cluster) => services.objects.create(CALLER, pods(cluster), manifest(pod('new')), idempotency('create'))],
  ['apply', (cluster) => services.objects.apply(CALLER, cluster, { object: manifest(pod('new')) })],
  [
    'patch',
    (cluster) =>
      services.objects.patch(CALLER, pods(cluster), {
        name: 'p',
        patch: { type: 'merge', patch: { metadata: { labels: { a: 'b' } } } },
      }),
  ],
  ['delete', (cluster) => services.objects.delete(CALLER, pods(cluster), { name: 'p' })],
  ['delete many', (cluster) => services.objects.deleteSelected(CALLER, pods(cluster), {})],
  ['bind', (cluster) => services.bindings.bind(CALLER, { cluster, namespace: 'default', name: 'p', node: 'n' })],
  ['import', (cluster) => services.import(cluster, [pod('new')])],
  [
    'run of few pods',
    (cluster) => services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true, ...idempotency('schedule') }),
  ],
  [
    'run of many pods',
    async (cluster) => {
      await services.import(
        cluster,
        Array.from({ length: 40 }, (_, index) => pod(`q${index}`, { cpu: '10m' })),
      );
      return services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true });
    },
  ],
  ['profile', (cluster) => services.profiles.create(CALLER, cluster, { profile: profile('own') })],
  [
    'configuration',
    (cluster) =>
      services.profiles.import(CALLER, cluster, {
        configuration: {
          apiVersion: 'kubescheduler.config.k8s.io/v1',
          kind: 'KubeSchedulerConfiguration',
          profiles: [profile('b'), profile('a')],
        },
      }),
  ],
  ['deletion of the cluster', (cluster) => services.clusters.delete(CALLER, cluster)],
];

/** Every other path: it waits for nobody who holds a head. */
const STANDING: readonly (readonly [string, Write])[] = [
  ['cluster', () => services.clusters.create(CALLER, { name: 'another' })],
  ['rename', (cluster) => services.clusters.update(CALLER, cluster, { name: `renamed-${cluster.slice(0, 8)}` })],
  ['fork', (cluster) => services.forks.fork(CALLER, { cluster, name: `fork-${cluster.slice(0, 8)}` })],
  [
    'dry run',
    (cluster) => services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), dryRun: true }, { wait: true }),
  ],
  ['checkpoint', (cluster) => services.checkpoints.create(CALLER, cluster)],
];

/** Relations that a writer may have written to before it holds the head: what they get there is nobody else's. */
const OWN = /^(cluster_heads|revisions|decisions|trace_chunks|import_staging|pg_)/;

interface Waiter extends pg.QueryResultRow {
  readonly wrote: readonly string[];
}

/** Who waits for a lock, and the relations that they have written to, or are about to in the same statement. */
const WAITERS = `SELECT ARRAY(SELECT DISTINCT c.relname::text FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
    WHERE l.pid = a.pid AND l.granted AND l.mode = 'RowExclusiveLock' AND c.relkind IN ('r', 'p')) AS wrote
  FROM pg_stat_activity a WHERE a.datname = current_database() AND a.wait_event_type = 'Lock' AND a.query LIKE $1`;

async function whileHeld<T>(cluster: string, work: () => Promise<T>): Promise<T> {
  return services.connected(async (holder) => {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM cluster_heads WHERE cluster_id = $1 FOR UPDATE', [cluster]);
    const done = await work();
    await holder.query('COMMIT');
    return done;
  });
}

/** What a path has in hand that others may want, when it waits for the head in a statement like this. */
async function inHand(write: Write, statement: string): Promise<readonly string[]> {
  const cluster = await clusterToWriteTo();
  const { written, wrote } = await whileHeld(cluster, async () => {
    const under = write(cluster);
    let waiters: Waiter[] = [];
    while (waiters.length === 0) {
      await setTimeout(2);
      waiters = await services.rows<Waiter>(WAITERS, [statement]);
    }
    return { written: under, wrote: waiters.flatMap((waiter) => waiter.wrote) };
  });
  expect(await written).toMatchObject({ refused: false });
  return wrote.filter((relation) => !OWN.test(relation));
}

const clusterToWriteTo = (): Promise<string> => services.clusterOf(node('n'), pod('p', { cpu: '1' }));

test.each(MOVING)('%s: the head is waited for with nothing in hand that others want', async (_, write) => {
  expect(await inHand(write, '%')).toEqual([]);
});

test('a run that has lost too often waits with nothing in hand either, and then decides', async () => {
  const run: Write = (cluster) => services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true });
  expect(await inHand(run, '%FOR UPDATE%')).toEqual([]);
});

test.each(STANDING)('%s: nobody who holds a head is waited for', async (_, write) => {
  const cluster = await clusterToWriteTo();
  expect(await whileHeld(cluster, () => write(cluster))).toMatchObject({ refused: false });
});
