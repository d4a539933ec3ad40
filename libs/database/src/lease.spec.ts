import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { Lease, LEASE_IS_FREE } from './lease.js';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function isFree(holder: string): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(`SELECT ${LEASE_IS_FREE} AS free`, [holder]);
  return rows[0]?.free === true;
}

/** The connections that hold or want the lease, once there is one that did not exist before. */
async function nextHolder(before: readonly number[]): Promise<number[]> {
  for (;;) {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted
         AND application_name = 'berth-lease' AND datname = current_database()`,
    );
    const pids = rows.map(({ pid }) => pid);
    if (pids.some((pid) => !before.includes(pid))) return pids;
  }
}

test('a lease is held until it is released', async () => {
  const lease = new Lease(database.url, randomUUID());
  expect(await isFree(lease.holder)).toBe(true);
  await lease.acquire();
  expect(await isFree(lease.holder)).toBe(false);
  expect(await isFree(randomUUID())).toBe(true);
  await lease.release();
  expect(await isFree(lease.holder)).toBe(true);
});

test('a lease whose connection is lost is taken again', async () => {
  const lease = new Lease(database.url, randomUUID());
  await lease.acquire();
  const before = await nextHolder([]);
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ANY($1)', [before]);
  await nextHolder(before);
  expect(await isFree(lease.holder)).toBe(false);
  await lease.release();
});

test("a first try without a server is the caller's to repeat", async () => {
  const lease = new Lease(database.url.replace(/:\d+\//, ':1/'), randomUUID());
  await expect(lease.acquire()).rejects.toThrow('ECONNREFUSED');
  await lease.release();
});
