import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';
import { requireWall } from './require-row-level-security.js';

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

/** What keeps a service from starting; empty when nothing does. */
async function refused(): Promise<string> {
  return requireWall(database.url).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
}

test('row-level security holds, for partitions that are made later too', async () => {
  expect(await refused()).toBe('');
  await client.query("SELECT berth_make_partitions(now() + interval '8 months')");
  expect(await refused()).toBe('');
});

test.each([
  ['a new table', 'CREATE TABLE notes (cluster_id uuid)', 'the table notes has no forced row-level security'],
  ['a table of teams', 'CREATE TABLE badges (team_id uuid)', 'the table badges has no forced row-level security'],
  [
    'a table that its owner reads without a policy',
    'ALTER TABLE pods NO FORCE ROW LEVEL SECURITY',
    'the table pods has no forced row-level security',
  ],
  [
    'a table without any',
    'ALTER TABLE decisions DISABLE ROW LEVEL SECURITY',
    'the table decisions has no forced row-level security',
  ],
  [
    'a table that does not say whose its rows are, and readers may read',
    'CREATE TABLE words (word text); GRANT SELECT ON words TO berth_reader',
    'the table words has no forced row-level security',
  ],
  [
    'a view, which reads as its owner',
    'CREATE VIEW shown AS SELECT * FROM nodes; GRANT SELECT ON shown TO berth_reader',
    'the view shown has no forced row-level security',
  ],
  [
    'a view that keeps what was read',
    'CREATE MATERIALIZED VIEW kept AS SELECT * FROM nodes; GRANT SELECT (name) ON kept TO berth_reader',
    'the view kept has no forced row-level security',
  ],
  [
    'a policy that knows no team',
    'CREATE POLICY everyone ON pods FOR SELECT USING (true)',
    "the policy everyone of the table pods shows readers every team's rows",
  ],
])('the service does not start with %s', async (_, sql, problem) => {
  await client.query(sql);
  expect(await refused()).toContain(problem);
});

test('views that read as their reader, are not for readers or came with an extension are no problem', async () => {
  const before = await refused();
  await client.query(`CREATE VIEW own WITH (security_invoker = true) AS SELECT * FROM nodes;
    GRANT SELECT ON own TO berth_reader; CREATE VIEW operators AS SELECT * FROM nodes;
    CREATE EXTENSION pg_stat_statements`);
  expect(await refused()).toBe(before);
});

test('a table is put behind it by one call', async () => {
  await client.query('CREATE TABLE labels (cluster_id uuid); GRANT SELECT ON labels TO berth_reader');
  await client.query("SELECT berth_wall('labels', 'cluster_id IN (SELECT berth_clusters())')");
  await client.query('INSERT INTO labels VALUES (gen_random_uuid())');
  expect(await refused()).not.toContain('labels');
  await client.query('BEGIN; SET LOCAL ROLE berth_reader');
  expect((await client.query('SELECT FROM labels')).rowCount).toBe(0);
  await client.query('ROLLBACK');
});
