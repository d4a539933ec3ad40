import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#test-database';
import type { CopyType, CopyValue } from './binary-row.js';
import { copyIn } from './copy-in.js';
import { insertRows } from './insert-rows.js';
import { writeRows } from './write-rows.js';

const COLUMNS = {
  id: 'int4',
  a_uuid: 'uuid',
  a_text: 'text',
  a_bytea: 'bytea',
  an_int4: 'int4',
  an_int8: 'int8',
  a_bool: 'bool',
  a_time: 'timestamptz',
  a_json: 'jsonb',
} as const satisfies Readonly<Record<string, CopyType>>;
const TARGET = { table: 'everything', columns: COLUMNS };

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `CREATE TABLE everything (${Object.entries(COLUMNS)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')}, CHECK (id >= 0))`,
  );
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const text = fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0'));
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const row = fc.record({
  a_uuid: orNull(fc.uuid()),
  a_text: orNull(text),
  a_bytea: orNull(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
  an_int4: orNull(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  an_int8: orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  a_bool: orNull(fc.boolean()),
  a_time: orNull(
    fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
  ),
  a_json: orNull(
    fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), fc.array(text)),
    ),
  ),
});

test.each([
  ['COPY', copyIn],
  ['INSERT', insertRows],
])('every value of every type comes back from %s as it went in', (_, write) =>
  fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      await client.query('TRUNCATE everything');
      expect(
        await write(
          client,
          TARGET,
          rows.map((one, id) => [id, ...Object.values(one)] as CopyValue[]),
        ),
      ).toBe(rows.length);
      const { rows: found } = await client.query<Record<string, unknown>>(
        'SELECT *, an_int8::text FROM everything ORDER BY id',
      );
      expect(found.map(({ id: _, ...one }) => one)).toEqual(
        rows.map((one) => ({ ...one, an_int8: one.an_int8 === null ? null : String(one.an_int8) })),
      );
    }),
    { numRuns: 60 },
  ),
);

function* rowsOf(count: number, body: string): Iterable<CopyValue[]> {
  for (let id = 0; id < count; id++) yield [id, null, body, null, null, null, null, null, null];
}

test.each([0, 1, 16, 17, 300])('%i rows are written, whichever way is taken', async (count) => {
  await client.query('TRUNCATE everything');
  expect(await writeRows(client, TARGET, rowsOf(count, 'x'))).toBe(count);
  expect((await client.query('SELECT id FROM everything ORDER BY id')).rows).toEqual(
    Array.from({ length: count }, (_, id) => ({ id })),
  );
});

test('a row with many bytes is written, whichever way is taken', async () => {
  await client.query('TRUNCATE everything');
  const bytes = [10, 32_768, 32_769, 500_000].map((length) => Buffer.alloc(length, length % 251));
  expect(
    await writeRows(
      client,
      TARGET,
      bytes.map((body, id) => [id, null, null, body, null, null, null, null, null]),
    ),
  ).toBe(4);
  expect(
    (await client.query<{ a_bytea: Buffer }>('SELECT a_bytea FROM everything ORDER BY id')).rows.map(
      ({ a_bytea }) => a_bytea,
    ),
  ).toEqual(bytes);
});

test('a row with too few values is no INSERT either', async () => {
  await expect(writeRows(client, TARGET, [[1]])).rejects.toThrow('1 values for 9 columns');
});

test('what is larger than a buffer goes in pieces', async () => {
  await client.query('TRUNCATE everything');
  const body = 'x'.repeat(300_000);
  expect(await copyIn(client, TARGET, rowsOf(20, body))).toBe(20);
  const { rows } = await client.query<{ n: string; same: boolean }>(
    'SELECT count(*) AS n, bool_and(a_text = $1) AS same FROM everything',
    [body],
  );
  expect(rows).toEqual([{ n: '20', same: true }]);
});

test.each<[string, () => Iterable<CopyValue[]>, RegExp]>([
  [
    'the source fails',
    function* () {
      yield* rowsOf(10_000, 'x'.repeat(500));
      throw new Error('no more');
    },
    /no more/,
  ],
  [
    'the server refuses a row',
    function* () {
      yield* rowsOf(10_000, 'x'.repeat(500));
      yield [-1, null, null, null, null, null, null, null, null];
      yield* rowsOf(10_000, 'x'.repeat(500));
    },
    /violates check constraint/,
  ],
  ['a row has too few values', () => [[1]], /1 values for 9 columns/],
])('when %s nothing is kept and the connection goes on', async (_, rows, message) => {
  await client.query('TRUNCATE everything');
  await client.query('BEGIN');
  await expect(copyIn(client, TARGET, rows())).rejects.toThrow(message);
  await client.query('ROLLBACK');
  expect((await client.query('SELECT FROM everything')).rows).toEqual([]);
});

test('a connection that breaks in the middle is an error of the copy, and of nothing else', async () => {
  const doomed = new pg.Client({ connectionString: database.url });
  doomed.on('error', () => undefined);
  await doomed.connect();
  const { stream } = (doomed as unknown as { connection: { stream: Socket } }).connection;
  const unheard: unknown[] = [];
  const hear = (error: unknown): void => void unheard.push(error);
  process.on('uncaughtException', hear);
  async function* rows(): AsyncIterable<CopyValue[]> {
    for (let piece = 0; ; piece++) {
      yield* rowsOf(1_000, 'x'.repeat(2_000));
      if (piece === 3) stream.destroy();
      await setImmediate();
    }
  }
  await expect(copyIn(doomed, TARGET, rows())).rejects.toThrow('Connection terminated unexpectedly');
  await setImmediate();
  process.off('uncaughtException', hear);
  expect(unheard).toEqual([]);
});
