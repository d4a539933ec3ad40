import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';

let services: TestServices;
let cluster: string;
beforeEach(async () => {
  services = await TestServices.create();
  const nodes = Array.from({ length: 100 }, (_, index) => node(`n${index}`, { cpu: '16', pods: '20' }));
  cluster = await services.clusterOf(
    ...nodes,
    ...Array.from({ length: 1000 }, (_, index) => pod(`p${index}`, { cpu: '10m' })),
  );
});
afterEach(() => services.drop());

const start = async () => valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: false })).id;
const runOf = async (id: string) => valueOf(await services.scheduling.get(CALLER, cluster, id));
const pending = async () => valueOf(await services.clusters.get(CALLER, cluster)).counts.pendingPods;
const end = (id: string) =>
  services.rows("UPDATE runs SET state = 'failed', error = 'taken for dead' WHERE run_id = $1", [id]);

test('a stop that does not wait ends runs as cancelled, and leaves whole parts', async () => {
  const process = services.anotherProcess({ partPods: 1 });
  const begin = async () =>
    valueOf(await process.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: false })).id;
  const ids = [await begin(), await begin()];
  await process.scheduling.settle({ graceMs: 0 });
  const runs = await Promise.all(ids.map(runOf));
  const cancelled = { state: 'cancelled', error: expect.stringContaining('stopped'), finishedAt: expect.any(String) };
  expect(runs).toMatchObject([cancelled, cancelled]);
  expect(await pending()).toBe(1000 - runs.reduce((sum, { parts }) => sum + parts, 0));
  expect(services.failures).toEqual([]);
  await process.close();
});

test('a stop that waits long enough lets runs complete', async () => {
  const id = await start();
  await services.scheduling.settle({ graceMs: 60_000 });
  expect([(await runOf(id)).state, await pending()]).toEqual(['complete', 0]);
});

test('a run that has ended elsewhere commits no part, and stays as it was ended', async () => {
  const id = await start();
  await end(id);
  await services.scheduling.settle();
  expect([await pending(), (await runOf(id)).error]).toEqual([1000, 'taken for dead']);
  expect(services.failures).toEqual([expect.objectContaining({ message: `run ${id} has ended already` })]);
});

test('who tidies does not end its own runs, with or without its lease', async () => {
  const id = await start();
  await services.lease.release();
  expect((await services.scheduling.tidy(CALLER)).cancelled).toEqual([]);
  await services.scheduling.settle();
  expect((await runOf(id)).state).toBe('complete');
});

test('a run whose connections are killed while it commits ends failed or whole, and the next one goes on', async () => {
  const id = await start();
  // Those that work: an idle one that is killed would only be found dead by whoever takes it next.
  const killed = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'berth'
      AND datname = current_database() AND state <> 'idle'`;
  for (let times = 0; (await runOf(id).catch(() => undefined))?.state === 'running' || times === 0; times++)
    await services.rows(killed);
  await services.scheduling.settle();
  const { state } = await runOf(id);
  expect([state, await pending()]).toEqual(state === 'complete' ? ['complete', 0] : ['failed', 1000]);
  expect(valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true })).state).toBe(
    'complete',
  );
  expect(await pending()).toBe(0);
});
