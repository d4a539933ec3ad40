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
    return { ids: [running.id, queued.id], tookMs: performance.now() - begun };
  } finally {
    await holder.query('ROLLBACK');
  }
}

test('operations of a process that was killed have failed when the next one is ready', async () => {
  const { ids } = await ended('SIGKILL');
  const { rows } = await holder.query('SELECT state FROM operations WHERE id = ANY($1) ORDER BY id', [ids]);
  expect(rows).toEqual([{ state: 'running' }, { state: 'queued' }]);
  const next = await startService();
  try {
    for (const id of ids)
      expect(await read(next, id)).toMatchObject({
        state: 'failed',
        place: null,
        result: null,
        problem: { code: 'OPERATION_INTERRUPTED' },
        finishedAt: expect.any(String),
      });
    expect(next.words).toContain('operations of stopped processes have failed');
  } finally {
    await next.end('SIGTERM');
  }
});

test('a process that is stopped says so of its operations, and does not wait for them', async () => {
  const { ids, tookMs } = await ended('SIGTERM');
  // What it waits for, it waits for so long at least.
  expect(tookMs).toBeLessThan(20_000);
  const { rows } = await holder.query<{ state: string; failure: object }>(
    'SELECT state, failure FROM operations WHERE id = ANY($1) ORDER BY id',
    [ids],
  );
  expect(rows).toEqual(
    ids.map((operation) => ({ state: 'failed', failure: { refusal: { kind: 'OperationInterrupted', operation } } })),
  );
});
