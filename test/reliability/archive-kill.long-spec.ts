import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BerthClient, type Schemas } from '#client';
import pg from 'pg';
import { endPartitions } from '../services/end-partitions.js';
import { createCluster, PODS, schedule } from './made-cluster.js';
import { seed, shareOf } from './random-moments.js';
import { databasePid, databaseUrl, ServiceProcess } from './service-process.js';
import { violationsOf } from './violations-of.js';

const ROUNDS = Array.from({ length: 6 }, (_, round) => round);
const RECOVERY_MS = 10_000;

let dataDir: string;
let service: ServiceProcess;
let client: BerthClient;
/** How long it takes when nobody disturbs it. */
let archivingMs: number;

beforeAll(async () => {
  process.stdout.write(`seed ${seed}\n`);
  dataDir = mkdtempSync(join(tmpdir(), 'berth-archive-kill-'));
  service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
  client = new BerthClient({ url: service.url });
  const { cluster, edge } = await month('undisturbed');
  const started = performance.now();
  await client.post('/v1/archives', { body: { before: edge } });
  archivingMs = performance.now() - started;
  expect(await archivesOf(cluster)).toHaveLength(1);
});
afterAll(async () => {
  expect(await service.end('SIGTERM')).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
});

/** A month of a cluster that is over: everything that is asked for. */
async function month(name: string): Promise<{ readonly cluster: string; readonly edge: string }> {
  const cluster = await createCluster(client, name);
  await schedule(client, cluster);
  const database = new pg.Client({ connectionString: databaseUrl(dataDir) });
  await database.connect();
  try {
    return { cluster, edge: (await endPartitions(database)).toISOString() };
  } finally {
    await database.end();
  }
}

async function archivesOf(cluster: string): Promise<readonly Schemas['Archive'][]> {
  return (await client.get('/v1/clusters/{cluster}/archives', { params: { path: { cluster } } })).items;
}

async function decisionsOf(cluster: string): Promise<number> {
  const params = { path: { cluster }, query: { pageSize: 500 } };
  return (await client.get('/v1/clusters/{cluster}/decisions', { params })).items.length;
}

/** Every file of an archive is there as its row says. */
function expectFiles({ ledgerFile, tracesFile }: Schemas['Archive']): void {
  for (const { path, bytes, sha256 } of [ledgerFile, tracesFile]) {
    const content = readFileSync(join(dataDir, 'archive', path));
    expect([String(content.length), createHash('sha256').update(content).digest('hex')]).toEqual([bytes, sha256]);
  }
}

/** What is in the folder of a cluster's archives and in no archive. */
async function strays(cluster: string): Promise<string[]> {
  const folder = join(dataDir, 'archive', cluster);
  const known = new Set(
    (await archivesOf(cluster)).flatMap(({ ledgerFile, tracesFile }) => [ledgerFile.path, tracesFile.path]),
  );
  return existsSync(folder) ? readdirSync(folder).filter((name) => !known.has(`${cluster}/${name}`)) : [];
}

/** Between the beginning and a little after the end. */
function moment(round: number): number {
  return shareOf(round) * archivingMs * 1.3;
}

async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (const started = performance.now(); ;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() - started > RECOVERY_MS) throw error;
      await setTimeout(100);
    }
  }
}

test.each(
  ROUNDS.flatMap(
    (round) =>
      [
        ['service', round],
        ['database', round + ROUNDS.length],
      ] as const,
  ),
)('kill -9 of the %s while a month is archived, round %i: it is in the database or in files', async (who, round) => {
  const { cluster, edge } = await month(`${who}-${round}`);
  const archiving = client.post('/v1/archives', { body: { before: edge } }).catch(() => undefined);
  const killedAt = moment(round);
  await setTimeout(killedAt);
  if (who === 'service') {
    await service.end('SIGKILL');
    service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
    client = new BerthClient({ url: service.url });
  } else process.kill(databasePid(dataDir), 'SIGKILL');
  await archiving;
  const before = await again(() => archivesOf(cluster));
  for (const archive of before) expectFiles(archive);
  expect(await again(() => decisionsOf(cluster))).toBe(before.length === 0 ? 500 : 0);
  expect(await again(() => violationsOf(databaseUrl(dataDir), cluster))).toEqual([]);

  await again(() => client.post('/v1/archives', { body: { before: edge } }));
  const after = await archivesOf(cluster);
  expect(after.map(({ decisions }) => decisions)).toEqual([String(PODS)]);
  for (const archive of after) expectFiles(archive);
  expect(await decisionsOf(cluster)).toBe(0);
  expect(await violationsOf(databaseUrl(dataDir), cluster)).toEqual([]);
  expect(await strays(cluster)).toEqual([]);
  process.stdout.write(
    `${who} killed after ${Math.round(killedAt)} of ${Math.round(archivingMs)} ms: ` +
      `${before.length === 0 ? 'in the database' : 'in files'}\n`,
  );
});

test('kill -9 of the service between two months that are archived in the background: each is there once', async () => {
  const first = await month('background-first');
  const second = await month('background-second');
  const begun = await client.post('/v1/archivings', { body: { before: second.edge } });
  const database = new pg.Client({ connectionString: databaseUrl(dataDir) });
  database.on('error', () => undefined);
  await database.connect();
  const clusters = [first.cluster, second.cluster];
  const archived = async (): Promise<string[]> =>
    (
      await database.query<{ id: string }>('SELECT cluster_id AS id FROM archives WHERE cluster_id = ANY($1)', [
        clusters,
      ])
    ).rows.map(({ id }) => id);
  let before = await archived();
  while (before.length === 0) before = await archived();
  await service.end('SIGKILL');
  await database.end().catch(() => undefined);
  expect(before).toEqual([first.cluster]);
  service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir });
  client = new BerthClient({ url: service.url });

  const params = { path: { operation: begun.id } };
  const look = () => client.get('/v1/operations/{operation}', { params });
  let ended = await look();
  while (ended.state === 'queued' || ended.state === 'running') {
    await setTimeout(100);
    ended = await look();
  }
  const all = (await Promise.all(clusters.map(archivesOf))).flat();
  expect(all.map(({ decisions }) => decisions)).toEqual(clusters.map(() => String(PODS)));
  // What earlier tests left is archived along.
  expect(ended).toMatchObject({
    state: 'succeeded',
    result: { archives: expect.arrayContaining(all), upTo: second.edge },
  });
  for (const archive of all) expectFiles(archive);
  for (const cluster of clusters) {
    expect(await decisionsOf(cluster)).toBe(0);
    expect(await violationsOf(databaseUrl(dataDir), cluster)).toEqual([]);
    expect(await strays(cluster)).toEqual([]);
  }
});
