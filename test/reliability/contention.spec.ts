import {
  CALLER,
  first,
  kindNamed,
  manifest,
  node,
  pod,
  scheduleAll,
  TestServices,
  valueOf,
} from '../services/test-services.js';
import { overAllocated, type ExportedObject } from './over-allocation.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

async function exported(cluster: string): Promise<ExportedObject[]> {
  const rows = await services.rows<{ object: ExportedObject }>(
    `SELECT jsonb_set(manifest, '{spec,nodeName}', to_jsonb(node_name)) AS object FROM pods WHERE cluster_id = $1
       AND node_name IS NOT NULL
     UNION ALL SELECT manifest FROM nodes WHERE cluster_id = $1`,
    [cluster],
  );
  return rows.map(({ object }) => object);
}

test.each(range(20))(
  'two clients schedule one cluster at once, round %i: every pod once, no node over, the log whole',
  async (round) => {
    const pods = range(40).map((index) => pod(`p${index}`, { cpu: index % 3 === 0 ? '1500m' : '700m', memory: '1Gi' }));
    const cluster = await services.clusterOf(...range(6).map((index) => node(`n${index}`)), ...pods);
    // Overlapping requests: both want every pod in even rounds, half of them in odd ones.
    const narrower =
      round % 2 === 0
        ? scheduleAll(cluster)
        : { ...scheduleAll(cluster), pods: { names: range(30).map((index) => `default/p${index}`) } };
    const other = services.anotherProcess();
    const runs = await Promise.all([
      services.scheduling.schedule(CALLER, narrower, { wait: true }),
      other.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }),
    ]);
    await other.close();
    const scheduled = runs.reduce((sum, run) => sum + valueOf(run).counts.scheduled, 0);
    const { bound } = first(
      await services.rows<{ bound: number }>('SELECT count(node_name)::int AS bound FROM pods WHERE cluster_id = $1', [
        cluster,
      ]),
    );
    expect(scheduled).toBe(bound);
    expect(bound).toBeGreaterThan(20);
    expect(overAllocated(await exported(cluster))).toEqual([]);
    expect(await services.violations(cluster)).toEqual([]);
  },
);

test.each(range(10))(
  'two clients make room in one cluster at once, round %i: nobody is evicted for nothing, and nobody is lost',
  async (round) => {
    const nodes = range(4).map((index) => node(`n${index}`));
    const low = range(8).map((index) => pod(`low${index}`, { cpu: '1' }, { nodeName: `n${index % 4}` }));
    const budget = {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'all', namespace: 'default' },
      spec: { minAvailable: 3, selector: {} },
    };
    const pending = range(6).map((index) => pod(`late${index}`, { cpu: '1' }, { priority: index % 2 }));
    const high = range(8).map((index) => pod(`high${index}`, { cpu: '2' }, { priority: 10 }));
    const cluster = await services.clusterOf(...nodes, ...low, ...pending, ...high, budget);
    const other = services.anotherProcess();
    const runs = await Promise.all([
      services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), preemption: 'evict' }, { wait: true }),
      other.scheduling.schedule(
        CALLER,
        { ...scheduleAll(cluster), preemption: round % 2 === 0 ? 'evict' : 'nominate' },
        { wait: true },
      ),
    ]);
    await other.close();
    for (const run of runs) expect(run).toMatchObject({ refused: false, value: { state: 'complete' } });
    const names = await services.rows<{ name: string }>(
      'SELECT name FROM pods WHERE cluster_id = $1 AND node_name IS NOT NULL ORDER BY name',
      [cluster],
    );
    expect(names.map(({ name }) => name)).toEqual(range(8).map((index) => `high${index}`));
    const { rest } = first(
      await services.rows<{ rest: number }>('SELECT count(*)::int AS rest FROM pods WHERE cluster_id = $1', [cluster]),
    );
    expect(rest).toBe(8 + 6);
    const { status } = first(
      await services.rows<{ status: object }>(
        "SELECT manifest -> 'status' AS status FROM objects WHERE cluster_id = $1 AND kind = 'PodDisruptionBudget'",
        [cluster],
      ),
    );
    expect(status).toMatchObject({ expectedPods: 14, currentHealthy: 8, desiredHealthy: 3, disruptionsAllowed: 5 });
    expect(overAllocated(await exported(cluster))).toEqual([]);
    expect(await services.violations(cluster)).toEqual([]);
  },
);

test('writers of objects and runs at once lose nothing', async () => {
  const cluster = await services.clusterOf(
    ...range(4).map((index) => node(`n${index}`)),
    ...range(20).map((index) => pod(`p${index}`, { cpu: '100m' })),
  );
  const work = [
    ...range(4).map(() => services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true })),
    ...range(10).map((index) => services.import(cluster, [pod(`late${index}`, { cpu: '100m' })])),
  ];
  for (const outcome of await Promise.all(work)) expect(outcome).toMatchObject({ refused: false });
  expect(await services.violations(cluster)).toEqual([]);
  const { counts } = valueOf(await services.clusters.get(CALLER, cluster));
  expect(counts.pods).toBe(30);
});

test('the same idempotency key fifty times at once is one run, and the same answer to all', async () => {
  const cluster = await services.clusterOf(node('a'), ...range(10).map((index) => pod(`p${index}`, { cpu: '100m' })));
  let replayed = 0;
  const idempotency = {
    key: 'k',
    operation: 'schedule',
    request: { cluster },
    onReplay: () => {
      replayed++;
    },
  };
  const runs = await Promise.all(
    range(50).map(() => services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true, idempotency })),
  );
  expect(new Set(runs.map((run) => JSON.stringify(valueOf(run)))).size).toBe(1);
  expect(replayed).toBe(49);
  expect(await services.rows('SELECT FROM runs WHERE cluster_id = $1', [cluster])).toHaveLength(1);
  const other = await services.scheduling.schedule(CALLER, scheduleAll(cluster), {
    wait: true,
    idempotency: { ...idempotency, request: { cluster, seed: '1' } },
  });
  expect(other).toEqual({ refused: true, refusal: { kind: 'IdempotencyKeyReused', key: 'k' } });
});

test('the same key in two processes is one run: who commits second answers with the first', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p', { cpu: '100m' }));
  const other = services.anotherProcess();
  const idempotency = { key: 'two', operation: 'schedule', request: { cluster } };
  const runs = await Promise.all(
    [services.scheduling, other.scheduling, services.scheduling, other.scheduling].map((scheduling) =>
      scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true, idempotency }),
    ),
  );
  await other.close();
  expect(new Set(runs.map((run) => valueOf(run).id)).size).toBe(1);
  expect(await services.rows('SELECT FROM runs WHERE cluster_id = $1', [cluster])).toHaveLength(1);
});

test('fifty writers of one cluster wait for its head and keep no reader of others from their connections', async () => {
  const [busy, calm] = [await services.clusterOf(node('a')), await services.clusterOf(node('b'))];
  const namespaces = { cluster: busy, kind: kindNamed('Namespace'), namespace: '' };
  const waiting = await services.connected(async (holder) => {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM cluster_heads WHERE cluster_id = $1 FOR UPDATE', [busy]);
    const writes = Promise.all(
      range(50).map((index) =>
        services.objects.create(
          CALLER,
          namespaces,
          manifest({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: `n${index}` } }),
        ),
      ),
    );
    for (let read = 0; read < 30; read++)
      expect(valueOf(await services.clusters.get(CALLER, calm)).counts.nodes).toBe(1);
    expect(valueOf(await services.clusters.get(CALLER, busy)).revision).toBe('1');
    await holder.query('COMMIT');
    return writes;
  });
  for (const outcome of waiting) expect(outcome).toMatchObject({ refused: false });
  expect(valueOf(await services.clusters.get(CALLER, busy)).revision).toBe('51');
});

test('fifty runs of one cluster at once are all answered', async () => {
  const cluster = await services.clusterOf(
    ...range(4).map((index) => node(`n${index}`)),
    ...range(30).map((index) => pod(`p${index}`, { cpu: '100m' })),
  );
  const runs = await Promise.all(
    range(50).map((index) =>
      services.scheduling.schedule(
        CALLER,
        { ...scheduleAll(cluster), pods: { names: [`default/p${index % 30}`] } },
        { wait: true },
      ),
    ),
  );
  const counts = runs.map((run) => valueOf(run).counts);
  expect([
    counts.reduce((sum, { scheduled }) => sum + scheduled, 0),
    counts.reduce((sum, { skipped }) => sum + skipped, 0),
  ]).toEqual([30, 20]);
  expect(await services.violations(cluster)).toEqual([]);
});

test('a run outlasts whoever holds the head for longer than a lock is waited for', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  const other = services.anotherProcess({ lockTimeoutMs: 20 });
  const waitsWithDeadline = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
      AND query LIKE '%berth_head%FOR UPDATE%' AND datname = current_database()`;
  const run = await services.connected(async (holder) => {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM cluster_heads WHERE cluster_id = $1 FOR UPDATE', [cluster]);
    const scheduling = other.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true });
    while ((await services.rows(waitsWithDeadline)).length === 0) expect(services.failures).toEqual([]);
    await holder.query('COMMIT');
    return scheduling;
  });
  expect(valueOf(run)).toMatchObject({ state: 'complete', counts: { scheduled: 1 } });
  await other.close();
});
