import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BerthClient, startVerification, type Schemas } from '#client';
import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';
import { ServiceProcess } from './service-process.js';

let dataDir: string;
let database: TestDatabase;
let holder: pg.Client;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-operations-'));
  database = await createTestDatabase();
  holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const startService = (): Promise<ServiceProcess> =>
  ServiceProcess.start({ BERTH_DATA_DIR: dataDir, DATABASE_URL: database.url, BERTH_WORKERS: '1' });

async function read(service: ServiceProcess, operation: string): Promise<Schemas['Operation']> {
  return new BerthClient({ url: service.url }).get('/v1/operations/{operation}', { params: { path: { operation } } });
}

/** A verification that is under way, and one that waits behind it, in a service that is ended so. */
async function ended(
  signal: 'SIGKILL' | 'SIGTERM',
  meanwhile: (ids: readonly string[]) => Promise<void>,
): Promise<{ readonly ids: readonly string[]; readonly tookMs: number }> {
  const service = await startService();
  await holder.query('BEGIN; LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE');
  try {
    const client = new BerthClient({ url: service.url });
    const [running, queued] = [await startVerification(client), await startVerification(client)];
    while ((await read(service, running.id)).state !== 'running') await setTimeout(20);
    expect(await read(service, queued.id)).toMatchObject({ state: 'queued', place: 1 });
    const begun = performance.now();
    await service.end(signal);
    const ids = [running.id, queued.id];
    const tookMs = performance.now() - begun;
    await meanwhile(ids);
    return { ids, tookMs };
  } finally {
    await holder.query('ROLLBACK');
  }
}

const statesOf = async (ids: readonly string[]): Promise<readonly object[]> =>
  (await holder.query('SELECT state, owner IS NULL AS "isFree" FROM operations WHERE id = ANY($1) ORDER BY id', [ids]))
    .rows as object[];

/** The next process does what the one before had begun, and what waited behind it. */
async function goesOn(ids: readonly string[]): Promise<void> {
  const next = await startService();
  try {
    for (const id of ids) {
      let found = await read(next, id);
      for (; found.finishedAt === null; found = await read(next, id)) await setTimeout(20);
      expect(found).toMatchObject({ state: 'succeeded', problem: null, result: { holds: true } });
    }
    const { rows } = await holder.query('SELECT attempt FROM operations WHERE id = ANY($1) ORDER BY id', [ids]);
    expect(rows).toEqual([{ attempt: 2 }, { attempt: 1 }]);
  } finally {
    await next.end('SIGTERM');
  }
}

test('operations of a process that was killed are begun again by the next one', async () => {
  const { ids } = await ended('SIGKILL', async (all) => {
    expect(await statesOf(all)).toEqual([
      { state: 'running', isFree: false },
      { state: 'queued', isFree: true },
    ]);
  });
  await goesOn(ids);
});

test('a process that is stopped gives up its operations, and does not wait for them', async () => {
  const { ids, tookMs } = await ended('SIGTERM', async (all) => {
    expect(await statesOf(all)).toEqual([
      { state: 'queued', isFree: true },
      { state: 'queued', isFree: true },
    ]);
  });
  // What it waits for, it waits for so long at least.
  expect(tookMs).toBeLessThan(20_000);
  await goesOn(ids);
});
