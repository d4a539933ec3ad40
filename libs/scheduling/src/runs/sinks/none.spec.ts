import { randomUUID } from 'node:crypto';
import type { StoredObject } from '#rows';
import { CALLER, manifest, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import { WarmClusters } from '#state';
import { decidePart, type PartPlan } from '../decide/index.js';
import { RunProfiles } from '../read/index.js';
import { none } from './none.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const clusters = new WarmClusters();

/** Pods that there are not, as they would be admitted. */
function hypothetical(name: string, requests: Readonly<Record<string, string>>): StoredObject {
  const made = pod(name, requests) as { readonly metadata: object };
  const metadata = { ...made.metadata, uid: randomUUID(), creationTimestamp: '2026-05-01T10:00:00Z' };
  return { object: manifest({ ...made, metadata }), resourceVersion: 0n, createdPosition: 0n };
}

/** Where pods would go, on the cluster as it is. */
function decideInVain(clusterId: string, pods: readonly StoredObject[]): Promise<PartPlan> {
  const { database } = services;
  return clusters.use(clusterId, (cluster) =>
    database.transaction(
      CALLER,
      async (tx) => {
        const state = await cluster.read(tx);
        const profiles = valueOf(await RunProfiles.read(tx, clusterId, undefined));
        const runId = randomUUID();
        const plan = await decidePart({
          state,
          pods,
          skipped: [],
          profileOf: (of) => profiles.of(of),
          tieBreak: 'first',
          seed: 0n,
          preemption: 'evict',
          traceBudget: { keep: 'full' },
          sharesBases: none.isHistory,
          runId,
          now: tx.at.toISOString(),
          firstOrdinal: 0,
          firstChunk: 0,
          progress: () => undefined,
        });
        const ref = { clusterId, runId, part: 0, firstOrdinal: 0 };
        expect(await none.keep(tx, { ref, plan, refs: new Map(), state, database }, {})).toEqual({ head: null });
        return plan;
      },
      { snapshot: true, readOnly: true },
    ),
  );
}

const outcomes = ({ decisions }: PartPlan): unknown[] =>
  decisions.map(({ pod: { name }, outcome, node: on }) => [name, outcome, on]);

/** How many rows each table has of what a write leaves. */
async function left(): Promise<unknown> {
  const tables = ['changes', 'revisions', 'pods', 'runs', 'run_parts', 'decisions', 'trace_chunks', 'trace_bases'];
  const more = ['node_sets', 'dry_run_decisions', 'dry_run_trace_chunks', 'profiles'];
  const counts = [...tables, ...more].map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
  return services.rows(`SELECT ${counts.join(', ')}`);
}

test('a decision on pods that there are not is whole, evidence and all, and nothing of it is kept', async () => {
  const low = pod('low', { cpu: '3' }, { nodeName: 'a' });
  const cluster = await services.clusterOf(node('a'), node('b'), low);
  const before = await left();
  const asked = [hypothetical('p', { cpu: '3' }), hypothetical('q', { cpu: '3' }), hypothetical('r', { cpu: '1' })];
  const plan = await decideInVain(cluster, asked);
  expect(outcomes(plan)).toEqual([
    ['p', 'scheduled', 'b'],
    ['q', 'unschedulable', null],
    ['r', 'scheduled', 'a'],
  ]);
  expect(plan.chunks.length).toBeGreaterThan(0);
  expect(await left()).toEqual(before);
});

test('the cluster in memory is as it was: the same question has the same answer, and so has a run', async () => {
  const cluster = await services.clusterOf(node('a'), node('b'));
  const asked = [hypothetical('p', { cpu: '3' }), hypothetical('q', { cpu: '3' })];
  const once = outcomes(await decideInVain(cluster, asked));
  expect(outcomes(await decideInVain(cluster, asked))).toEqual(once);
  valueOf(await services.import(cluster, [pod('p', { cpu: '3' }), pod('q', { cpu: '3' })]));
  const run = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const { items } = valueOf(await services.decisions.list(CALLER, cluster, { filter: { run: run.id }, pageSize: 10 }));
  expect(new Set(items.map(({ pod: { name }, outcome, node: on }) => [name, outcome, on].join()))).toEqual(
    new Set(once.map(String)),
  );
});
