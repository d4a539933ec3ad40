import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BerthClient } from '#client';
import { seed, shareOf } from './random-moments.js';
import { databasePid, databaseUrl, ServiceProcess } from './service-process.js';
import { violationsOf } from './violations-of.js';

const ROUNDS = Array.from({ length: 10 }, (_, round) => round);
const START = '2026-01-05T00:00:00Z';
const END = '2026-01-05T00:10:00Z';
const POLL_MS = 100;
/** So many that an advance is several revisions. */
const PODS = 2_500;

let dataDir: string;
let service: ServiceProcess;
let client: BerthClient;
/** What an advance comes to that nothing disturbs, and how long it takes. */
let whole: unknown;
let wholeMs = 0;

beforeAll(async () => {
  process.stdout.write(`seed ${seed}\n`);
  dataDir = mkdtempSync(join(tmpdir(), 'berth-living-'));
  await start();
  await advance(await living('first'));
  const cluster = await living('undisturbed');
  const began = performance.now();
  await advance(cluster);
  wholeMs = performance.now() - began;
  whole = await endOf(cluster);
});
afterAll(async () => {
  expect(await service.end('SIGTERM')).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
  client = new BerthClient({ url: service.url });
}

async function send(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
  const response = await client.fetch(path, { method, headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

/** A cluster in which much is to happen: a Deployment comes, and pods that end and start again. */
async function living(name: string): Promise<string> {
  await send('POST', '/v1/clusters', { name, clock: { now: START, seed: '7' } });
  const root = `/v1/clusters/${name}`;
  const amounts = { cpu: '64', memory: '128Gi', pods: '110' };
  const nodes = Array.from({ length: 30 }, (_, index) => ({
    ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: `n-${index}` } },
    status: { capacity: amounts, allocatable: amounts, conditions: [{ type: 'Ready', status: 'True' }] },
  }));
  const annotations = { 'kubelet.model/start-after': '3s', 'kubelet.model/run-for': '200s' };
  const template = {
    metadata: { labels: { app: 'web' }, annotations },
    spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '100m' } } }] },
  };
  const deployment = {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'default' } },
    spec: { replicas: PODS, selector: { matchLabels: { app: 'web' } }, template },
  };
  await send('POST', `${root}/import`, { apiVersion: 'v1', kind: 'List', items: [...nodes, deployment] });
  return name;
}

const advance = (cluster: string): Promise<Record<string, unknown>> =>
  send('POST', `/v1/clusters/${cluster}/clock`, { advanceTo: END });

const clockOf = (cluster: string): Promise<{ readonly revision: string; readonly now: string }> =>
  client.get('/v1/clusters/{cluster}/clock', { params: { path: { cluster } } });

/** What a cluster has come to: all that does not hang on how often a revision ended. */
async function endOf(cluster: string): Promise<unknown> {
  const { revision: _, ...clock } = await clockOf(cluster);
  const exported = await client.fetch(`/v1/clusters/${cluster}/export`, { headers: { accept: 'application/json' } });
  return { clock, exported: await exported.text() };
}

/** Asks again until the service answers. */
async function answering(): Promise<void> {
  for (;;) {
    const answer = await client.fetch('/readyz', {}).catch(() => undefined);
    if (answer?.ok === true) return;
    await setTimeout(POLL_MS);
  }
}

/** Where the service outlived its database, the advance may still be under way: it ends, and another follows it. */
async function goOn(cluster: string): Promise<void> {
  for (;;) {
    try {
      await advance(cluster);
      return;
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('is under way in the cluster')) throw error;
      await setTimeout(POLL_MS);
    }
  }
}

test.each(ROUNDS)('kill -9 in the middle of an advance, round %i', async (round) => {
  const ofDatabase = round % 3 === 2;
  const cluster = await living(`killed-${round}`);
  const { revision: before } = await clockOf(cluster);
  const advanced = advance(cluster).catch(() => undefined);
  const after = shareOf(round) * wholeMs;
  await setTimeout(after);
  if (ofDatabase) process.kill(databasePid(dataDir), 'SIGKILL');
  else await service.end('SIGKILL');
  await advanced;
  if (ofDatabase) await answering();
  else await start();
  const { revision, now } = await clockOf(cluster);
  process.stdout.write(
    `${ofDatabase ? 'database' : 'service'} killed after ${Math.round(after)} of ${Math.round(wholeMs)} ms: ` +
      `${Number(revision) - Number(before)} revisions are there, up to ${now}\n`,
  );
  await goOn(cluster);
  expect(await endOf(cluster)).toEqual(whole);
  expect(await violationsOf(databaseUrl(dataDir), cluster)).toEqual([]);
});
