import { resolve } from 'node:path';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#test-database';
import { runProgram } from '#test-programs';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** The official command line, on a database that Berth's own `migrate` made. */
function prisma(...args: string[]): { status: number | null; output: string } {
  const run = runProgram(process.execPath, [resolve('tools/prisma.mjs'), 'migrate', ...args], {
    env: { DATABASE_URL: database.url },
  });
  return { status: run.status, output: `${run.stdout}${run.stderr}` };
}

async function execute(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

test('prisma migrate finds nothing to do where Berth has migrated', () => {
  expect(prisma('status')).toEqual({
    status: 0,
    output: expect.stringContaining('Database schema is up to date!') as string,
  });
  expect(prisma('deploy')).toEqual({
    status: 0,
    output: expect.stringContaining('No pending migrations to apply.') as string,
  });
});

test('the drift check answers 2 when the database has what the schema has not', async () => {
  const diff = ['diff', '--from-config-datasource', '--to-schema', 'prisma/schema.prisma', '--exit-code'];
  expect(prisma(...diff)).toEqual({ status: 0, output: expect.stringContaining('No difference detected.') as string });
  await execute('ALTER TABLE clusters ADD COLUMN drifted text');
  expect(prisma(...diff)).toEqual({ status: 2, output: expect.stringContaining('Removed column `drifted`') as string });
});
