import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, MIGRATIONS_FOLDER } from '#database';
import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';
import { CALLER, first, node, pod, scheduleAll, TestServices, valueOf } from '../services/test-services.js';

const PARTITIONING = '20261121233000_history_by_month';
const HISTORY = ['revisions', 'changes', 'run_parts', 'decisions', 'trace_chunks'];

/** A database as it was before there were partitions. */
async function earlierDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  try {
    for (const name of readdirSync(MIGRATIONS_FOLDER).filter((one) => one < PARTITIONING))
      cpSync(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true });
    const database = await createTestDatabase({ migrated: false });
    await migrate({ url: database.url, folder });
    return database;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function connected<T>(url: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}

/** Every row of every table that both have, as far as both have its columns. */
async function copyRows(from: TestServices, url: string): Promise<void> {
  await connected(url, async (to) => {
    await to.query('SET session_replication_role = replica');
    const { rows: tables } = await to.query<{ name: string; columns: string[] }>(
      `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('_prisma_migrations',
         'teams') GROUP BY c.relname`,
    );
    for (const { name, columns } of tables) {
      const rows = await from.rows<{ row: unknown }>(
        `SELECT to_json(t) AS row FROM (SELECT ${columns.join(', ')} FROM ${name}) t`,
      );
      await to.query(
        `INSERT INTO ${name} (${columns.join(', ')}) SELECT ${columns.join(', ')}
         FROM json_populate_recordset(NULL::${name}, $1)`,
        [JSON.stringify(rows.map(({ row }) => row))],
      );
    }
  });
}

/** As another cluster has admitted it: for what admission makes of an object here earlier databases have no column. */
function admitted(object: object): object {
  const { metadata, spec } = object as { readonly metadata: object; readonly spec: object };
  return {
    ...object,
    metadata: { ...metadata, uid: randomUUID() },
    spec: { priority: 0, preemptionPolicy: 'PreemptLowerPriority', ...spec },
  };
}

/** A cluster with a past: imported, scheduled in two runs, pods evicted and deleted. */
async function liveOn(services: TestServices, cluster: string, round: number): Promise<void> {
  const names = Array.from({ length: 20 }, (_, index) => `r${round}-p${index}`);
  valueOf(
    await services.import(cluster, [node(`n${round}`), ...names.map((name) => admitted(pod(name, { cpu: '150m' })))]),
  );
  valueOf(await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), preemption: 'evict' }, { wait: true }));
  valueOf(await services.import(cluster, [admitted(pod(`r${round}-high`, { cpu: '3500m' }, { priority: 10 }))]));
  valueOf(await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), preemption: 'evict' }, { wait: true }));
}

async function tracesOf(services: TestServices, cluster: string): Promise<unknown[]> {
  const { items } = valueOf(await services.decisions.list(CALLER, cluster, { filter: {}, pageSize: 500 }));
  return Promise.all(
    items.map(async ({ id }) =>
      valueOf(
        await services.decisions.trace(CALLER, cluster, { id, filter: {}, orderBy: 'name', offset: 0, pageSize: 10 }),
      ),
    ),
  );
}

test('a filled database is partitioned as it is, and goes on', async () => {
  const before = await TestServices.create();
  const cluster = await before.clusterOf(node('n0'));
  await liveOn(before, cluster, 1);
  const earlier = await earlierDatabase();
  await copyRows(before, earlier.url);
  const filesBefore = await connected(earlier.url, (client) => filesOf(client, HISTORY));

  expect((await migrate({ url: earlier.url })).applied).toContain(PARTITIONING);
  // What was there is the first partition, as the very same files.
  expect(
    await connected(earlier.url, (client) =>
      filesOf(
        client,
        HISTORY.map((history) => `${history}_p0`),
      ),
    ),
  ).toEqual(filesBefore);

  const after = await TestServices.create(earlier);
  try {
    expect(await tracesOf(after, cluster)).toEqual(await tracesOf(before, cluster));
    const older = (await tracesOf(before, cluster)).length;
    await liveOn(after, cluster, 2);
    expect(await tracesOf(after, cluster)).toHaveLength(older + (await decidedAfter(after, cluster, older)));
    expect(await after.violations(cluster)).toEqual([]);
  } finally {
    await after.drop();
    await before.drop();
  }
});

async function filesOf(client: pg.Client, tables: readonly string[]): Promise<number[]> {
  const { rows } = await client.query<{ file: number }>(
    `SELECT pg_relation_filenode(name::regclass)::int AS file FROM unnest($1::text[]) WITH ORDINALITY AS t (name, place)
     ORDER BY place`,
    [tables],
  );
  return rows.map(({ file }) => file);
}

/** What the log counts of it, beyond `older`. */
async function decidedAfter(services: TestServices, cluster: string, older: number): Promise<number> {
  const { n } = first(
    await services.rows<{ n: number }>('SELECT sum(count)::int AS n FROM run_parts WHERE cluster_id = $1', [cluster]),
  );
  expect(n).toBeGreaterThan(older);
  return n - older;
}

test('history is appended to while partitions are made', async () => {
  const services = await TestServices.create();
  try {
    const cluster = await services.clusterOf(node('n0'));
    await services.connected(async (client) => {
      await client.query('BEGIN');
      await client.query("SELECT berth_make_partitions(now() + interval '6 months')");
      // Nobody waits for the end of that.
      await liveOn(services, cluster, 1);
      await client.query('COMMIT');
    });
    await liveOn(services, cluster, 2);
    expect(await services.violations(cluster)).toEqual([]);
  } finally {
    await services.drop();
  }
});
