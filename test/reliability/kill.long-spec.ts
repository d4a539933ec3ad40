import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BerthClient, type Schemas } from '#client';
import pg from 'pg';
import { exportedObjects } from './exported-objects.js';
import { createCluster, PODS, runsOf, schedule } from './made-cluster.js';
import { violationsOf } from './violations-of.js';
import { overAllocated } from './over-allocation.js';
import { seed, shareOf } from './random-moments.js';
import { databasePid, databaseUrl, ServiceProcess } from './service-process.js';

const ROUNDS = Array.from({ length: 10 }, (_, round) => round);
const RECOVERY_MS = 10_000;
/** A run that is gone on with is decided again from its beginning. */
const CONTINUED_MS = 60_000;
const POLL_MS = 50;

let dataDir: string;
let service: ServiceProcess;
let client: BerthClient;
/** How long an undisturbed run takes. */
const runMs = { off: 0, evict: 0 };

beforeAll(async () => {
  process.stdout.write(`seed ${seed}\n`);
  dataDir = mkdtempSync(join(tmpdir(), 'berth-kill-'));
  service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
  client = new BerthClient({ url: service.url });
  // The first run of a process takes twice as long as the others.
  for (const name of ['first', 'undisturbed']) runMs.off = await timeRun(await createCluster(client, name), 'off');
  runMs.evict = await timeRun(await createCluster(client, 'crowded', true), 'evict');
});
afterAll(async () => {
  expect(await service.end('SIGTERM')).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
});

async function timeRun(cluster: string, mode: 'off' | 'evict'): Promise<number> {
  const started = performance.now();
  const { counts } = await schedule(client, cluster, { preemption: mode });
  expect([counts.scheduled, counts.nominated > 0]).toEqual([PODS, mode === 'evict']);
  return performance.now() - started;
}

/** A moment between the start of a run and its end. */
function moment(round: number): number {
  return shareOf(round) * runMs[preemption(round % ROUNDS.length)];
}

/** In every third round there is no room for all pods until others are evicted. */
const isCrowded = (round: number): boolean => round % 3 === 0;

function preemption(round: number): 'off' | 'evict' {
  return isCrowded(round) ? 'evict' : 'off';
}

const isWaitedFor = (round: number): boolean => round % 2 === 0;

/** Starts a run, waits for its end in every other round; whatever becomes of the call is the round's to judge. */
function begin(cluster: string, round: number): Promise<Schemas['Run'] | undefined> {
  return schedule(client, cluster, { wait: isWaitedFor(round), preemption: preemption(round) }).catch(() => undefined);
}

/**
 * What must hold of a cluster at any time. Resolves to the number of its bound pods, those that were on
 * nodes from the start left out.
 */
async function checked(cluster: string): Promise<number> {
  expect(await violationsOf(databaseUrl(dataDir), cluster)).toEqual([]);
  const items = await exportedObjects(client, cluster);
  expect(overAllocated(items)).toEqual([]);
  return items.filter(
    ({ kind, metadata, spec }) => kind === 'Pod' && metadata.name.startsWith('p') && spec?.nodeName !== undefined,
  ).length;
}

/**
 * The part of the disturbed run is whole or absent, the run has ended and says how, and scheduling goes on. A run that
 * no caller waits for is gone on with when its process is gone: it is complete.
 */
async function checkRound(
  cluster: string,
  { round, ending }: { readonly round: number; readonly ending: 'failed' | 'cancelled' | 'complete' },
): Promise<'whole' | 'absent'> {
  if (ending === 'complete')
    await within(async () => (await runsOf(client, cluster)).every(({ state }) => state !== 'running'), CONTINUED_MS);
  const bound = await checked(cluster);
  expect([0, PODS]).toContain(bound);
  for (const { state, counts } of await runsOf(client, cluster)) {
    if (ending === 'complete') expect(bound).toBe(PODS);
    expect([state, counts.scheduled]).toEqual(bound === PODS ? ['complete', PODS] : [ending, 0]);
  }
  expect((await schedule(client, cluster, { preemption: preemption(round) })).counts.scheduled).toBe(PODS - bound);
  expect(await checked(cluster)).toBe(PODS);
  return bound === PODS ? 'whole' : 'absent';
}

/** @throws while the database takes nobody */
async function newSession(): Promise<void> {
  const session = new pg.Client({ connectionString: databaseUrl(dataDir) });
  await session.connect();
  await session.end();
}

/** Asks again until it is so, for as long as a recovery may take. Resolves to the milliseconds it took. */
async function within(claim: () => Promise<boolean>, mostMs = RECOVERY_MS): Promise<number> {
  const started = performance.now();
  while (!(await claim().catch(() => false))) {
    if (performance.now() - started > mostMs) throw new Error(`not so after ${mostMs} ms:\n${service.words}`);
    await setTimeout(POLL_MS);
  }
  return Math.round(performance.now() - started);
}

test.each(ROUNDS)('kill -9 of the service in the middle of a run, round %i', async (round) => {
  const cluster = await createCluster(client, `service-${round}`, isCrowded(round));
  const run = begin(cluster, round);
  const killedAt = moment(round);
  await setTimeout(killedAt);
  await service.end('SIGKILL');
  const answered = await run;
  const started = performance.now();
  service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
  const restartMs = Math.round(performance.now() - started);
  client = new BerthClient({ url: service.url });
  const runs = await runsOf(client, cluster);
  if (answered !== undefined) expect(runs.map(({ id }) => id)).toEqual([answered.id]);
  const part = await checkRound(cluster, { round, ending: isWaitedFor(round) ? 'cancelled' : 'complete' });
  process.stdout.write(
    `service killed after ${Math.round(killedAt)} of ${Math.round(runMs[preemption(round)])} ms: ready again in ` +
      `${restartMs} ms, the part is ${part}\n`,
  );
});

test('SIGTERM in the middle of runs ends them whole, and every caller is answered', async () => {
  const clusters = [await createCluster(client, 'stopped-waiting'), await createCluster(client, 'stopped-alone')];
  const runs = clusters.map((cluster, index) => schedule(client, cluster, { wait: index === 0 }));
  await setTimeout(runMs.off / 4);
  expect(await service.end('SIGTERM')).toBe(0);
  expect((await Promise.all(runs)).map(({ state }) => state)).toEqual(['complete', 'running']);
  service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
  client = new BerthClient({ url: service.url });
  for (const cluster of clusters) {
    expect((await runsOf(client, cluster)).map(({ state }) => state)).toEqual(['complete']);
    expect(await checked(cluster)).toBe(PODS);
  }
});

test.each(ROUNDS)('kill -9 of the database in the middle of a run, round %i', async (round) => {
  const cluster = await createCluster(client, `database-${round}`, isCrowded(round));
  const run = begin(cluster, round);
  const killedAt = moment(round + ROUNDS.length);
  await setTimeout(killedAt);
  process.kill(databasePid(dataDir), 'SIGKILL');
  await run;
  const recoveryMs = await within(async () => {
    // Sessions of the killed server outlive it for a moment, and may still answer the service: a new
    // one shows that it is back.
    await newSession();
    return (await runsOf(client, cluster)).every(({ state }) => state !== 'running');
  });
  const part = await checkRound(cluster, { round, ending: 'failed' });
  process.stdout.write(
    `database killed after ${Math.round(killedAt)} of ${Math.round(runMs[preemption(round)])} ms: recovered in ` +
      `${recoveryMs} ms, the part is ${part}\n`,
  );
});
