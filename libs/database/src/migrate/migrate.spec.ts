import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { migrate } from './migrate.js';
import { pendingMigrations } from './pending-migrations.js';

let database: TestDatabase;
let client: pg.Client;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  database = await createTestDatabase({ migrated: false });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function write(scripts: Record<string, string>): void {
  for (const [name, script] of Object.entries(scripts)) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'migration.sql'), script);
  }
}

const run = (): Promise<{ applied: readonly string[] }> => migrate({ url: database.url, folder });

async function rows(sql: string): Promise<unknown[]> {
  return (await client.query(sql)).rows;
}

const FIRST = 'CREATE TABLE a (x integer);\nINSERT INTO a VALUES (1);\n';
const SECOND =
  "ALTER TABLE a ADD COLUMN y integer;\nCREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT ';' $$;\n";

test('applies what is missing, in order of names, each once', async () => {
  write({ '20260102000000_second': SECOND, '20260101000000_first': FIRST });
  expect(await run()).toEqual({ applied: ['20260101000000_first', '20260102000000_second'] });
  expect(await run()).toEqual({ applied: [] });
  expect(await rows('SELECT x, y, f() FROM a')).toEqual([{ x: 1, y: null, f: ';' }]);
});

test('records as Prisma does', async () => {
  write({ '20260101000000_first': FIRST });
  await run();
  expect(
    await rows(`SELECT checksum, migration_name, logs, rolled_back_at, applied_steps_count, finished_at >=
      started_at AS ordered,
    length(id) AS id_length FROM _prisma_migrations`),
  ).toEqual([
    {
      checksum: '0d0489ef286c97b15b9e2d61251c6441f964dc7f24f5abc06335036667ce7cd5',
      migration_name: '20260101000000_first',
      logs: null,
      rolled_back_at: null,
      applied_steps_count: 1,
      ordered: true,
      id_length: 36,
    },
  ]);
});

test('eight processes that start at once migrate once', async () => {
  write({ '20260101000000_first': `${FIRST}SELECT pg_advisory_xact_lock(1);\n`, '20260102000000_second': SECOND });
  const results = await Promise.all(Array.from({ length: 8 }, run));
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual(['20260101000000_first', '20260102000000_second']);
  expect(await rows('SELECT x FROM a')).toEqual([{ x: 1 }]);
});

test('a failing script leaves nothing but its record, which blocks until it is resolved', async () => {
  write({
    '20260101000000_first': FIRST,
    '20260102000000_second': 'CREATE TABLE b (x integer);\nSELECT 1 / 0;\n',
    '20260103000000_third': 'CREATE TABLE c (x integer);\n',
  });
  await expect(run()).rejects.toThrow(
    'migration 20260102000000_second failed, and nothing of it was kept: division by zero (SQLSTATE 22012)',
  );
  expect(
    await rows(`SELECT to_regclass('a') IS NULL AS a, to_regclass('b') IS NULL AS b, to_regclass('c') IS NULL AS c`),
  ).toEqual([{ a: false, b: true, c: true }]);
  expect(
    await rows(
      'SELECT migration_name, finished_at, applied_steps_count, logs FROM _prisma_migrations WHERE finished_at IS NULL',
    ),
  ).toEqual([
    {
      migration_name: '20260102000000_second',
      finished_at: null,
      applied_steps_count: 0,
      logs: 'division by zero (SQLSTATE 22012)',
    },
  ]);

  write({ '20260102000000_second': SECOND });
  await expect(run()).rejects.toThrow(
    'migration 20260102000000_second failed earlier and blocks all others (division by zero (SQLSTATE 22012))',
  );
  // What `prisma migrate resolve --rolled-back` does.
  await client.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL`);
  expect(await run()).toEqual({ applied: ['20260102000000_second', '20260103000000_third'] });
});

test('a lock that is not to be had is no failure of the script: the next start tries again', async () => {
  write({ '20260101000000_first': FIRST });
  await run();
  write({ '20260102000000_second': `SET LOCAL lock_timeout = '10ms';\n${SECOND}` });
  await client.query('BEGIN; LOCK TABLE a');
  await expect(run()).rejects.toThrow('canceling statement due to lock timeout (SQLSTATE 55P03)');
  await client.query('ROLLBACK');
  expect(await run()).toEqual({ applied: ['20260102000000_second'] });
});

test('an edited migration is refused, other line ends are not', async () => {
  write({ '20260101000000_first': FIRST });
  await run();
  write({ '20260101000000_first': FIRST.replaceAll('\n', '\r\n') });
  expect(await run()).toEqual({ applied: [] });
  write({ '20260101000000_first': `${FIRST}-- more\n` });
  await expect(run()).rejects.toThrow('migrations were edited after they were applied (20260101000000_first)');
});

test('a database that a newer Berth migrated is refused', async () => {
  write({ '20260101000000_first': FIRST, '20260102000000_second': SECOND });
  await run();
  rmSync(join(folder, '20260102000000_second'), { recursive: true });
  await expect(run()).rejects.toThrow(
    'the database has migrations that this Berth does not know (20260102000000_second): a newer Berth made them',
  );
});

test('a database with tables of somebody else is refused', async () => {
  await client.query('CREATE TABLE theirs (x integer)');
  write({ '20260101000000_first': FIRST });
  await expect(run()).rejects.toThrow('has tables that Berth did not make: name an empty database in DATABASE_URL');
  expect(await rows(`SELECT to_regclass('_prisma_migrations') AS records`)).toEqual([{ records: null }]);
});

test('a user who may not create tables is refused by name', async () => {
  const role = `guest_${database.url.slice(-8)}`;
  await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'guest'`);
  try {
    const url = new URL(database.url);
    [url.username, url.password] = [role, 'guest'];
    await expect(migrate({ url: url.href, folder })).rejects.toThrow(
      'the user of the database may not create tables in it: permission denied for schema public',
    );
  } finally {
    await client.query(`DROP ROLE ${role}`);
  }
});

test('a server that is not there is named', async () => {
  await expect(migrate({ url: 'postgresql://berth@127.0.0.1:1/berth', folder })).rejects.toThrow(
    'cannot connect to PostgreSQL at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
  );
});

test('what is pending can be asked without changing anything', async () => {
  write({ '20260101000000_first': FIRST });
  expect((await pendingMigrations(client, folder)).map(({ name }) => name)).toEqual(['20260101000000_first']);
  await run();
  expect(await pendingMigrations(client, folder)).toEqual([]);
});

test("this repository's own migrations are all in the template of the test run", async () => {
  const migrated = await createTestDatabase();
  try {
    expect(await migrate({ url: migrated.url })).toEqual({ applied: [] });
  } finally {
    await migrated.drop();
  }
});
