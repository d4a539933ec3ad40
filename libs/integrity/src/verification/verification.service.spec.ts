import { NoteFiles, passingSigningKey, SnapshotKeeper, CheckpointService } from '#history';
import type { Violation } from '../auditors/index.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type pg from 'pg';
import { fillCluster, TamperedDatabase, CALLER, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { CHECKS, VerificationService, type Signing } from './index.js';

let services: TestServices;
let client: pg.Client;
let tampered: TamperedDatabase;
let forked: TamperedDatabase;
let cluster: string;
let fork: string;
let folder: string;
let signing: Signing;

/** The columns of the tables, and what they hold. */
let columns: readonly { readonly table: string; readonly column: string; readonly type: string }[] = [];

beforeAll(async () => {
  services = await TestServices.create();
  cluster = await fillCluster(services, 'filled');
  const gone = await fillCluster(services, 'gone');
  valueOf(await services.clusters.delete(CALLER, gone));
  await new SnapshotKeeper(services.database, 60).keep(CALLER);
  fork = valueOf(await services.forks.fork(CALLER, { cluster, name: 'forked', at: 'revision:6' })).id;
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(fork), { wait: true }));
  client = await services.client();
  folder = mkdtempSync(join(tmpdir(), 'berth-notes-'));
  const key = passingSigningKey();
  const files = new NoteFiles(folder);
  signing = { key: key.verifier, files };
  const checkpoints = new CheckpointService(services.database, { key, files });
  for (const revision of [5n, undefined]) valueOf(await checkpoints.at(CALLER, cluster, revision));
  tampered = await TamperedDatabase.of(services, client, { cluster, signing });
  forked = tampered.inCluster(fork);
  ({ rows: columns } = await client.query<(typeof columns)[number]>(
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns WHERE table_schema = 'kept'`,
  ));
}, 60_000);
afterAll(async () => {
  await client.end();
  await services.drop();
  rmSync(folder, { recursive: true });
});

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
 * What no other row and no hash says: when a version of a profile, or a snapshot, was made; copies that queries and replays read; who wrote a
 * profile before an archive; and that a checkpoint is gone: a note that is on disk and in no row is true all the same.
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

/** The run of several parts of the cluster that is there, and one of its bound pods. */
const PARTED =
  '(SELECT run_id FROM kept.run_parts WHERE part = 1 AND cluster_id IN (SELECT cluster_id FROM kept.pods))';
const BOUND = '(SELECT min(name) FROM kept.pods WHERE bound_at IS NOT NULL)';

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
      return `rejections || '[{"plugin": "a", "code": "b", "reason": "c", "nodes": {"first": 1, "any": 1, "sole": 1}}]'`;
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
      return `coalesce(set_byte(${column}, length(${column}) / 2, get_byte(${column}, length(${column}) / 2) # 1), '\\x00')`;
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
  return `(ctid, tableoid) IN (${row} ${order} OFFSET (SELECT count(${column}) / 2 FROM ${table} WHERE cluster_id = '${cluster}') LIMIT 1)`;
}

const tablesOf = (found: Record<string, readonly Violation[]>): string[] => [
  ...new Set(
    Object.values(found)
      .flat()
      .flatMap(({ table = '' }) => table.split(', ')),
  ),
];

test('what was written through the services holds', async () => {
  const { checks, ...counts } = valueOf(await new VerificationService(services.database, signing).verify(CALLER, {}));
  expect(checks.map(({ name, violations }) => [name, violations])).toEqual(
    Object.values(CHECKS).map((name) => [name, []]),
  );
  expect(checks.every(({ holds, checked }) => holds && checked > 0)).toBe(true);
  expect(counts).toMatchObject({ holds: true, clusters: 3 });
});

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
        `UPDATE snapshot_chunks SET body = '\\x${brotliCompressSync(lines).toString('hex')}' WHERE cluster_id = '${id}' AND position = ${chunk?.position ?? ''} AND chunk = 0`,
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
    const edit = `INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM ${table} WHERE cluster_id = '${cluster}' AND ${where} LIMIT 1`;
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

describe('what each check says', () => {
  const only = (found: Record<string, readonly Violation[]>, check: keyof typeof CHECKS): readonly Violation[] =>
    found[CHECKS[check]] ?? [];

  test('a binding made twice', async () => {
    const again = `INSERT INTO changes SELECT cluster_id, (SELECT max(position) + 1 FROM changes WHERE cluster_id = '${cluster}'), revision, at, op, api_version, kind, namespace, name, uid, body
      FROM changes WHERE cluster_id = '${cluster}' AND op = 'bind' AND name = ${BOUND}`;
    expect(only(await tampered.after(again), 'boundOnce')).toMatchObject([
      {
        cluster,
        table: 'changes',
        message: expect.stringMatching(/^Pod default\/\w+ binds a pod that is on node n\d+ already$/),
      },
      { table: 'pods', message: expect.stringContaining('its resource_version is') },
    ]);
  });

  test('a binding without a decision, and a decision without a binding', async () => {
    const found = only(
      await tampered.after(
        `UPDATE changes SET uid = 'other' WHERE cluster_id = '${cluster}' AND op = 'bind' AND name = ${BOUND}`,
      ),
      'decidedOnce',
    );
    expect(found.map(({ table, message }) => [table, message.replace(/[0-9a-f-]{36}/, 'UID')])).toEqual([
      ['decisions', 'scheduled pod UID, which its revision does not bind'],
      ['changes', 'binds pod other, which no decision of its revision scheduled'],
    ]);
  });

  test('an eviction that names another victim, and a victim that was not evicted', async () => {
    const found = only(
      await tampered.after(
        `UPDATE changes SET uid = 'other' WHERE cluster_id = '${cluster}' AND position = (SELECT min(position) FROM changes WHERE cluster_id = '${cluster}' AND op = 'evict')`,
      ),
      'decidedOnce',
    );
    expect(found.map(({ table, message }) => [table, message.replace(/[0-9a-f-]{36}/, 'UID')])).toEqual([
      ['decisions', 'names victim UID, which its revision does not evict for the pod'],
      ['changes', 'evicts pod other, which is no victim of a decision of its revision'],
    ]);
  });

  test('more on a node than it has: which binding, and of what', async () => {
    const smaller = `UPDATE changes SET body = convert_to(replace(convert_from(body, 'UTF8'), '"cpu":"9"', '"cpu":"300m"'), 'UTF8') WHERE cluster_id = '${cluster}' AND name = 'n0' AND op = 'update'`;
    const [first] = only(await tampered.after(smaller), 'withinCapacity');
    expect(first).toMatchObject({
      cluster,
      table: 'changes',
      position: expect.stringMatching(/^\d+$/),
      revision: expect.stringMatching(/^\d+$/),
    });
    expect(first?.message).toMatch(/^the binding takes \d+ of 300 cpu \(thousandths\) of node n0$/);
  });

  test('a tail that is gone, consistent in itself: what was signed for is elsewhere too', async () => {
    const last = `(SELECT max(revision) FROM kept.revisions WHERE cluster_id = '${cluster}')`;
    const found = await tampered.after(
      `UPDATE cluster_heads h SET revision = r.revision - 1, hash = r.prev_hash, position = r.first_position - 1 FROM revisions r WHERE h.cluster_id = '${cluster}' AND r.cluster_id = h.cluster_id AND r.revision = ${last}`,
      `DELETE FROM changes WHERE cluster_id = '${cluster}' AND revision = ${last}`,
      `DELETE FROM checkpoints WHERE cluster_id = '${cluster}' AND revision = ${last}`,
      `DELETE FROM revisions WHERE cluster_id = '${cluster}' AND revision = ${last}`,
    );
    expect(only(found, 'chainIntact').map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^\d+ revisions were signed for at .* the database was rolled back$/),
    );
  });

  test('a note that another key signed in our name, and subtrees that nobody made', async () => {
    const forged = `UPDATE checkpoints SET note = overlay(note placing 'AAAA' from length(note) - 40) WHERE cluster_id = '${cluster}' AND size = 5`;
    expect(only(await tampered.after(forged), 'chainIntact')).toEqual([
      { cluster, revision: '5', table: 'checkpoints', message: 'the checkpoint at 5 has a signature that is not its' },
    ]);
    const node = `INSERT INTO merkle_nodes SELECT '${cluster}', 8, 0, hash FROM revisions WHERE cluster_id = '${cluster}' AND revision = 1`;
    expect(only(await tampered.after(node), 'chainIntact')).toMatchObject([{ cluster, table: 'merkle_nodes' }]);
  });

  test.each<readonly [string, string, string]>([
    ['origin_revision', 'origin_revision + 1', 'says another origin than the first entry of its log'],
    ['origin_position', 'origin_position - 1', 'says another origin than the first entry of its log'],
    ['origin_hash', `'\\x00'`, 'says another origin than the first entry of its log'],
    ['origin_cluster_id', 'id', 'says another origin than the first entry of its log'],
  ])('a fork whose row says another origin: %s', async (column, value, message) => {
    const found = await forked.after(`UPDATE clusters SET ${column} = ${value} WHERE id = '${fork}'`);
    expect(only(found, 'chainIntact')).toContainEqual({ cluster: fork, table: 'clusters', message });
  });

  test('a fork that goes on from another state, consistent in itself', async () => {
    const other = `(SELECT max(position) FROM snapshots WHERE cluster_id = '${cluster}')`;
    const found = await forked.after(
      `UPDATE snapshots f SET digest = s.digest, objects = s.objects FROM snapshots s WHERE f.cluster_id = '${fork}' AND s.cluster_id = '${cluster}' AND s.position = ${other}`,
      `UPDATE snapshot_chunks f SET body = s.body FROM snapshot_chunks s WHERE f.cluster_id = '${fork}' AND s.cluster_id = '${cluster}' AND s.position = ${other}`,
    );
    expect(only(found, 'boundOnce')).toContainEqual(
      expect.objectContaining({
        cluster: fork,
        table: 'snapshots',
        message: 'the snapshot that the log goes on from is not what was written',
      }),
    );
  });

  test('a snapshot that is consistent in itself, and not what the log leads to', async () => {
    const [first, last] = ['min', 'max'].map(
      (which) => `(SELECT ${which}(position) FROM kept.snapshots WHERE cluster_id = '${cluster}')`,
    );
    const found = only(
      await tampered.after(
        `UPDATE snapshots f SET digest = s.digest, objects = s.objects FROM snapshots s WHERE f.cluster_id = s.cluster_id AND f.cluster_id = '${cluster}' AND f.position = ${last} AND s.position = ${first}`,
        `UPDATE snapshot_chunks f SET body = s.body FROM snapshot_chunks s WHERE f.cluster_id = s.cluster_id AND f.cluster_id = '${cluster}' AND f.position = ${last} AND s.position = ${first}`,
      ),
      'boundOnce',
    );
    expect(new Set(found.map(({ table }) => table))).toContain('snapshot_chunks');
  });

  test('a trace that is not what its decision was made on', async () => {
    const swapped = `UPDATE trace_chunks t SET body = (SELECT body FROM trace_chunks o WHERE o.cluster_id = t.cluster_id AND o.run_id = t.run_id AND o.chunk = 1)
      WHERE cluster_id = '${cluster}' AND chunk = 0 AND run_id = ${PARTED}`;
    const found = only(await tampered.after(swapped), 'decisionsKept');
    expect(found.map(({ table, message }) => [table, message])).toContainEqual([
      'trace_chunks',
      'its trace is not what its digest was made of',
    ]);
  });

  test.each<readonly [string, string, string]>([
    ['counts', `counts = jsonb_set(counts, '{scheduled}', '99')`, 'says that 99 pods were scheduled'],
    ['parts', 'parts = parts + 1', 'parts, and has'],
    ['revision', 'revision = revision + 1', 'says that it ended with revision'],
  ])('a run that says otherwise: %s', async (_, set, message) => {
    const found = only(
      await tampered.after(`UPDATE runs SET ${set} WHERE cluster_id = '${cluster}' AND run_id = ${PARTED}`),
      'decisionsKept',
    );
    expect(found).toMatchObject([{ cluster, table: 'runs', message: expect.stringContaining(message) }]);
  });

  test('a run that is gone leaves its evidence behind', async () => {
    const found = only(
      await tampered.after(`DELETE FROM runs WHERE cluster_id = '${cluster}' AND run_id = ${PARTED}`),
      'decisionsKept',
    );
    expect(found.map(({ table, message }) => [table, message])).toEqual([
      ['run_parts', '4 rows are of a run that is not there'],
      ['decisions', '61 rows are of a run that is not there'],
      ['trace_chunks', '4 rows are of a run that is not there'],
    ]);
  });

  test.each<readonly [string, string, string, string]>([
    [
      'schedule',
      'one-',
      `outcome = jsonb_set(outcome::jsonb, '{counts,scheduled}', '7')::json`,
      'otherwise than it is: scheduled',
    ],
    [
      'schedule',
      'one-',
      `outcome = jsonb_set(outcome::jsonb, '{id}', '"00000000-0000-7000-8000-00000000ffff"')::json`,
      'which is not there',
    ],
    [
      'createCluster',
      'make-filled',
      `outcome = jsonb_set(outcome::jsonb, '{id}', '"00000000-0000-7000-8000-00000000ffff"')::json`,
      'which is not there as it says',
    ],
    [
      'createObject',
      'create-',
      `outcome = jsonb_set(outcome::jsonb, '{metadata,resourceVersion}', '"2"')::json`,
      'which no change made',
    ],
    ['createProfile', 'profile-', `outcome = jsonb_set(outcome::jsonb, '{version}', '7')::json`, 'which is not there'],
    ['import', 'import-', `outcome = jsonb_set(outcome::jsonb, '{revision}', '"1"')::json`, 'which is not there'],
    ['import', 'import-', `created_at = created_at + interval '1 second'`, 'expires at another time'],
    ['import', 'import-', `request_hash = ''`, 'has no hash of its request'],
  ])('a key of %s that answers what is not so (%s %s)', async (operation, key, set, message) => {
    const found = only(
      await tampered.after(
        `UPDATE idempotency_keys SET ${set} WHERE operation = '${operation}' AND key LIKE '${key}%' AND key IN (SELECT key FROM kept.idempotency_keys WHERE key LIKE '%${cluster}' OR key = 'make-filled')`,
      ),
      'keysAgree',
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatchObject({ table: 'idempotency_keys', message: expect.stringContaining(message) });
  });
});

test('a cluster that is not there is refused, and progress is told', async () => {
  const verification = new VerificationService(services.database);
  expect(await verification.verify(CALLER, { cluster: 'none' })).toEqual({
    refused: true,
    refusal: { kind: 'ClusterNotFound', cluster: 'none' },
  });
  const stages: string[] = [];
  const { clusters } = valueOf(
    await verification.verify(CALLER, { cluster: 'filled', onProgress: ({ stage }) => stages.push(stage) }),
  );
  expect([clusters, stages]).toEqual([1, ['log', 'evidence', 'state']]);
});

test('what was imported over-committed is not laid at the door of Berth', async () => {
  const full = await services.clusterOf(
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'full' },
      status: { capacity: { cpu: '1', memory: '1Gi', pods: '110' } },
    },
    ...['a', 'b'].map((name) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default' },
      spec: { nodeName: 'full', containers: [{ name: 'c', image: 'i', resources: { requests: { memory: '1Gi' } } }] },
    })),
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'cpu-only', namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] },
    },
  );
  valueOf(
    await services.scheduling.schedule(
      CALLER,
      { cluster: full, pods: {}, tieBreak: 'first', seed: 0n, preemption: 'off', dryRun: false },
      { wait: true },
    ),
  );
  expect(valueOf(await new VerificationService(services.database).verify(CALLER, { cluster: full }))).toMatchObject({
    holds: true,
  });
});

test('a pod that names its requests in an order of its own holds', async () => {
  const own = await services.clusterOf(pod('p', { 'ephemeral-storage': '1Gi', memory: '1Gi', cpu: '1' }));
  expect(
    valueOf(await new VerificationService(services.database, signing).verify(CALLER, { cluster: own })).checks.flatMap(
      ({ violations }) => violations,
    ),
  ).toEqual([]);
});
