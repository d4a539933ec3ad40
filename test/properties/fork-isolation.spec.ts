import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { cases } from '#test-cases';
import { PastClusters, WarmClusters } from '#state';
import { ROW, served, storedOf, type Manifest, type ObjectRow } from '#rows';
import { ReplayService } from '#scheduling';
import {
  LOOKED,
  randomWrites,
  seenState,
  CALLER,
  node,
  pod,
  scheduleAll,
  TestServices,
  valueOf,
} from '../services/index.js';

let services: TestServices;
const writes = randomWrites(() => services);
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

interface Kept {
  readonly object: Manifest;
  readonly createdPosition: bigint;
}

/** What a cluster has, in the order in which it was created. */
async function kept(cluster: string): Promise<Kept[]> {
  const rows: ObjectRow[] = [];
  for (const table of ['namespaces', 'nodes', 'pods', 'objects'] as const)
    rows.push(
      ...(await services.rows<ObjectRow & Record<string, unknown>>(
        `SELECT ${ROW[table]} FROM ${table} WHERE cluster_id = $1`,
        [cluster],
      )),
    );
  return rows
    .map(storedOf)
    .map((stored) => ({ object: served(stored), createdPosition: stored.createdPosition }))
    .sort((a, b) => Number(a.createdPosition - b.createdPosition));
}

/** A book of budgets knows when it was read. */
function withoutClock(state: unknown): unknown {
  return JSON.parse(
    JSON.stringify(state, (key, part: unknown) =>
      key === 'book' ? undefined : typeof part === 'bigint' ? String(part) : part,
    ),
  );
}

/** What scheduling sees of a cluster, and where its log ends. */
function inMemory(
  cluster: string,
  memory: WarmClusters,
): Promise<{ readonly state: unknown; readonly position: bigint }> {
  return memory.use(cluster, (warm) =>
    services.database.transaction(
      CALLER,
      async (tx) => {
        const state = await warm.read(tx);
        return { state: withoutClock(seenState(state, LOOKED)), position: state.head.position };
      },
      { snapshot: true, readOnly: true },
    ),
  );
}

/** Everything of a cluster that can be seen: its objects, and its memory when it is caught up with. */
async function seen(
  cluster: string,
  memory: WarmClusters,
): Promise<{ readonly objects: readonly Kept[]; readonly memory: unknown; readonly position: bigint }> {
  const { state, position } = await inMemory(cluster, memory);
  return { objects: await kept(cluster), memory: state, position };
}

/** What its log alone comes to. */
async function foldedLog(cluster: string, position: bigint): Promise<Kept[]> {
  const state = await services.database.transaction(CALLER, (tx) => new PastClusters().at(tx, cluster, position), {
    snapshot: true,
    readOnly: true,
  });
  return state.kinds
    .flatMap((kind) => state.ofKind(kind))
    .map((past) => ({ object: served(past.stored()), createdPosition: past.createdPosition }))
    .sort((a, b) => Number(a.createdPosition - b.createdPosition));
}

const forked = async (cluster: string, at?: string): Promise<string> =>
  valueOf(await services.forks.fork(CALLER, { cluster, name: `f-${randomUUID().slice(0, 8)}`, at })).id;

const rounds = fc.array(writes, { minLength: 1, maxLength: 4 });

test('what is written to origin or fork leaves the other alone; each is its beginning and its own log', async () => {
  await fc.assert(
    fc.asyncProperty(
      rounds,
      fc.array(fc.record({ toFork: fc.boolean(), round: writes }), { minLength: 2, maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (history, after, where) => {
        const origin = await services.clusterOf(node('a'), node('b'));
        for (const round of history) for (const write of round) await write(origin);
        const { revision } = valueOf(await services.clusters.get(CALLER, origin));
        const fork = await forked(origin, `revision:${Math.round(where * Number(revision))}`);
        const memory = new WarmClusters();
        for (const { toFork, round } of after) {
          const [written, other] = toFork ? ([fork, origin] as const) : ([origin, fork] as const);
          const before = await seen(other, memory);
          for (const write of round) await write(written);
          expect(await seen(other, memory)).toEqual(before);
          expect(await inMemory(written, memory)).toEqual(await inMemory(written, new WarmClusters()));
        }
        for (const cluster of [origin, fork]) {
          const { objects, position } = await seen(cluster, memory);
          expect(await foldedLog(cluster, position)).toEqual(objects);
        }
        expect(await services.violations(fork)).toEqual([]);
      },
    ),
    { numRuns: cases(20) },
  );
}, 180_000);

/** What was decided, digests of traces and all. */
const decided = (cluster: string): Promise<object[]> =>
  services.rows(
    `SELECT ordinal, attempt, pod_namespace, pod_name, pod_uid, outcome, reason_code, node_name, nominated_node,
     victims, message, nodes_evaluated, nodes_feasible, rejections,
     best_total, best_ties, runner_up_node, runner_up_total, seed, encode(profile_digest, 'hex') AS profile,
     encode(trace_digest, 'hex') AS trace
   FROM decisions WHERE cluster_id = $1 ORDER BY at, ordinal`,
    [cluster],
  );

test('a fork decides as a cluster into which the same was imported, to the digest, and when replayed', async () => {
  let tried = 0;
  const replays = new ReplayService(services.database, { clusters: new PastClusters() });
  await fc.assert(
    fc.asyncProperty(
      rounds,
      fc.array(writes, { minLength: 0, maxLength: 1 }),
      fc.constantFrom('off' as const, 'nominate' as const, 'evict' as const),
      async (before, after, preemption) => {
        const origin = await services.clusterOf(node('a'), node('b'));
        for (const round of before) for (const write of round) await write(origin);
        valueOf(
          await services.import(
            origin,
            ['x', 'y', 'z'].map((name) => pod(name)),
          ),
        );
        const { revision } = valueOf(await services.clusters.get(CALLER, origin));
        for (const round of after) for (const write of round) await write(origin);
        const fork = await forked(origin, `revision:${revision}`);
        const twin = await services.clusterOf(...(await kept(fork)).map(({ object }) => object));
        const runs = [fork, twin].map((cluster) =>
          services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), preemption }, { wait: true }),
        );
        const [ofFork, ofTwin] = (await Promise.all(runs)).map(valueOf);
        expect(ofFork?.counts).toEqual(ofTwin?.counts);
        const [mine, its] = [await decided(fork), await decided(twin)];
        expect(mine).toEqual(its);
        valueOf(await services.clusters.delete(CALLER, origin));
        expect(valueOf(await replays.replay(CALLER, { cluster: fork, selection: {} }))).toMatchObject({
          decisions: mine.length,
          identical: mine.length,
          differences: [],
        });
        tried += mine.length;
      },
    ),
    { numRuns: cases(30) },
  );
  expect(tried).toBeGreaterThan(10);
}, 180_000);
