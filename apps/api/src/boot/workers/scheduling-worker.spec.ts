import { coreSemaphore } from '#database';
import { passingSigningKey } from '#history';
import { RunJobs, SchedulingService } from '#scheduling';
import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { Threads } from '#threads';
import { sharesOf } from '../memory.js';
import { OpenRuns } from './open-runs.js';
import type { SchedulingWorker, WorkerSettings } from './settings.js';
import { WorkerCalls } from './worker-calls.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

function startThreads(): Threads<SchedulingWorker> {
  const settings: WorkerSettings = {
    url: services.url,
    standbyUrl: undefined,
    poolSize: 4,
    pacedConnections: 1,
    statementTimeouts: { short: 30_000, heavy: 120_000 },
    memory: sharesOf(2 ** 32),
    publicKeyPem: passingSigningKey().publicKeyPem,
    notesFolder: undefined,
    extenderHosts: [],
    identityLabels: [],
    secretsKey: undefined,
    archiveFolder: 'none',
    spans: undefined,
    plugins: [],
    pluginBudgetMs: 1_000,
    coreSemaphore: coreSemaphore(),
    openRuns: new OpenRuns().memory,
  };
  const module = new URL('./scheduling-worker.js', import.meta.url);
  return new Threads<SchedulingWorker>({
    module,
    settings,
    count: 1,
    onNews: () => undefined,
    onLost: () => undefined,
  });
}

test('a worker has a lease of its own: a job goes on with the runs that it leaves, and none cancels them', async () => {
  const pods = Array.from({ length: 2_000 }, (_, index) => pod(`p${index}`, { cpu: '1m' }));
  const cluster = await services.clusterOf(node('a', { cpu: '64', memory: '64Gi', pods: '3000' }), ...pods);
  const threads = startThreads();
  const calls = new WorkerCalls(services.database, threads);
  const service = SchedulingService;
  const started = await calls.call({
    service,
    method: 'schedule',
    args: [CALLER, scheduleAll(cluster), { wait: false }],
  });
  const { id } = valueOf(started);
  const lost = calls.call({ service, method: 'ended', args: [id] }).catch((error: unknown) => error);
  expect((await services.scheduling.tidy(CALLER)).cancelled).toEqual([]);
  await threads.stop();
  expect(await lost).toMatchObject({ name: 'ThreadLost' });
  expect((await services.scheduling.tidy(CALLER)).cancelled).toEqual([]);
  const { database, scheduling } = services;
  const authenticator = { remaining: () => Promise.resolve(['admin'] as const) };
  const { tasks } = new RunJobs(database, { scheduling, authenticator, system: CALLER });
  const run = async () => valueOf(await scheduling.get(CALLER, { cluster }, id));
  // PostgreSQL notices soon that the worker's connections are gone.
  while ((await run()).state === 'running') {
    const [job] = await services.rows<{ payload: Readonly<Record<string, string>> }>(
      `SELECT payload FROM graphile_worker._private_jobs WHERE payload ->> 'run' = '${id}'`,
    );
    await tasks['run']?.(job?.payload ?? {});
  }
  expect(await run()).toMatchObject({ state: 'complete', counts: { selected: 2_000, scheduled: 2_000 } });
});
