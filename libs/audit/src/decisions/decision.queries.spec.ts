import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Database, type Caller, type Transaction } from '#database';
import { createTestDatabase, type TestDatabase } from '#test-database';
import type { DecisionFilter, DecisionPosition } from './decision-filter.js';
import { lastDecisions, listDecisions } from './decision.queries.js';
import { writeDecisions, type EvidenceKind, type NewDecision } from './decision.store.js';

const CALLER: Caller = {
  team: '00000000-0000-7000-8000-000000000001',
  roles: ['admin', 'auditor'],
  actor: 'ann',
  principal: 'test',
  requestId: 'r',
  client: 'spec',
  reason: '',
};
const OLD = '00000000-0000-7000-8000-00000000000a';
const NEW = '00000000-0000-7000-8000-00000000000b';
const cluster = randomUUID();

let home: TestDatabase;
let database: Database;

function decision(run: string, ordinal: number, change: Partial<NewDecision> = {}): NewDecision {
  return {
    run,
    ordinal,
    attempt: 1,
    pod: { namespace: 'default', name: `p${ordinal}`, uid: `u${ordinal}` },
    outcome: 'scheduled',
    reasonCode: null,
    node: `n${ordinal % 2}`,
    nominatedNode: null,
    victims: [],
    message: '',
    nodes: { evaluated: 3, feasible: 2 },
    rejections: [],
    best: { total: 250, ties: 2, runnerUp: { node: 'n9', total: 249 } },
    profile: null,
    seed: '18446744073709551615',
    trace: { digest: new Uint8Array(32).fill(ordinal), stored: 'full', chunk: 0, index: ordinal },
    ...change,
  };
}

const rejected: Partial<NewDecision> = {
  outcome: 'unschedulable',
  node: null,
  best: null,
  message: '0/3 nodes are available: 3 Insufficient cpu.',
  trace: null,
  rejections: [
    {
      plugin: 'NodeResourcesFit',
      code: 'Unschedulable',
      reason: 'Insufficient cpu',
      nodes: { first: 3, any: 3, sole: 2, only: 1 },
    },
  ],
};

beforeAll(async () => {
  home = await createTestDatabase();
  database = new Database({ url: home.url });
  await database.transaction(CALLER, (tx) =>
    writeDecisions(
      tx,
      { clusterId: cluster, teamId: CALLER.team },
      {
        kind: 'log',
        decisions: [
          decision(OLD, 0, { ...rejected, pod: { namespace: 'default', name: 'p3', uid: 'u3' } }),
          decision(OLD, 1, { outcome: 'skipped', reasonCode: 'AlreadyBound', node: null, best: null }),
        ],
      },
    ),
  );
  await database.transaction(CALLER, (tx) =>
    writeDecisions(
      tx,
      { clusterId: cluster, teamId: CALLER.team },
      { kind: 'log', decisions: [0, 1, 2, 3].map((ordinal) => decision(NEW, ordinal, ordinal === 2 ? rejected : {})) },
    ),
  );
  await database.transaction(CALLER, (tx) =>
    writeDecisions(tx, { clusterId: cluster, teamId: CALLER.team }, { kind: 'dryRun', decisions: [decision(OLD, 7)] }),
  );
});
afterAll(async () => {
  await database.close();
  await home.drop();
});

const inside = <T>(fn: (tx: Transaction) => Promise<T>): Promise<T> =>
  database.transaction(CALLER, fn, { readOnly: true });
async function ids(
  filter: DecisionFilter,
  page: { after?: DecisionPosition; limit?: number; kind?: EvidenceKind } = {},
): Promise<string[]> {
  const { limit = 10, kind = 'log', after } = page;
  const found = await inside((tx) =>
    listDecisions(tx, { clusterId: cluster, kind, filter, limit, ...(after === undefined ? {} : { after }) }),
  );
  return found.map(({ decision: { run, ordinal } }) => `${run === OLD ? 'old' : 'new'}.${ordinal}`);
}

test('a decision comes back as it was written', async () => {
  const [found] = await inside((tx) =>
    listDecisions(tx, { clusterId: cluster, kind: 'log', filter: { run: NEW }, limit: 1 }),
  );
  expect(found).toEqual({
    answers: null,
    trace: { chunk: 0, index: 0 },
    decision: {
      id: `${NEW}.0`,
      run: NEW,
      ordinal: 0,
      attempt: 1,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      pod: { namespace: 'default', name: 'p0', uid: 'u0' },
      outcome: 'scheduled',
      node: 'n0',
      nominatedNode: null,
      victims: [],
      message: '',
      nodes: { evaluated: 3, feasible: 2 },
      rejections: [],
      best: { total: 250, ties: 2, runnerUp: { node: 'n9', total: 249 } },
      profile: null,
      seed: '18446744073709551615',
      traceDigest: '00'.repeat(32),
      traceStored: 'full',
    },
  });
});

test.each<[string, DecisionFilter, string[]]>([
  ['nothing: newest run first, by ordinal inside', {}, ['new.0', 'new.1', 'new.2', 'new.3', 'old.0', 'old.1']],
  ['a run', { run: OLD }, ['old.0', 'old.1']],
  ['a pod', { pod: { namespace: 'default', name: 'p3' } }, ['new.3', 'old.0']],
  ['a pod of another namespace', { pod: { namespace: 'other', name: 'p3' } }, []],
  ['a node', { node: 'n1' }, ['new.1', 'new.3']],
  ['an outcome', { outcome: 'unschedulable' }, ['new.2', 'old.0']],
  ['a plugin', { plugin: 'NodeResourcesFit' }, ['new.2', 'old.0']],
  ['a plugin and a reason of it', { plugin: 'NodeResourcesFit', reason: 'Insufficient cpu' }, ['new.2', 'old.0']],
  ['a plugin and a reason of none', { plugin: 'NodeAffinity', reason: 'Insufficient cpu' }, []],
  ['a time before all', { until: new Date(0) }, []],
  ['a time after the beginning', { since: new Date(0), run: OLD }, ['old.0', 'old.1']],
])('decisions by %s', async (_, filter, wanted) => {
  expect(await ids(filter)).toEqual(wanted);
});

test('pages go on where the last one ended, over the border of a run', async () => {
  expect(await ids({}, { after: { run: NEW, ordinal: 2 }, limit: 2 })).toEqual(['new.3', 'old.0']);
  expect(await ids({}, { after: { run: OLD, ordinal: 1 } })).toEqual([]);
});

test('dry runs are aside', async () => {
  expect([await ids({ run: OLD }, { kind: 'dryRun' }), await ids({ run: OLD })]).toEqual([
    ['old.7'],
    ['old.0', 'old.1'],
  ]);
});

test('the last decision of a pod is the newest of the very same pod', async () => {
  const pod = (name: string, uid: string) => ({ namespace: 'default', name, uid });
  const last = await inside((tx) =>
    lastDecisions(tx, { clusterId: cluster }, [pod('p3', 'u3'), pod('p1', 'u1'), pod('p1', 'reborn')]),
  );
  expect([...last].map(([uid, { id }]) => [uid, id]).sort()).toEqual([
    ['u1', `${NEW}.1`],
    ['u3', `${NEW}.3`],
  ]);
});

test('a pod is found though a later one had its name, and came and went', async () => {
  const [first, later] = [OLD, NEW].map((run, index) =>
    decision(run, 40 + index, { pod: { namespace: 'default', name: 'twice', uid: `twice-${index}` } }),
  );
  const other = randomUUID();
  await database.transaction(CALLER, (tx) =>
    writeDecisions(
      tx,
      { clusterId: other, teamId: CALLER.team },
      { kind: 'log', decisions: [first, later].flatMap((one) => one ?? []) },
    ),
  );
  const asked = { namespace: 'default', name: 'twice', uid: 'twice-0' };
  const last = await inside((tx) => lastDecisions(tx, { clusterId: other }, [asked]));
  expect([...last].map(([uid, { id }]) => [uid, id])).toEqual([['twice-0', `${OLD}.40`]]);
});

test('with statistics that know nothing of the cluster, the index by pods is read, one row a pod', async () => {
  const write = (into: string, count: number) =>
    database.transaction(CALLER, (tx) =>
      writeDecisions(
        tx,
        { clusterId: into, teamId: CALLER.team },
        { kind: 'log', decisions: Array.from({ length: count }, (_, index) => decision(NEW, index)) },
      ),
    );
  await write(randomUUID(), 400);
  const client = new pg.Client({ connectionString: home.url });
  await client.connect();
  await client.query('ANALYZE decisions');
  await client.end();
  const filled = randomUUID();
  await write(filled, 400);
  const plans: string[] = [];
  await inside((tx) => {
    const explaining = Object.create(tx, {
      query: {
        value: async (sql: string, values: unknown[]) => {
          const rows = await tx.query<Record<string, unknown>>(`EXPLAIN (ANALYZE, TIMING OFF) ${sql}`, values);
          plans.push(rows.map((row) => String(row['QUERY PLAN'])).join('\n'));
          return [];
        },
      },
    }) as Transaction;
    const pods = Array.from({ length: 50 }, (_, index) => decision(NEW, index).pod);
    return lastDecisions(explaining, { clusterId: filled }, pods);
  });
  expect(plans).toHaveLength(1);
  expect(plans[0]).toMatch(/Index Scan using decisions_\w*by_pod/);
  expect(plans[0]).not.toMatch(/run_id_ordinal|Rows Removed by Filter: [1-9]\d/);
});
