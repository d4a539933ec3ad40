import { setTimeout } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';
import { Database } from './database.js';
import { FreshStatistics, type FilledTables } from './fresh-statistics.js';
import { CALLER } from '../testing/caller.js';

const TARGET = { table: 'filled', columns: { number: 'int4' } } as const;

let database: TestDatabase;
let db: Database;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  db = new Database({ url: database.url, poolSize: 2 });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('CREATE TABLE filled (number int4); GRANT ALL ON filled TO berth_engine');
});
afterAll(async () => {
  await db.close();
  await client.end();
  await database.drop();
});

function* rows(count: number): Iterable<readonly number[]> {
  for (let number = 0; number < count; number += 1) yield [number];
}

/** What the planner takes a table to hold, once that was set: autovacuum's own looks are not counted as such. */
async function analyzed(table: string): Promise<number> {
  const sql = `SELECT s.analyze_count::int AS times, c.reltuples AS rows FROM pg_stat_all_tables s
    JOIN pg_class c ON c.oid = s.relid WHERE s.relname = $1`;
  for (let looks = 0; looks < 200; looks += 1) {
    const [row] = (await client.query<{ times: number; rows: number }>(sql, [table])).rows;
    if (row !== undefined && row.times > 0) return row.rows;
    await setTimeout(50);
  }
  throw new Error(`nobody analyzed ${table}`);
}

test('what a large transaction wrote is known to the planner soon after its commit', async () => {
  await db.transaction(CALLER, (tx) => tx.copyIn(TARGET, rows(6_000)));
  expect(await analyzed('filled')).toBe(6_000);
});

test('a few rows are left to autovacuum, and rounds have a pause between them', () => {
  const asked: FilledTables[] = [];
  const statistics = new FreshStatistics((tables) => {
    asked.push(tables);
    return Promise.resolve();
  });
  const at = new Date(0);
  statistics.wrote(new Map([['pods', 4_999]]), at);
  expect(asked).toEqual([]);
  statistics.wrote(
    new Map([
      ['pods', 5_000],
      ['nodes', 20],
    ]),
    at,
  );
  expect(asked).toEqual([new Map([['pods', at]])]);
  // The next round has a pause before it, and begins with what has come meanwhile.
  statistics.wrote(new Map([['objects', 9_000]]), at);
  expect(asked).toHaveLength(1);
  statistics.close();
});

test('a table that nobody else sees is passed over, and the others are looked at all the same', async () => {
  await client.query('CREATE TABLE seen (number int4); GRANT ALL ON seen TO berth_engine');
  const own = new Database({ url: database.url, poolSize: 1 });
  await own.transaction(CALLER, async (tx) => {
    await tx.execute('CREATE TEMPORARY TABLE hidden (number int4)');
    await tx.copyIn({ ...TARGET, table: 'hidden' }, rows(6_000));
    for (let times = 0; times < 6; times += 1) await tx.copyIn({ ...TARGET, table: 'seen' }, rows(1_000));
  });
  expect(await analyzed('seen')).toBe(6_000);
  await own.close();
});
