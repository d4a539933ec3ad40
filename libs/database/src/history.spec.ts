import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';

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

const HISTORY = [
  'revisions',
  'changes',
  'profiles',
  'run_parts',
  'decisions',
  'trace_chunks',
  'node_sets',
  'trace_bases',
  'snapshots',
  'snapshot_chunks',
  'checkpoints',
  'merkle_nodes',
  'archives',
];
/** The same of what is of no cluster. */
const OF_NO_CLUSTER = ['engines', 'access_log', 'access_checkpoints'];
/** Tables that may be written to: the present state, what expires, and what can be made again from history. */
const OTHERS = [
  'teams',
  'team_members',
  'api_keys',
  'grants',
  'namespace_teams',
  'clusters',
  'cluster_heads',
  'cluster_clocks',
  'clock_differences',
  'cluster_mirrors',
  'mirror_listed',
  'mirror_observations',
  'namespaces',
  'nodes',
  'pods',
  'refusals',
  'objects',
  'operations',
  'schedules',
  'schedule_results',
  'schedule_result_chunks',
  'schedule_deliveries',
  'stored_files',
  'stored_file_chunks',
  'rate_limits',
  'runs',
  'idempotency_keys',
  'dry_run_decisions',
  'dry_run_trace_chunks',
  'decision_indexes',
  'decision_places',
  'decision_postings',
  'decision_segments',
  'decision_total_pods',
  'decision_totals',
  'decision_waits',
  '_prisma_migrations',
];
const EDITS: Readonly<Record<string, string>> = {
  UPDATE: 'UPDATE %s SET cluster_id = cluster_id',
  DELETE: 'DELETE FROM %s',
  TRUNCATE: 'TRUNCATE %s',
};
const cases = HISTORY.flatMap((table) => Object.keys(EDITS).map((edit) => [edit, table] as const));

/** The SQLSTATE and the words of a statement that must fail. */
async function refusal(
  role: string | undefined,
  sql: string,
): Promise<{ readonly code: string | undefined; readonly message: string }> {
  await client.query('BEGIN');
  try {
    if (role !== undefined) await client.query(`SET LOCAL ROLE ${role}`);
    await client.query(sql);
    throw new Error(`${sql} was done`);
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    return { code, message };
  } finally {
    await client.query('ROLLBACK');
  }
}

test.each(cases)('%s of %s is refused to every role, the owner included', async (edit, table) => {
  const sql = (EDITS[edit] ?? '').replace('%s', table);
  expect(await refusal('berth_engine', sql)).toEqual({
    code: '42501',
    message: `permission denied for table ${table}`,
  });
  expect(await refusal('berth_reader', sql)).toEqual({
    code: '42501',
    message: `permission denied for table ${table}`,
  });
  expect(await refusal(undefined, sql)).toEqual({
    code: '42501',
    message: `table ${table} is append-only: ${edit} is refused`,
  });
});

test('every table is history, which refuses edits, or known not to be', async () => {
  const { rows } = await client.query<{ name: string; sealed: boolean }>(
    `SELECT c.relname AS name, EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'append_only'
       AND t.tgenabled = 'O') AS sealed
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT c.relispartition`,
  );
  const named = (sealed: boolean): string[] =>
    rows
      .filter((row) => row.sealed === sealed)
      .map(({ name }) => name)
      .sort();
  expect(named(true)).toEqual([...HISTORY, ...OF_NO_CLUSTER].sort());
  expect(named(false)).toEqual([...OTHERS].sort());
});

test('a run that is in the log is never deleted', async () => {
  const team = '00000000-0000-7000-8000-000000000001';
  await client.query(
    `INSERT INTO runs (cluster_id, run_id, team_id, state, dry_run, base_revision, profile_name, profile_version,
       profile_digest, tie_break, seed,
       preemption, owner, counts, durations, parts, created_at)
     VALUES ($1, $1, $1, 'complete', false, 0, 'p', 1, '', 'first', '0', 'off', $1, '{}', '{}', 0, now())`,
    [team],
  );
  expect(await refusal('berth_engine', 'DELETE FROM runs')).toEqual({
    code: '42501',
    message: `run ${team} is kept: only dry runs expire`,
  });
});
