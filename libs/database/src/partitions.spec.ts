import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';
import { HistoryRoom } from './transaction/history-room.js';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Partition {
  readonly history: string;
  readonly partition: string;
  readonly lower_bound: Date | null;
  readonly upper_bound: Date;
}

const HISTORY = ['changes', 'decisions', 'revisions', 'run_parts', 'trace_chunks'];

async function rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await client.query<Row>(sql, values)).rows;
}

const partitions = (): Promise<Partition[]> =>
  rows<Partition>('SELECT * FROM berth_partitions() ORDER BY history, upper_bound');

/** The code and the words of a statement that must fail. */
async function refusal(role: string | undefined, sql: string): Promise<string> {
  await client.query('BEGIN');
  try {
    if (role !== undefined) await client.query(`SET LOCAL ROLE ${role}`);
    await client.query(sql);
    return 'done';
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    return `${code} ${message}`;
  } finally {
    await client.query('ROLLBACK');
  }
}

const nextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1));

test('every table has the same partitions: what was there, then the months until two from now, of UTC', async () => {
  const [now] = await rows<{ at: Date; zone: string }>("SELECT now() AS at, current_setting('TimeZone') AS zone");
  const found = await partitions();
  expect([...new Set(found.map(({ history }) => history))]).toEqual(HISTORY);
  for (const history of HISTORY) {
    const own = found.filter((partition) => partition.history === history);
    const lower = own.map(({ lower_bound: bound }) => bound?.toISOString() ?? null);
    const upper = own.map(({ upper_bound: bound }) => bound.toISOString());
    const first = nextMonth(now?.at ?? new Date(NaN));
    const months = [first, nextMonth(first), nextMonth(nextMonth(first))].map((month) => month.toISOString());
    expect({ lower, upper }).toEqual({ lower: [null, ...months.slice(0, 2)], upper: months });
    expect(own.map(({ partition }) => partition)).toEqual([
      `${history}_p0`,
      ...months.slice(0, 2).map((month) => `${history}_p${month.slice(0, 10).replaceAll('-', '')}`),
    ]);
  }
});

test('more of them are made on demand, by the engine too, once however many ask, and in any time zone', async () => {
  const askers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const asker = new pg.Client({ connectionString: database.url });
      await asker.connect();
      return asker;
    }),
  );
  try {
    const answers = await Promise.all(
      askers.map(async (asker, index) => {
        await asker.query(
          'SET ROLE berth_engine; SET TIME ZONE ' +
            `'${index % 2 === 0 ? 'Pacific/Kiritimati' : 'America/Los_Angeles'}'; SET datestyle = 'SQL, DMY'`,
        );
        const {
          rows: [row],
        } = await asker.query<{ until: string }>(
          `SELECT extract(epoch FROM berth_make_partitions(now() + interval '5 months'))::text AS until`,
        );
        return Number(row?.until);
      }),
    );
    expect(new Set(answers).size).toBe(1);
    const found = await partitions();
    expect(found).toHaveLength(HISTORY.length * 6);
    for (const { lower_bound: lower, upper_bound: upper } of found) {
      if (lower !== null) expect(nextMonth(lower)).toEqual(upper);
      expect(upper.getTime() / 1000).toBeLessThanOrEqual(answers[0] ?? 0);
    }
    expect(found.filter(({ upper_bound: upper }) => upper.getTime() / 1000 === answers[0])).toHaveLength(
      HISTORY.length,
    );
  } finally {
    await Promise.all(askers.map((asker) => asker.end()));
  }
});

test('what is asked for is of the near future, and only of the engine', async () => {
  expect(await refusal('berth_engine', "SELECT berth_make_partitions(now() + interval '2 years')")).toMatch(
    /^22023 partitions are made for the near future/,
  );
  expect(await refusal('berth_reader', 'SELECT berth_make_partitions(now())')).toBe(
    '42501 permission denied for function berth_make_partitions',
  );
  for (const role of ['berth_engine', 'berth_reader']) {
    expect(
      await refusal(
        role,
        "SELECT berth_add_partition('changes', now() + interval '1 year', now() + interval '2 years')",
      ),
    ).toBe('42501 permission denied for function berth_add_partition');
  }
});

test('every partition, old and new, refuses edits to everybody, and is nobody’s but the owner’s to name', async () => {
  for (const { partition } of await partitions()) {
    for (const [edit, sql] of [
      ['UPDATE', `UPDATE ${partition} SET cluster_id = cluster_id`],
      ['DELETE', `DELETE FROM ${partition}`],
      ['TRUNCATE', `TRUNCATE ${partition}`],
    ] as const) {
      expect(await refusal(undefined, sql)).toBe(`42501 table ${partition} is append-only: ${edit} is refused`);
      expect(await refusal('berth_engine', sql)).toBe(`42501 permission denied for table ${partition}`);
    }
    for (const role of ['berth_engine', 'berth_reader'])
      expect(await refusal(role, `SELECT * FROM ${partition}`)).toBe(`42501 permission denied for table ${partition}`);
  }
});

/** What a table is made of, without its name. */
const SHAPE = `SELECT c.relname AS table,
  (SELECT jsonb_object_agg(a.attname, jsonb_build_array(format_type(a.atttypid, a.atttypmod), a.attnotnull,
    a.attstorage, a.attcollation)) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0) AS columns,
  (SELECT jsonb_agg(pg_get_constraintdef(k.oid) ORDER BY pg_get_constraintdef(k.oid)) FROM pg_constraint k
    WHERE k.conrelid = c.oid) AS constraints,
  (SELECT jsonb_agg(jsonb_build_array(i.indkey::text, i.indoption::text, i.indisunique, i.indisprimary, i.indisvalid,
    x.reloptions) ORDER BY i.indkey::text)
     FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid WHERE i.indrelid = c.oid) AS indexes
  FROM pg_class c WHERE c.oid = $1::regclass`;

test.each(HISTORY)('the partitions of %s have its columns, storage, checks and indexes', async (history) => {
  const [parent] = await rows<Record<string, unknown>>(SHAPE, [history]);
  expect(parent?.['indexes']).toEqual(expect.arrayContaining([expect.arrayContaining([['fillfactor=100']])]));
  const own = (await partitions()).filter((partition) => partition.history === history);
  expect(own.length).toBeGreaterThan(2);
  for (const { partition } of own) expect(await rows(SHAPE, [partition])).toEqual([{ ...parent, table: partition }]);
});

test('a row goes where its time is, and one beyond the last partition is refused', async () => {
  const part = (at: string): string =>
    `INSERT INTO run_parts VALUES ('00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000001', 0,
       ${at}, 0, 1, 0, 0)`;
  const own = (await partitions()).filter(({ history }) => history === 'run_parts');
  for (const { upper_bound: upper } of own)
    await client.query(part(`'${upper.toISOString()}'::timestamptz - interval '1 ms'`));
  const found = await rows<{ partition: string }>(
    'SELECT tableoid::regclass::text AS partition FROM run_parts ORDER BY at',
  );
  expect(found.map(({ partition }) => partition)).toEqual(own.map(({ partition }) => partition));
  expect(await refusal('berth_engine', part(`'${own.at(-1)?.upper_bound.toISOString() ?? ''}'`))).toBe(
    '23514 no partition of relation "run_parts" found for row',
  );
});

test('an answer that does not come keeps no later call waiting', async () => {
  const room = new HistoryRoom(database.url, 100);
  const [now] = await rows<{ at: Date }>('SELECT now() AS at');
  const at = now?.at ?? new Date(NaN);
  await client.query('BEGIN; LOCK TABLE changes IN ACCESS EXCLUSIVE MODE');
  const waiting = room.make(new Date(Date.UTC(at.getUTCFullYear() + 3, 0)));
  await expect(waiting).rejects.toThrow('Query read timeout');
  await client.query('ROLLBACK');
  await room.make(at);
  expect(room.has(at)).toBe(true);
});
