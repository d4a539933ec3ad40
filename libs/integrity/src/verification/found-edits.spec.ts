import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type pg from 'pg';
import type { TamperedDatabase } from '#test-services';
import type { Violation } from '../auditors/index.js';
import { BOUND, fillHistory, PARTED, type FilledHistory } from '../testing/filled-history.js';

let history: FilledHistory;
let client: pg.Client;
let tampered: TamperedDatabase;
let forked: TamperedDatabase;
let cluster: string;
let fork: string;

/** The columns of the tables, and what they hold. */
let columns: readonly { readonly table: string; readonly column: string; readonly type: string }[] = [];

beforeAll(async () => {
  history = await fillHistory();
  ({ client, tampered, forked, cluster, fork } = history);
  ({ rows: columns } = await client.query<(typeof columns)[number]>(
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'kept'`,
  ));
}, 60_000);
afterAll(() => history.drop());

const TABLES = {
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
} as const;
type Table = keyof typeof TABLES;

/**
 * What no other row and no hash says: when a version of a profile, or a snapshot, was made; copies that queries and
 * replays read; who wrote a profile before an archive; and that a checkpoint is gone: a note that is on disk and in
 * no row is true all the same.
 */
const UNSAID = [
  'profiles.created_at',
  'snapshots.created_at',
  'decisions.pod_created_at',
  'run_parts.decided_at',
  'objects.changed_at',
  'objects.changed_by',
  'checkpoints.cluster_id',
];

/** Edits after which a row is missing that others need: these say so. */
const MISSED_BY: Readonly<Record<string, string>> = {
  'run_parts.cluster_id': 'decisions',
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

/** Another value of a column; of words, another of those that may stand there. */
function altered(table: string, column: string, type: string): string {
  switch (`${table}.${column}`) {
    case 'pods.bound_at':
      // What a pod shows of it are whole seconds.
      return "bound_at + interval '1 second'";
    case 'changes.op':
      return "CASE op WHEN 'create' THEN 'update' ELSE 'create' END";
    case 'decisions.outcome':
      return "CASE outcome WHEN 'scheduled' THEN 'unschedulable' ELSE 'scheduled' END";
    case 'decisions.trace_stored':
      return "CASE trace_stored WHEN 'full' THEN 'partial' ELSE 'full' END";
    case 'decisions.victims':
      return `victims || '[{"namespace": "a", "name": "b", "uid": "c"}]'`;
    case 'decisions.rejections':
      return (
        'rejections || \'[{"plugin": "a", "code": "b", "reason": "c", "nodes": {"first": ' +
        '1, "any": 1, "sole": 1}}]\''
      );
    case 'profiles.config':
      return `jsonb_set(config, '{effective,plugins,filter}', '[]')`;
  }
  switch (type) {
    case 'uuid':
      return `'00000000-0000-7000-8000-00000000ffff'`;
    case 'integer':
    case 'bigint':
      return `coalesce(${column}, 0) + ${['position', 'ordinal'].includes(column) ? 1000 : 1}`;
    case 'timestamp with time zone':
      return `coalesce(${column}, now()) + interval '1 millisecond'`;
    case 'bytea':
      return (
        `coalesce(set_byte(${column}, length(${column}) / 2, get_byte(${column}, ` +
        `length(${column}) / 2) # 1), '\\x00')`
      );
    case 'jsonb':
      return `jsonb_set(${column}, '{metadata,labels}', '{"edited": "yes"}')`;
    default:
      return `coalesce(${column}, '') || 'x'`;
  }
}

/** A row in the middle of the cluster's, with a value in the column if any has one. */
function someRow(table: Table, column: string): string {
  const row = `SELECT ctid, tableoid FROM ${table} WHERE cluster_id = '${cluster}'`;
  const order = `ORDER BY ${column} IS NULL, ${TABLES[table]}`;
  return `(ctid, tableoid) IN (${row} ${order} OFFSET (SELECT count(${column}) / 2 FROM ${table}
    WHERE cluster_id = '${cluster}') LIMIT 1)`;
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

  test.each(ALL)(
    'any column of %s',
    async (table) => {
      const missed: string[] = [];
      for (const { column, type } of columns.filter((one) => one.table === table)) {
        const found = await tampered.after(
          `UPDATE ${table} SET ${column} = ${altered(table, column, type)} WHERE ${someRow(table, column)}`,
        );
        if (!tablesOf(found).includes(MISSED_BY[`${table}.${column}`] ?? table)) missed.push(`${table}.${column}`);
      }
      expect(missed).toEqual(UNSAID.filter((column) => column.startsWith(`${table}.`)));
    },
    120_000,
  );

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
  ])('a row of %s is gone: %s say so', async (table, sayer, where) => {
    expect(
      tablesOf(await tampered.after(`DELETE FROM ${table} WHERE cluster_id = '${cluster}' AND ${where}`)),
    ).toContain(sayer);
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
