import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type pg from 'pg';
import { someCases } from '#test-cases';
import { passingSigningKey } from '#history';
import { readCheckpoint, signCheckpoint, type Checkpoint } from '#ledger';
import type { TamperedDatabase } from '#test-services';
import type { Violation } from '../auditors/index.js';
import { NOT_CHECKED } from './index.js';
import { BOUND, fillHistory, PARTED, type FilledHistory } from '../testing/filled-history.js';

let history: FilledHistory;
let client: pg.Client;
let tampered: TamperedDatabase;
let forked: TamperedDatabase;
let cluster: string;
let fork: string;

/** The columns of the tables, and what they hold. */
let columns: readonly Column[] = [];

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** Whether it may be empty. */
  readonly optional: boolean;
}

beforeAll(async () => {
  history = await fillHistory();
  ({ client, tampered, forked, cluster, fork } = history);
  ({ rows: columns } = await client.query<(typeof columns)[number]>(
    `SELECT table_name AS table, column_name AS column, data_type AS type, EXISTS (
       SELECT FROM information_schema.columns p WHERE p.table_schema = 'public' AND p.table_name = k.table_name
         AND p.column_name = k.column_name AND p.is_nullable = 'YES') AS optional
     FROM information_schema.columns k WHERE table_schema = 'kept'`,
  ));
}, 60_000);
afterAll(() => history.drop());

/** What the rows of each table are in order by; all tables but two, of which this database has no rows. */
const TABLES = {
  clusters: 'id',
  runs: 'run_id',
  revisions: 'revision',
  changes: 'position',
  decisions: 'run_id, ordinal',
  run_parts: 'run_id, part',
  trace_chunks: 'run_id, chunk',
  node_sets: 'digest',
  trace_bases: 'digest',
  profiles: 'name, version',
  cluster_heads: 'cluster_id',
  pods: 'name',
  nodes: 'name',
  namespaces: 'name',
  objects: 'name',
  snapshots: 'position',
  snapshot_chunks: 'position, chunk',
  checkpoints: 'size',
  teams: 'id',
  engines: 'digest',
  idempotency_keys: 'operation, key',
  dry_run_decisions: 'run_id, ordinal',
  dry_run_trace_chunks: 'run_id, chunk',
  decision_indexes: 'cluster_id',
  decision_places: 'block',
  decision_segments: 'first',
  decision_postings: 'first, facet',
  decision_totals: 'subject, day, key',
  decision_total_pods: 'subject, day, key, first',
  decision_waits: 'day, namespace',
  refusals: 'id',
} as const;
type Table = keyof typeof TABLES;

/** These are made in the spec of archived logs; nothing of operations, schedules, clocks and mirrors is looked at. */
const ELSEWHERE = [
  ...[
    'archives',
    'merkle_nodes',
    'operations',
    'cluster_clocks',
    'clock_differences',
    'cluster_mirrors',
    'mirror_listed',
    'mirror_observations',
  ],
  ...['schedules', 'schedule_results', 'schedule_result_chunks', 'schedule_deliveries'],
  ...['stored_files', 'stored_file_chunks'],
  ...['access_checkpoints', 'access_log', 'api_keys', 'grants', 'namespace_teams', 'rate_limits', 'team_members'],
];

/** Columns of which an edit may pass, of any row or of some. */
function isListed(table: string, column: string): 'always' | 'sometimes' | undefined {
  const entries = NOT_CHECKED.filter(
    (one) => one.table === table && (one.columns.includes(column) || one.columns.includes('*')),
  );
  if (entries.length === 0) return undefined;
  return entries.some(({ only }) => only === undefined) ? 'always' : 'sometimes';
}

/** Edits after which a row is missing that others need: these say so. */
const MISSED_BY: Readonly<Record<string, string>> = {
  'run_parts.cluster_id': 'decisions',
  'clusters.deleted_at': 'pods',
  'run_parts.count': 'decisions',
  'node_sets.cluster_id': 'trace_chunks',
  'trace_bases.cluster_id': 'trace_chunks',
  'profiles.cluster_id': 'decisions',
  'snapshot_chunks.cluster_id': 'snapshots',
  'snapshot_chunks.position': 'snapshots',
  'snapshot_chunks.chunk': 'snapshots',
  'snapshot_chunks.body': 'snapshots',
};

const ALL: readonly Table[] = Object.keys(TABLES) as Table[];

const NOBODY = `'00000000-0000-7000-8000-00000000ffff'`;

/** Of words, another of those that may stand there; of others, what a rule about the column lets through. */
const ALTERED: Readonly<Record<string, string>> = {
  // What a pod shows of it are whole seconds.
  'pods.bound_at': "bound_at + interval '1 second'",
  'changes.op': "CASE op WHEN 'create' THEN 'update' ELSE 'create' END",
  'clusters.trace_keep': "'top'",
  'clusters.controllers': "'none'",
  'decisions.outcome': "CASE outcome WHEN 'scheduled' THEN 'unschedulable' ELSE 'scheduled' END",
  'decisions.trace_stored': "CASE trace_stored WHEN 'full' THEN 'partial' ELSE 'full' END",
  'decisions.victims': `victims || '[{"namespace": "a", "name": "b", "uid": "c"}]'`,
  'decisions.rejections':
    `rejections || '[{"plugin": "a", "code": "b", "reason": "c", ` +
    `"nodes": {"first": 1, "any": 1, "sole": 1, "only": 1}}]'`,
  // Those of the spec are none of another scheduler.
  'decisions.observed': `'{"agreement": "same", "by": "x", "at": "x", "position": "1"}'`,
  'decision_totals.subject': "CASE subject WHEN 'plugin' THEN 'reason' ELSE 'plugin' END",
  'decision_total_pods.subject': "'plugin'",
  'decision_waits.buckets': `buckets || '{"7": 1}'`,
  'profiles.config': `jsonb_set(config, '{effective,plugins,filter}', '[]')`,
  'runs.state': "'failed'",
};

/** Another value of a column. */
function altered(table: string, column: string, type: string): string {
  const name = `"${column}"`;
  const more = (by: string): string => `coalesce(${name}, ${type === 'text' ? "''" : '0'}) ${by}`;
  const middle = `length(${name}) / 2`;
  const byType: Readonly<Record<string, string>> = {
    uuid: NOBODY,
    boolean: `NOT ${name}`,
    date: `${name} + 1`,
    json: `jsonb_set(${name}::jsonb, '{edited}', '1')::json`,
    jsonb: `jsonb_set(${name}, '{metadata,labels}', '{"edited": "yes"}')`,
    'timestamp with time zone': `coalesce(${name}, now()) + interval '1 millisecond'`,
    bytea: `coalesce(set_byte(${name}, ${middle}, get_byte(${name}, ${middle}) # 1), '\\x00')`,
    text: more("|| 'x'"),
  };
  const far = ['position', 'ordinal', 'first', 'block'].includes(column);
  return ALTERED[`${table}.${column}`] ?? byType[type] ?? more(far ? '+ 1000' : '+ 1');
}

/** A row in the middle of the cluster's, with a value in the column if any has one. */
function someRow(table: Table, column: string): string {
  const names = columns.filter((one) => one.table === table).map((one) => one.column);
  const which = names.includes('cluster_id')
    ? `cluster_id = '${cluster}'`
    : table === 'clusters'
      ? `id = '${cluster}'`
      : 'true';
  const row = `SELECT ctid, tableoid FROM ${table} WHERE ${which}`;
  const order = `ORDER BY "${column}" IS NULL, ${TABLES[table]}`;
  return `(ctid, tableoid) IN (${row} ${order} OFFSET (SELECT count("${column}") / 2 FROM ${table}
    WHERE ${which}) LIMIT 1)`;
}

const tablesOf = (found: Record<string, readonly Violation[]>): string[] => [
  ...new Set(
    Object.values(found)
      .flat()
      .flatMap(({ table = '' }) => table.split(', ')),
  ),
];

describe('an edit past the triggers is found, and where', () => {
  test.each(['the first snapshot of a log', 'the one that a fork begins with'])(
    'objects of %s that are no JSON',
    async (what) => {
      const [id, database] = what === 'the first snapshot of a log' ? [cluster, tampered] : [fork, forked];
      const {
        rows: [chunk],
      } = await client.query<{ position: string; body: Buffer }>(
        'SELECT position, body FROM snapshot_chunks WHERE cluster_id = $1 ORDER BY position, chunk LIMIT 1',
        [id],
      );
      const lines = brotliDecompressSync(chunk?.body ?? Buffer.of())
        .toString('utf8')
        .replaceAll('\t{', '\t{{');
      const found = await database.after(
        `UPDATE snapshot_chunks SET body = '\\x${brotliCompressSync(lines).toString('hex')}' WHERE cluster_id = '${id}'
           AND position = ${chunk?.position ?? ''} AND chunk = 0`,
      );
      expect(tablesOf(found)).toEqual(expect.arrayContaining(['snapshots', 'snapshot_chunks']));
      expect(JSON.stringify(found)).toContain('cannot be read: ');
    },
  );

  test('every table is looked at here, or said to be not checked', () => {
    const tables = new Set(columns.map(({ table }) => table));
    expect([...tables].sort()).toEqual([...ALL, ...ELSEWHERE].sort());
    expect(
      NOT_CHECKED.filter(({ table }) => !tables.has(table) && table !== '_prisma_migrations').map(({ table }) => table),
    ).toEqual([]);
    for (const { table, columns: listed } of NOT_CHECKED.filter((one) => tables.has(one.table)))
      for (const column of listed.filter((name) => name !== '*'))
        expect(columns).toContainEqual(expect.objectContaining({ table, column }));
  });

  test.each(ALL)(
    'any column of %s',
    async (table) => {
      // Nothing of it is looked at but whose rows they are.
      if (isListed(table, '*') === 'always') return;
      // What is of another team or has another id is not found by its own. Origins are those of forks: see there.
      const database = ['clusters', 'teams'].includes(table) ? tampered.inCluster() : tampered;
      const all = columns.filter((one) => one.table === table && !one.column.startsWith('origin_'));
      const set = ({ column, type }: Column): string => `"${column}" = ${altered(table, column, type)}`;
      const missed: string[] = [];
      for (const one of someCases(all.filter(({ column }) => isListed(table, column) !== 'always'))) {
        const found = await database.after(`UPDATE ${table} SET ${set(one)} WHERE ${someRow(table, one.column)}`);
        if (!tablesOf(found).includes(MISSED_BY[`${table}.${one.column}`] ?? table)) missed.push(one.column);
      }
      expect(missed.filter((column) => isListed(table, column) !== 'sometimes')).toEqual([]);
      const listed = all.filter(({ column }) => isListed(table, column) === 'always');
      if (listed.length === 0) return;
      const row = someRow(table, listed[0]?.column ?? '');
      expect(await database.after(`UPDATE ${table} SET ${listed.map(set).join()} WHERE ${row}`)).toEqual({});
    },
    120_000,
  );

  test.each(ALL)(
    'any column of %s that is emptied',
    async (table) => {
      const database = ['clusters', 'teams'].includes(table) ? tampered.inCluster() : tampered;
      const missed: string[] = [];
      const optionals = columns.filter((one) => one.table === table && one.optional);
      for (const { column } of someCases(optionals.filter(({ column }) => isListed(table, column) === undefined))) {
        const where = `"${column}" IS NOT NULL AND ${someRow(table, column)}`;
        const there = await client.query(`SELECT FROM ${table} WHERE ${where}`);
        if (there.rowCount === 0) continue;
        const found = await database.after(`UPDATE ${table} SET "${column}" = NULL WHERE ${where}`);
        if (!tablesOf(found).includes(MISSED_BY[`${table}.${column}`] ?? table)) missed.push(column);
      }
      expect(missed).toEqual([]);
    },
    120_000,
  );

  test.each([
    `shape = NULL, nominated_node = 'n1'`,
    `shape = NULL, nominated_node = NULL, started_ms = 1`,
    `shape = NULL, nominated_node = '', started_ms = NULL`,
    `nominated_node = 'n1', started_ms = NULL`,
  ])('what scheduling reads of a pod (%s)', async (set) => {
    const edit = `UPDATE pods SET ${set} WHERE ${someRow('pods', 'shape')}`;
    expect(tablesOf(await tampered.after(edit))).toEqual(['pods']);
  });

  test.each<readonly [Table, string, string]>([
    ['changes', `body = 'no JSON'`, "op = 'create' AND kind = 'Pod' AND position < 30"],
    ['changes', `body = '7'`, "op = 'bind'"],
    ['changes', `body = '{ "kind": "Node" }'`, "kind = 'Node' AND position < 5"],
    [
      'changes',
      `body = '{"metadata":{"name":"n1"},"kind":"Node","status":{"allocatable":{"cpu":"no amount"}}}'`,
      "kind = 'Node' AND position < 5",
    ],
    ['decisions', `victims = '{}', rejections = '7'`, 'ordinal = 1'],
    ['decisions', `rejections = '[{"nodes": null}]'`, 'ordinal = 1'],
    ['pods', `manifest = '[]'`, 'true'],
    ['objects', `manifest = '{"kind": 7}'`, 'true'],
    ['profiles', `config = '{}'`, 'true'],
    ['trace_chunks', `body = ''`, 'chunk = 0'],
    ['node_sets', `body = 'x'`, 'true'],
    ['trace_bases', `body = 'x'`, 'true'],
  ])('%s that hold something else altogether (%s) are found, not stumbled over', async (table, set, where) => {
    expect(
      tablesOf(await tampered.after(`UPDATE ${table} SET ${set} WHERE cluster_id = '${cluster}' AND ${where}`)),
    ).toContain(table);
  });

  test.each<readonly [Table, string, string]>([
    ['revisions', 'revisions', 'revision = 4'],
    ['changes', 'changes', 'position = 20'],
    ['decisions', 'decisions', `ordinal = 3 AND run_id = ${PARTED}`],
    ['run_parts', 'decisions', `part = 1 AND run_id = ${PARTED}`],
    ['trace_chunks', 'trace_chunks', `chunk = 1 AND run_id = ${PARTED}`],
    ['node_sets', 'trace_chunks', 'true'],
    ['trace_bases', 'trace_chunks', 'true'],
    ['profiles', 'decisions', "name = 'default-scheduler'"],
    ['cluster_heads', 'cluster_heads', 'true'],
    ['pods', 'pods', `name = ${BOUND}`],
    ['nodes', 'nodes', "name = 'n3'"],
    ['namespaces', 'namespaces', "name = 'default'"],
    ['objects', 'objects', "name = 'some'"],
    ['snapshot_chunks', 'snapshots', 'true'],
    ['checkpoints', 'checkpoints', 'size = 5'],
    ['checkpoints', 'checkpoints', 'true'],
    ['decision_indexes', 'decision_indexes', 'true'],
    ['decision_segments', 'decision_segments', 'true'],
    ['decision_postings', 'decision_postings', 'true'],
    ['decision_postings', 'decision_postings', 'facet = (SELECT min(facet) FROM kept.decision_postings)'],
    ['decision_places', 'decision_places', 'block = 1'],
    ['decision_totals', 'decision_totals', "subject = 'plugin'"],
    ['decision_total_pods', 'decision_total_pods', 'true'],
    ['decision_waits', 'decision_waits', 'true'],
  ])('a row of %s is gone: %s say so', async (table, sayer, where) => {
    expect(
      tablesOf(await tampered.after(`DELETE FROM ${table} WHERE cluster_id = '${cluster}' AND ${where}`)),
    ).toContain(sayer);
  });

  test.each(['engines', 'teams'])('emptied %s', async (table) => {
    expect(tablesOf(await tampered.after(`DELETE FROM ${table}`))).toContain(table);
  });

  test.each(['size = 5', 'true'])('a byte more at the end of a frontier, where %s', async (where) => {
    const edit = `UPDATE checkpoints SET frontier = frontier || '\\x00' WHERE cluster_id = '${cluster}' AND ${where}`;
    expect(tablesOf(await tampered.after(edit))).toContain('checkpoints');
  });

  test('a checkpoint more than were signed, by a key of its own', async () => {
    const more = `INSERT INTO checkpoints SELECT cluster_id, 3, revision, position, hash, root, frontier, at, note
      FROM checkpoints WHERE cluster_id = '${cluster}' AND size = 5`;
    expect(tablesOf(await tampered.after(more))).toContain('checkpoints');
    const other = signCheckpoint(
      checkpointOf(await client.query(`SELECT note FROM checkpoints WHERE cluster_id = '${cluster}' AND size = 5`)),
      passingSigningKey().signer,
    );
    const resigned = `UPDATE checkpoints SET note = '${other}' WHERE cluster_id = '${cluster}' AND size = 5`;
    expect(JSON.stringify(await tampered.after(resigned))).toContain('which no entry of the log names');
  });

  test.each<readonly [Table, string]>([
    ['revisions', 'revision = 4'],
    ['changes', 'position = 20'],
    ['decisions', 'ordinal = 3'],
    ['run_parts', 'part = 0'],
    ['trace_chunks', 'chunk = 0'],
  ])('a row of %s is there twice', async (table, where) => {
    const names = columns.filter((one) => one.table === table).map(({ column }) => column);
    const values = names.map((column) => (column === 'at' ? "at + interval '1 millisecond'" : column));
    const edit = `INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM ${table}
      WHERE cluster_id = '${cluster}' AND ${where} LIMIT 1`;
    expect(tablesOf(await tampered.after(edit))).toContain(table);
  });

  test.each<readonly [Table, string, string, string]>([
    ['revisions', 'revision', '4', '5'],
    ['changes', 'position', '20', '21'],
    ['decisions', 'ordinal', '3', '4'],
    ['run_parts', 'part', '0', '1'],
    ['trace_chunks', 'chunk', '0', '1'],
  ])('two rows of %s have changed places', async (table, column, one, other) => {
    const run = column === 'revision' || column === 'position' ? 'true' : `run_id = ${PARTED}`;
    const move = (from: string, to: string): string =>
      `UPDATE ${table} SET ${column} = ${to} WHERE cluster_id = '${cluster}' AND ${run} AND ${column} = ${from}`;
    expect(tablesOf(await tampered.after(move(one, '-1'), move(other, one), move('-1', other)))).toContain(table);
  });
});

function checkpointOf({ rows: [row] }: pg.QueryResult<{ note: string }>): Checkpoint {
  const checkpoint = readCheckpoint(row?.note ?? '');
  if (checkpoint === undefined) throw new Error('no checkpoint');
  return checkpoint;
}
