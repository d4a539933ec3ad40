import { randomUUID } from 'node:crypto';
import { Lease } from '#database';
import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { RunJobs } from './run-jobs.js';
import type { RunPayload } from './surviving-run.js';

const PODS = 60;

let services: TestServices;
let cluster: string;
beforeEach(async () => {
  services = await TestServices.create();
  cluster = await services.clusterOf(
    ...Array.from({ length: 4 }, (_, index) => node(`n${index}`, { cpu: '16', pods: '40' })),
    // Of every second pod there is no place: it still waits when the run goes on.
    ...Array.from({ length: PODS }, (_, index) => pod(`p${index}`, { cpu: index % 2 === 0 ? '10m' : '64' })),
  );
});
afterEach(() => services.drop());

/** A process with a lease of its own, whose runs survive it. */
async function processOf(holder = randomUUID()) {
  const lease = new Lease(services.url, holder);
  await lease.acquire();
  const process = services.anotherProcess({ partPods: 2, areSurviving: true, lease });
  const jobs = new RunJobs(process.database, {
    scheduling: process.scheduling,
    authenticator: { remaining: (_, roles) => Promise.resolve(roles) },
    system: CALLER,
  });
  const end = async () => {
    await process.scheduling.settle({ graceMs: 0 });
    await lease.release();
    await process.close();
  };
  return { ...process, goOn: (kept: RunPayload) => jobs.tasks['run']?.(kept), end };
}

/** What the job of a run has. */
async function keptOf(run: string): Promise<RunPayload> {
  const [job] = await services.rows<{ payload: RunPayload }>(
    `SELECT payload FROM graphile_worker._private_jobs WHERE payload ->> 'run' = '${run}'`,
  );
  if (job === undefined) throw new Error(`run ${run} has no job`);
  return job.payload;
}

const runOf = async (id: string) => valueOf(await services.scheduling.get(CALLER, cluster, id));
const decided = () =>
  services.rows<{ pods: number; decisions: number }>(
    'SELECT count(DISTINCT pod_name)::int AS pods, count(*)::int AS decisions FROM decisions',
  );

/** A run that has some parts, and whose process has ended. */
async function cutOff(): Promise<string> {
  const first = await processOf();
  const { id } = valueOf(await first.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: false }));
  while ((await runOf(id)).parts === 0);
  await first.end();
  expect(await runOf(id)).toMatchObject({ state: 'running', finishedAt: null });
  return id;
}

test('a run whose process is gone is ended by another one, which decides each pod once', async () => {
  const id = await cutOff();
  const other = await processOf();
  expect((await other.scheduling.tidy(CALLER)).cancelled).toEqual([]);
  const kept = await keptOf(id);
  // A job may be done twice, also at the same time.
  await Promise.all([other.goOn(kept), other.goOn(kept)]);
  await other.goOn(kept);
  expect(await runOf(id)).toMatchObject({
    state: 'complete',
    parts: PODS / 2,
    counts: { selected: PODS, scheduled: PODS / 2, unschedulable: PODS / 2 },
  });
  expect(await decided()).toEqual([{ pods: PODS, decisions: PODS }]);
  await other.end();
  expect(services.failures).toEqual([]);
});

test('a run whose process is there is left to it', async () => {
  const [first, other] = [await processOf(), await processOf()];
  const { id } = valueOf(await first.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: false }));
  await other.goOn(await keptOf(id));
  expect(other.scheduling.isBusy).toBe(false);
  await first.scheduling.settle();
  expect(await runOf(id)).toMatchObject({ state: 'complete', parts: PODS / 2 });
  expect(await decided()).toEqual([{ pods: PODS, decisions: PODS }]);
  await Promise.all([first.end(), other.end()]);
});

test('a run is not gone on with for a caller without roles, nor when it ends its processes', async () => {
  const id = await cutOff();
  const kept = await keptOf(id);
  const nothing = { goOn: () => Promise.reject(new Error('it goes on')) };
  const jobs = (roles: readonly 'scheduler'[]) =>
    new RunJobs(services.database, {
      ...{ scheduling: nothing, system: CALLER },
      authenticator: { remaining: () => Promise.resolve(roles) },
    });
  const often = JSON.stringify({ ...(JSON.parse(kept.kept) as object), begun: 20 });
  await expect(jobs(['scheduler']).tasks['run']?.(kept)).rejects.toThrow('it goes on');
  await jobs(['scheduler']).tasks['run']?.({ ...kept, kept: often });
  expect(await runOf(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('begun 20 times') });
  // What has ended stays as it is.
  await jobs([]).tasks['run']?.(kept);
  expect(await runOf(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('begun 20 times') });
});
