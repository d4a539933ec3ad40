import type { Caller } from '#database';
import { CALLER, node, pod, scheduleAll, TestServices, valueOf, type AnotherProcess } from '#test-services';
import type { ScheduleRequest } from './schedule-request.js';

let services: TestServices;
let process: AnotherProcess;
beforeAll(async () => {
  services = await TestServices.create();
  process = services.anotherProcess({ partPods: 3 });
});
afterAll(async () => {
  await process.close();
  await services.drop();
});

/** Ten pods, the last of them the most urgent, and room for nine. */
const PODS = Array.from({ length: 10 }, (_, index) => pod(`p${index}`, { cpu: '1' }, { priority: index }));
const crowdedCluster = () => services.clusterOf(node('a', { cpu: '9', memory: '8Gi', pods: '20' }), ...PODS);

const rows = (sql: string, cluster: string) =>
  services.rows<{ row: string }>(sql, [cluster]).then((found) => found.map(({ row }) => row));
const decisions = (table: string, cluster: string) =>
  rows(
    `SELECT ordinal || ' ' || pod_name || ' ' || outcome AS row FROM ${table} WHERE cluster_id = $1 ORDER BY ordinal`,
    cluster,
  );

test('a run of several parts decides every pod once, in the order of the queue, each part a revision', async () => {
  const cluster = await crowdedCluster();
  const run = valueOf(await process.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const base = Number(run.baseRevision);
  expect(run).toMatchObject({
    state: 'complete',
    parts: 4,
    revision: String(base + 4),
    counts: { scheduled: 9, unschedulable: 1 },
  });
  const want = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(
    (name, ordinal) => `${ordinal} p${name} ${name === 0 ? 'unschedulable' : 'scheduled'}`,
  );
  expect(await decisions('decisions', cluster)).toEqual(want);
  expect(
    await rows(
      `SELECT part || ' ' || (revision - $2) || ' ' || first_ordinal || '+' || count AS row FROM run_parts
       WHERE cluster_id = $1 ORDER BY part`.replace('$2', String(base)),
      cluster,
    ),
  ).toEqual(['0 1 0+3', '1 2 3+3', '2 3 6+3', '3 4 9+1']);
});

test('what fits exactly has no empty part after it', async () => {
  const cluster = await services.clusterOf(node('a', { cpu: '9', memory: '8Gi', pods: '20' }), ...PODS.slice(0, 6));
  expect(valueOf(await process.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }))).toMatchObject({
    parts: 2,
    counts: { scheduled: 6 },
  });
});

test('a dry run of several parts tries every pod too', async () => {
  const cluster = await crowdedCluster();
  const run = valueOf(
    await process.scheduling.schedule(CALLER, { ...scheduleAll(cluster), dryRun: true }, { wait: true }),
  );
  expect(run).toMatchObject({ state: 'complete', parts: 4, revision: null });
  expect((await decisions('dry_run_decisions', cluster)).map((row) => row.split(' ')[1])).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((name) => `p${name}`),
  );
});

test('a run that is stopped between its parts is cancelled, and says how many of them are there', async () => {
  const cluster = await services.clusterOf(
    node('a', { cpu: '400', memory: '8Gi', pods: '400' }),
    ...Array.from({ length: 200 }, (_, index) => pod(`p${index}`)),
  );
  const single = services.anotherProcess({ partPods: 1 });
  const { id } = valueOf(await single.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: false }));
  const run = async () => valueOf(await services.scheduling.get(CALLER, cluster, id));
  for (let now = await run(); now.parts === 0; now = await run()) expect(now.state).toBe('running');
  await single.scheduling.settle({ graceMs: 0 });
  const { state, parts, counts } = await run();
  expect(state).toBe('cancelled');
  expect([
    counts.scheduled,
    (await decisions('decisions', cluster)).length,
    (await rows('SELECT part::text AS row FROM run_parts WHERE cluster_id = $1', cluster)).length,
  ]).toEqual([parts, parts, parts]);
  await single.close();
});

test('a run is cancelled between its parts: what is written stays, and nothing more is', async () => {
  const cluster = await crowdedCluster();
  const holder = await services.client();
  await holder.query(`
    CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.part = 1 THEN PERFORM pg_advisory_xact_lock(4242); END IF; RETURN NEW; END $$;
    CREATE TRIGGER held BEFORE INSERT ON run_parts FOR EACH ROW EXECUTE FUNCTION held();
    SELECT pg_advisory_lock(4242)`);
  const { id } = valueOf(await process.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: false }));
  // Its second part waits for the lock, and who cancels it waits for that part, or need not.
  const waiting = async (what: string): Promise<boolean> =>
    (await services.rows(`SELECT FROM pg_locks WHERE NOT granted AND ${what}`)).length > 0;
  while (!(await waiting("locktype = 'advisory'")));
  let isDone = false;
  const cancelling = services.scheduling.cancel(CALLER, cluster, id).finally(() => (isDone = true));
  while (!isDone && !(await waiting("locktype IN ('transactionid', 'tuple')")));
  await holder.query('SELECT pg_advisory_unlock(4242)');
  const run = valueOf(await cancelling);
  await process.scheduling.settle();
  expect(run).toMatchObject({ state: 'cancelled', error: expect.stringContaining('cancelled by ') });
  expect(valueOf(await services.scheduling.get(CALLER, cluster, id))).toEqual(run);
  expect(run.parts).toBeGreaterThan(0);
  expect(await decisions('decisions', cluster)).toHaveLength(3 * run.parts);
  expect(run.counts.scheduled).toBe(3 * run.parts);
  expect(valueOf(await services.scheduling.cancel(CALLER, cluster, id))).toEqual(run);
  await holder.query('DROP TRIGGER held ON run_parts');
  await holder.end();
});

/** Somebody who may schedule in one namespace and sees no other. */
const schedulerOf = (cluster: string, namespace: string): Caller => ({
  ...CALLER,
  roles: ['scheduler'],
  principal: `of ${namespace}`,
  only: { cluster, namespace },
  need: { roles: ['scheduler'], in: 'namespace' },
});

test('whoever may schedule in one namespace has their pods found behind others, in parts of their own', async () => {
  const theirs = { ...pod('q', { cpu: '1' }, { priority: -1 }), metadata: { name: 'q', namespace: 'theirs' } };
  const cluster = await services.clusterOf(node('a'), ...PODS, theirs);
  const caller = schedulerOf(cluster, 'theirs');
  const run = valueOf(
    await process.scheduling.schedule(caller, { ...scheduleAll(cluster), allowEmpty: false }, { wait: true }),
  );
  expect(run.parts).toBe(1);
  expect(run.counts).toMatchObject({ selected: 1, scheduled: 1 });
  expect(run.counts).not.toHaveProperty('forbidden');
  expect(await decisions('decisions', cluster)).toEqual(['0 q scheduled']);
  expect(await services.violations(cluster)).toEqual([]);
});

test.each([true, false])('who has nothing pending is refused, whatever others have: waited for %j', async (wait) => {
  const cluster = await services.clusterOf(node('a'), ...PODS);
  const caller = schedulerOf(cluster, 'theirs');
  const labels = { selector: '!none', requirements: [{ key: 'none', operator: 'DoesNotExist' as const, values: [] }] };
  for (const pods of [{}, { namespace: 'default' }, { labels }, { names: ['default/p1'] }])
    expect(
      await process.scheduling.schedule(caller, { ...scheduleAll(cluster), pods, allowEmpty: false }, { wait }),
    ).toMatchObject({ refusal: { kind: 'names' in pods ? 'PodsNotFound' : 'NoPodsSelected' } });
  expect(await services.rows('SELECT FROM runs WHERE cluster_id = $1', [cluster])).toEqual([]);
});

test('a run is cancelled by whoever asked for it, and by whoever may have all of its pods scheduled', async () => {
  const cluster = await services.clusterOf(node('a'));
  const [ours, theirs] = [schedulerOf(cluster, 'ours'), schedulerOf(cluster, 'theirs')];
  const all = { ...CALLER, roles: ['scheduler' as const], need: ours.need ?? { roles: [], in: 'team' as const } };
  const under = async (caller: Caller, pods: ScheduleRequest['pods']): Promise<string> => {
    const { id } = valueOf(
      await services.scheduling.schedule(caller, { ...scheduleAll(cluster), pods }, { wait: true }),
    );
    await services.rows("UPDATE runs SET state = 'running', finished_at = NULL, owner = $2 WHERE run_id = $1", [
      id,
      services.lease.holder,
    ]);
    return id;
  };
  for (const [by, pods, cancellers, others] of [
    [CALLER, {}, [all], [ours, theirs]],
    [ours, {}, [ours], [theirs]],
    [CALLER, { namespace: 'ours' }, [ours], [theirs]],
    [ours, { namespace: 'ours' }, [all], [theirs]],
  ] as const)
    for (const canceller of cancellers) {
      const id = await under(by, pods);
      for (const other of others)
        expect(await services.scheduling.cancel(other, cluster, id)).toMatchObject({ refusal: { kind: 'Forbidden' } });
      expect(valueOf(await services.scheduling.cancel(canceller, cluster, id))).toMatchObject({ state: 'cancelled' });
    }
});
