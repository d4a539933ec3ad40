import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isConnectionLost, startEmbeddedPostgres, type EmbeddedPostgres } from '#database';
import { BerthClient, importObjects, type Schemas } from '#client';
import pg from 'pg';
import { ServiceProcess } from './service-process.js';
import { seed, shareOf } from './random-moments.js';
import { WorkerProcess } from './worker-process.js';

/** Of eight kinds, in turn. */
const JOBS = Number(process.env['BERTH_TEST_JOBS'] ?? 400);
const WORKERS = 3;
/** So many long jobs a worker does at a time. */
const LANES = 3;
const KILL_MS = 2_000;
const POLL_MS = 250;
/** So many jobs a team asks for before another one asks for its first. */
const NOISY_JOBS = JOBS / 2;
const NOISY_CALLERS = 10;
/** A machine of two cores spends most of it on workers that start. */
const MOST_MS = 1_200_000;
/** The clock of the cluster that lives passes by this with each of its jobs. */
const ADVANCE_MS = 1_000;

let dataDir: string;
let server: EmbeddedPostgres;
let service: ServiceProcess;
let client: BerthClient;
let admin: string;
let workers: WorkerProcess[];
let settings: Readonly<Record<string, string>>;

beforeAll(async () => {
  process.stdout.write(`seed ${seed}\n`);
  dataDir = mkdtempSync(join(tmpdir(), 'berth-jobs-'));
  server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'server') });
  const signing = join(dataDir, 'signing.pem');
  writeFileSync(signing, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
  settings = {
    DATABASE_URL: server.url,
    BERTH_DATA_DIR: join(dataDir, 'shared'),
    BERTH_SIGNING_KEY_FILE: signing,
    BERTH_WORKERS: '1',
    BERTH_HEAVY_WAITING: String(JOBS),
    BERTH_HEAVY_AT_ONCE: String(LANES),
    BERTH_AUTH: 'keys',
  };
  service = await ServiceProcess.start({ ...settings, BERTH_DATA_DIR: join(dataDir, 'shared'), BERTH_JOBS: '0' });
  admin = readFileSync(join(dataDir, 'shared', 'admin.key'), 'utf8').trim();
  client = new BerthClient({ url: service.url, key: admin });
  workers = await Promise.all(Array.from({ length: WORKERS }, () => WorkerProcess.start(settings)));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
  await service.end('SIGTERM');
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function post<T>(path: string, body: object, key = admin): Promise<T> {
  for (;;) {
    const answer = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    }).catch(() => undefined);
    if (answer?.ok === true) return (await answer.json()) as T;
    // While the server is away; what is wrong with a request is no outage.
    if (answer !== undefined && answer.status < 500) throw new Error(`${path}: ${await answer.text()}`);
    await setTimeout(POLL_MS);
  }
}

/** Rows of the database, once it answers. */
async function rows<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  for (;;) {
    const session = new pg.Client({ connectionString: server.url });
    session.on('error', () => undefined);
    try {
      await session.connect();
      return (await session.query<T>(text)).rows;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      await setTimeout(POLL_MS);
    } finally {
      await session.end().catch(() => undefined);
    }
  }
}

/** What each kind of job is asked for with; schedules are one a job, and run by hand. */
type Asks = readonly ((number: number) => Promise<unknown>)[];

function asks(still: string, living: string): Asks {
  const schedule = async (number: number, more: object): Promise<void> => {
    const name = `s-${number}`;
    const body = { name, cron: '0 0 1 1 *', cluster: still, formats: ['csv'], to: ['file:jobs/'], ...more };
    await post('/v1/schedules', body);
    await post(`/v1/schedules/${name}/run`, {});
  };
  const at = `/v1/clusters/${still}`;
  return [
    () => post(`${at}/replays`, { wait: false }),
    () => post('/v1/verifications', { cluster: still, wait: false }),
    () => post(`${at}/comparisons`, { a: {}, b: {}, wait: false }),
    () => post(`${at}/exports`, { what: 'manifests' }),
    // Of one cluster there is one movement at a time: each is asked for when the one before has ended.
    () => advanced(living),
    (number) => schedule(number, { report: 'capacity' }),
    (number) => schedule(number, { work: 'run' }),
    (number) => schedule(number, { work: 'checkpoint' }),
  ];
}

let advances: Promise<unknown> = Promise.resolve();
async function advanced(cluster: string): Promise<void> {
  advances = advances.then(async () => {
    const { id } = await post<Schemas['Operation']>(`/v1/clusters/${cluster}/clock`, { advance: '1s', wait: false });
    while ((await rows(`SELECT FROM operations WHERE id = '${id}' AND finished_at IS NULL`)).length > 0)
      await setTimeout(POLL_MS);
  });
}

/** As a service manager does: a worker that starts while the server is away ends. */
function beginEndedAgain(): void {
  for (const [index, worker] of workers.entries()) if (worker.hasEnded) workers[index] = WorkerProcess.begin(settings);
}

/**
 * Kills a worker every two seconds, and the server twice, until it is over. A worker that starts takes all that a small
 * machine has for longer than that: the last one that does jobs is left, so that there is something to kill next time.
 */
async function disturb(over: { isOver: boolean }): Promise<{ readonly workers: number; readonly servers: number }> {
  const killed = { workers: 0, servers: 0 };
  for (let round = 0; !over.isOver; round += 1) {
    await setTimeout(KILL_MS);
    beginEndedAgain();
    const ready = workers.filter(({ isReady }) => isReady);
    const victim = ready[Math.floor(shareOf(round) * ready.length)];
    if (victim !== undefined && ready.length > 1) {
      await victim.end('SIGKILL');
      killed.workers += 1;
      workers[workers.indexOf(victim)] = WorkerProcess.begin(settings);
    }
    if ((round === 4 || round === 12) && server.pid !== undefined) {
      process.kill(server.pid, 'SIGKILL');
      killed.servers += 1;
    }
  }
  beginEndedAgain();
  return killed;
}

test(
  'jobs of eight kinds are done once each, by their effects, while workers and the server are killed',
  async () => {
    const objects = [
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' }, status: { capacity: { cpu: '64', pods: '110' } } },
      ...Array.from({ length: 20 }, (_, index) => ({
        ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: `p${index}`, namespace: 'default' } },
        spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] },
      })),
    ];
    await post('/v1/clusters', { name: 'still' });
    await importObjects(client, 'still', { objects });
    await post('/v1/clusters/still/runs', {});
    await post('/v1/clusters', { name: 'living', clock: {} });
    const clock = async (): Promise<number> =>
      Date.parse((await client.get('/v1/clusters/{cluster}/clock', { params: { path: { cluster: 'living' } } })).now);
    const [before, begun] = [await clock(), performance.now()];
    const kinds = asks('still', 'living');
    const over = { isOver: false };
    const disturbed = disturb(over);
    try {
      for (let number = 0; number < JOBS; number += 1) await kinds[number % kinds.length]?.(number);
      await advances;
      const unfinished = `SELECT id FROM operations WHERE NOT awaited AND finished_at IS NULL
      UNION ALL SELECT id FROM schedule_results WHERE finished_at IS NULL
      UNION ALL SELECT id FROM schedule_deliveries WHERE state = 'waiting'`;
      while ((await rows(unfinished)).length > 0) await setTimeout(POLL_MS);
    } finally {
      over.isOver = true;
    }
    const killed = await disturbed;
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const each = JOBS / kinds.length;
    const [beginnings] = await rows<{ again: number }>(
      `SELECT (SELECT count(*) FROM operations WHERE attempt > 1)::int
       + (SELECT count(*) FROM schedule_results WHERE attempt > 1)::int AS again`,
    );
    process.stdout.write(
      `${JOBS} jobs in ${seconds} s; killed: ${killed.workers} workers, ${killed.servers} servers; ` +
        `${beginnings?.again ?? 0} jobs were begun again\n`,
    );
    expect(
      await rows(
        'SELECT kind, state, count(*)::int FROM operations WHERE NOT awaited GROUP BY kind, state ORDER BY kind, state',
      ),
    ).toEqual(
      ['advance', 'comparison', 'export', 'replay', 'verification'].map((kind) => ({
        ...{ kind, state: 'succeeded', count: each },
      })),
    );
    expect(await rows('SELECT state, count(*)::int FROM schedule_results GROUP BY state')).toEqual([
      { state: 'succeeded', count: 3 * each },
    ]);
    // The effects: time passed once for each advance, a run, a checkpoint and a file were made once for each result.
    expect((await clock()) - before).toBe(each * ADVANCE_MS);
    // One was made before.
    expect(await rows("SELECT count(*)::int FROM runs WHERE state = 'complete'")).toEqual([{ count: each + 1 }]);
    // What a killed worker was writing has another name, and goes with a delivery of the hour after.
    const delivered = readdirSync(join(dataDir, 'shared', 'deliveries', 'default', 'jobs'));
    expect(delivered.filter((name) => !name.endsWith('.partial'))).toHaveLength(3 * each);
    expect(killed.servers).toBe(2);
  },
  MOST_MS,
);

/** Keys of a team that is made with a cluster of its own. */
async function madeTeam(name: string, callers: number): Promise<readonly string[]> {
  await post('/v1/teams', { name });
  const keys = await Promise.all(
    Array.from({ length: callers }, (_, number) =>
      post<{ key: string }>(`/v1/teams/${name}/keys`, { name: `${name}-${number}`, roles: ['admin', 'auditor'] }),
    ),
  );
  const [first = ''] = keys.map(({ key }) => key);
  await post('/v1/clusters', { name }, first);
  return keys.map(({ key }) => key);
}

interface Wait extends pg.QueryResultRow {
  readonly ms: number;
  /** Jobs of others that were begun meanwhile. */
  readonly before: number;
}

/** Of a replay that a team asks for: how long it waited for a lane. */
async function waited(cluster: string, key: string): Promise<Wait> {
  const { id } = await post<Schemas['Operation']>(`/v1/clusters/${cluster}/replays`, { wait: false }, key);
  for (;;) {
    const [wait] = await rows<Wait>(
      `SELECT extract(epoch FROM o.started_at - o.created_at)::float8 * 1000 AS ms,
         (SELECT count(*)::int FROM operations b
          WHERE b.started_at > o.created_at AND b.started_at < o.started_at) AS before
       FROM operations o WHERE o.id = '${id}' AND o.finished_at IS NOT NULL`,
    );
    if (wait !== undefined) return wait;
    await setTimeout(POLL_MS);
  }
}

test("a team's hundreds of jobs leave another's first job its turn", async () => {
  const noisy = await madeTeam('noisy', NOISY_CALLERS);
  const [quiet = ''] = await madeTeam('quiet', 1);
  await Promise.all(workers.map((worker) => worker.ready));
  const alone = await waited('quiet', quiet);
  for (const worker of workers) worker.pause();
  await Promise.all(
    noisy.map(async (key) => {
      for (let job = 0; job < NOISY_JOBS / NOISY_CALLERS; job += 1)
        await post('/v1/clusters/noisy/replays', { wait: false }, key);
    }),
  );
  for (const worker of workers) worker.resume();
  const [{ waiting } = { waiting: 0 }] = await rows<{ waiting: number }>(
    "SELECT count(*)::int AS waiting FROM operations WHERE state = 'queued'",
  );
  const beside = await waited('quiet', quiet);
  process.stdout.write(
    `a job waits ${Math.round(alone.ms)} ms alone, ${Math.round(beside.ms)} ms behind ${waiting} of another team, ` +
      `${beside.before} of which are begun before it\n`,
  );
  expect(waiting).toBeGreaterThan(0.9 * NOISY_JOBS - WORKERS * NOISY_CALLERS);
  // Its turn is beside the first that waits; each lane may take one while it is asked for.
  expect(beside.before).toBeLessThanOrEqual(WORKERS * LANES);
});
