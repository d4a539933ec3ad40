import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BerthClient, type Item } from '#client';
import { runDemo, runHistory, type DemoResult } from '#demo';
import { createTestDatabase, type TestDatabase } from '#test-database';
import pg from 'pg';
import { violationsOf } from './violations-of.js';
import { exportedObjects } from './exported-objects.js';
import { overAllocated, type ExportedObject } from './over-allocation.js';
import { ServiceProcess } from './service-process.js';

const GPU = 'nvidia.com/gpu';
const TRACE = '/v1/clusters/{cluster}/decisions/{decision}/trace';
const silent = { importing: () => undefined, scheduling: () => undefined };

let dataDir: string;
let database: TestDatabase;
let sql: pg.Client;
// A process of its own, as an operator runs it.
let service: ServiceProcess;
let client: BerthClient;
let demo: DemoResult;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'berth-openb-'));
  database = await createTestDatabase();
  sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  service = await ServiceProcess.start({ BERTH_DATA_DIR: dataDir, DATABASE_URL: database.url });
  client = new BerthClient({ url: service.url });
  demo = await runDemo(client, 'openb', silent);
}, 120_000);
afterAll(async () => {
  expect(await service.end('SIGTERM')).toBe(0);
  await sql.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function gpus(amounts: readonly (Readonly<Record<string, string>> | undefined)[]): number {
  return amounts.reduce((sum, one) => sum + Number(one?.[GPU] ?? 0), 0);
}

test('the trace wants more GPUs than there are, all pods are decided, and no node is over', async () => {
  const items = await exportedObjects(client, 'openb');
  const [nodes, pods] = [items.filter(({ kind }) => kind === 'Node'), items.filter(({ kind }) => kind === 'Pod')];
  expect([nodes.length, pods.length]).toEqual([1523, 8152]);
  const requests = (pod: ExportedObject) => pod.spec?.containers?.[0]?.resources?.requests;
  expect([gpus(nodes.map(({ status }) => status?.allocatable)), gpus(pods.map(requests))]).toEqual([6212, 7433]);
  expect(demo.gpus).toMatchObject({ there: 6212, wanted: 7433 });
  expect(overAllocated(items)).toEqual([]);
  const bound = pods.filter(({ spec }) => spec?.nodeName !== undefined);
  expect(demo.run).toMatchObject({
    state: 'complete',
    counts: {
      scheduled: bound.length,
      unschedulable: 8152 - bound.length,
      nominated: 0,
      gated: 0,
      skipped: 0,
      error: 0,
    },
  });
  // 1,221 GPUs are not there, and a pod wants eight at most.
  expect(8152 - bound.length).toBeGreaterThanOrEqual(Math.ceil(1221 / 8));
  expect(demo.reasons.reduce((sum, reason) => sum + reason.pods, 0)).toBe(8152 - bound.length);
});

test('every decision has its whole trace, and every unschedulable pod its reasons', async () => {
  const {
    rows: [sums],
  } = await sql.query<Record<string, number>>(
    `SELECT count(*)::int AS decisions, count(*) FILTER (WHERE trace_stored = 'full')::int AS full,
       count(DISTINCT pod_uid)::int AS pods,
       count(*) FILTER (WHERE nodes_evaluated = 1523)::int AS evaluated,
       count(*) FILTER (WHERE outcome = 'unschedulable' AND message NOT LIKE '0/1523 nodes are available: %')::int
       AS speechless
     FROM decisions WHERE run_id = $1`,
    [demo.run.id],
  );
  expect(sums).toEqual({ decisions: 8152, full: 8152, pods: 8152, evaluated: 8152, speechless: 0 });
  expect(await violationsOf(database.url, demo.run.cluster)).toEqual([]);
});

test('a page of a trace is a hundred nodes, best first, and the pages are all nodes', async () => {
  const decisions = await client.get('/v1/clusters/{cluster}/decisions', {
    params: { path: { cluster: 'openb' }, query: { run: demo.run.id, outcome: 'scheduled', pageSize: 1 } },
  });
  const { id = '', best } = decisions.items[0] ?? {};
  const seen: Item<typeof TRACE>[] = [];
  let pageToken: string | undefined;
  do {
    const query = { orderBy: 'total', pageSize: 100, ...(pageToken !== undefined && { pageToken }) } as const;
    const page = await client.get(TRACE, { params: { path: { cluster: 'openb', decision: id }, query } });
    expect(page.items).toHaveLength(Math.min(100, 1523 - seen.length));
    seen.push(...page.items);
    ({ nextPageToken: pageToken } = page);
  } while (pageToken !== undefined);
  expect(new Set(seen.map(({ node }) => node)).size).toBe(1523);
  expect(seen[0]).toMatchObject({ feasible: true, rank: 1, total: best?.total });
});

test('a cluster with a past: arrivals and departures, two profiles, maintenance, preemption, a fork', async () => {
  const { cluster, fork, revision, preempting } = await runHistory(client, 'history');
  const { id } = await client.get('/v1/clusters/{cluster}', { params: { path: { cluster } } });
  const {
    rows: [reported],
  } = await sql.query<Record<string, number>>(
    `SELECT count(DISTINCT name)::int AS profiles,
       count(*) FILTER (WHERE outcome = 'unschedulable')::int > 20 AS waiting,
       count(*) FILTER (WHERE victims::text LIKE '%uid%')::int AS preempting,
       (SELECT count(*)::int > 200 FROM changes c
          WHERE c.cluster_id = $1 AND c.kind = 'Pod' AND c.op = 'delete') AS left
     FROM decisions d JOIN profiles p ON p.cluster_id = d.cluster_id AND p.digest = d.profile_digest
     WHERE d.cluster_id = $1`,
    [id],
  );
  expect(reported).toEqual({ profiles: 2, waiting: true, preempting, left: true });
  expect(Number(revision)).toBeGreaterThan(50);
  expect(preempting).toBeGreaterThan(0);
  const { origin } = await client.get('/v1/clusters/{cluster}', { params: { path: { cluster: fork } } });
  expect(origin).toMatchObject({ cluster: id });
  expect(await violationsOf(database.url, id)).toEqual([]);
});
