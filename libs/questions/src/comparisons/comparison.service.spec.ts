import { PastClusters } from '#state';
import { CALLER, first, kindNamed, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import type { Comparison, ComparisonRequest, ComparedPods } from './comparison.js';
import { ComparisonService } from './comparison.service.js';

let services: TestServices;
let comparisons: ComparisonService;
beforeAll(async () => {
  services = await TestServices.create();
  comparisons = new ComparisonService({ database: services.database, clusters: new PastClusters() });
});
afterAll(() => services.drop());

const PACKING = {
  schedulerName: 'packing',
  pluginConfig: [
    {
      name: 'NodeResourcesFit',
      args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
    },
  ],
};

const REST = { a: {}, b: { profile: PACKING }, limit: 100 };

async function compare(cluster: string, of: ComparedPods, more: Partial<ComparisonRequest> = {}): Promise<Comparison> {
  return valueOf(await comparisons.compare(CALLER, { ...REST, ...more, cluster, of }));
}

const nodes = (count: number) =>
  Array.from({ length: count }, (_, index) => node(`n${index}`, { cpu: '4', memory: '8Gi' }));
const pods = (from: number, upTo: number, cpu = '1') =>
  Array.from({ length: upTo - from }, (_, index) => pod(`p${from + index}`, { cpu, memory: '1Gi' }));

/** What a run places where, in the order of its decisions. */
async function placed(cluster: string, request: object): Promise<readonly (string | null)[]> {
  const run = valueOf(
    await services.scheduling.schedule(
      CALLER,
      { ...scheduleAll(cluster), dryRun: true, preemption: 'off', ...request },
      { wait: true },
    ),
  );
  const { items } = valueOf(await services.decisions.list(CALLER, cluster, { filter: { run: run.id }, pageSize: 500 }));
  return items.map(({ node: name }) => name);
}

const head = async (cluster: string) =>
  first(await services.rows('SELECT * FROM cluster_heads WHERE cluster_id = $1', [cluster]));

const rowsOfAll = async (): Promise<unknown> =>
  services.rows(`SELECT (SELECT count(*) FROM changes) AS changes, (SELECT count(*) FROM decisions) AS decisions,
    (SELECT count(*) FROM revisions) AS revisions, (SELECT count(*) FROM profiles) AS profiles,
    (SELECT count(*) FROM pods WHERE node_name <> '') AS bound, (SELECT count(*) FROM runs) AS runs`);

test('each side places what a dry run by its profile places; nothing is written', async () => {
  const cluster = await services.clusterOf(...nodes(5), ...pods(0, 12));
  const [spread, packed] = [await placed(cluster, {}), await placed(cluster, { profile: PACKING })];
  const before = [await head(cluster), await rowsOfAll()];
  const comparison = await compare(cluster, { pods: {} });
  expect([await head(cluster), await rowsOfAll()]).toEqual(before);
  const differing = spread.flatMap((name, index) => (name === packed[index] ? [] : [{ a: name, b: packed[index] }]));
  expect(comparison.placements.map(({ a, b }) => ({ a: a.node, b: b.node }))).toEqual(differing);
  expect(differing.length).toBeGreaterThan(5);
  const report = first(comparison.seeds);
  expect(report.counts).toEqual({
    same: 12 - differing.length,
    moved: differing.length,
    onlyA: 0,
    onlyB: 0,
    neither: 0,
  });
  expect([report.a.nodesUsed, report.b.nodesUsed]).toEqual([5, 3]);
  expect(report.plugins[0]).toMatchObject({ plugin: 'NodeResourcesFit' });
});

test('the shares of all plugins are what each node leads by in the eyes of its own side', async () => {
  const cluster = await services.clusterOf(...nodes(3), ...pods(0, 6));
  const { placements } = await compare(cluster, { pods: {} });
  const scored = placements.filter(({ plugins }) => plugins.length > 0);
  expect(scored.length).toBeGreaterThan(0);
  for (const { plugins } of scored) {
    const sum = (side: 'a' | 'b' | 'share'): number => plugins.reduce((total, one) => total + one[side], 0);
    expect(sum('a')).toBeGreaterThanOrEqual(0);
    expect(sum('b')).toBeGreaterThanOrEqual(0);
    expect(sum('share')).toBe(sum('a') + sum('b'));
    expect(plugins.find(({ plugin }) => plugin === 'NodeResourcesFit')?.share).toBeGreaterThan(0);
  }
});

test('balance and what is stranded are reported by resource', async () => {
  const cluster = await services.clusterOf(...nodes(2), pod('p0', { cpu: '3500m', memory: '1Gi' }), ...pods(1, 2));
  const report = first((await compare(cluster, { pods: {} }, { b: {} })).seeds);
  expect(report.a).toEqual(report.b);
  expect(report.a.outcomes).toEqual({ scheduled: 2 });
  const cpu = report.a.resources.find(({ resource }) => resource === 'cpu');
  // 500m are left on the one node, where no pod of 1 or of 3.5 fits.
  expect(cpu).toMatchObject({ allocatable: '8', requested: '4500m', utilization: 0.5625, stranded: '500m' });
  expect(cpu?.nodes).toEqual({ min: 0.25, max: 0.875, mean: 0.5625, standardDeviation: 0.3125 });
});

test('the pods of a run are placed on the cluster that it began with', async () => {
  const cluster = await services.clusterOf(...nodes(4), ...pods(0, 8));
  const run = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const { placementCount, pods: count } = await compare(cluster, { run: run.id }, { b: {} });
  expect([count, placementCount]).toEqual([8, 0]);
  const other = await compare(cluster, { run: run.id });
  expect(first(other.seeds).b.nodesUsed).toBe(2);
});

test('in another cluster, a pod goes where that one has room', async () => {
  const cluster = await services.clusterOf(...nodes(1), ...pods(0, 6));
  const larger = await services.clusterOf(...nodes(2));
  const { seeds, placements } = await compare(cluster, { pods: {} }, { b: { cluster: larger } });
  expect(first(seeds).counts).toEqual({
    same: expect.any(Number),
    moved: expect.any(Number),
    onlyA: 0,
    onlyB: 2,
    neither: 0,
  });
  expect(placements.find(({ a }) => a.node === null)?.a).toMatchObject({ outcome: 'unschedulable' });
});

test('over seeds, each measure has its spread', async () => {
  const cluster = await services.clusterOf(...nodes(4), ...pods(0, 5));
  const { seeds, overSeeds } = await compare(cluster, { pods: {} }, { seeds: 3 });
  expect(seeds.map(({ seed }) => seed)).toEqual(['1', '2', '3']);
  const used = overSeeds?.find(({ measure }) => measure === 'nodesUsed');
  const [a, b] = [seeds.map((one) => one.a.nodesUsed), seeds.map((one) => one.b.nodesUsed)];
  expect(used?.a).toMatchObject({ min: Math.min(...a), max: Math.max(...a) });
  expect(used?.difference.mean).toBeCloseTo(b.reduce((sum, one, at) => sum + one - (a[at] ?? 0), 0) / 3);
});

test('pods that are on nodes may be asked about by name: they are taken from their nodes first', async () => {
  const cluster = await services.clusterOf(...nodes(1), ...pods(0, 4));
  await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true });
  const names = ['default/p0', 'default/p3'];
  const { seeds } = await compare(cluster, { pods: { names } });
  expect(first(seeds).a.outcomes).toEqual({ scheduled: 2 });
});

test('arrivals are tried as they came: pods leave when they left, nodes come when they came', async () => {
  const cluster = await services.clusterOf(...nodes(3));
  const since = String((await head(cluster))['position']);
  const schedule = async (): Promise<unknown> =>
    valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  await services.import(cluster, pods(0, 4));
  await schedule();
  await services.import(cluster, pods(4, 13));
  await schedule();
  const of = { cluster, kind: kindNamed('Pod'), namespace: 'default' };
  valueOf(await services.objects.delete(CALLER, of, { name: 'p0' }));
  await schedule();
  await services.import(cluster, [node('later'), pod('p13', { cpu: '3', memory: '1Gi' })]);
  await schedule();
  const alike = await compare(cluster, { since }, { b: {} });
  expect(alike).toMatchObject({ pods: 14, placementCount: 0 });
  const bound = await services.rows<{ name: string; node_name: string | null }>(
    'SELECT name, node_name FROM pods WHERE cluster_id = $1 ORDER BY name',
    [cluster],
  );
  expect(first(alike.seeds).a.outcomes).toMatchObject({ scheduled: bound.length + 1 });
  const report = first((await compare(cluster, { since })).seeds);
  expect(report.b.resources.find(({ resource }) => resource === 'cpu')?.requested).toBe('15');
  const early = await compare(cluster, { since, until: `revision:3` }, { b: {} });
  expect(early.pods).toBeLessThan(14);
});

test('what is not there is refused before anything is read', async () => {
  const cluster = await services.clusterOf(...nodes(1));
  const scope = async (more: Partial<ComparisonRequest>): Promise<unknown> => {
    const outcome = await comparisons.scope(CALLER, { ...REST, cluster, of: { pods: {} }, ...more });
    return outcome.refused ? outcome.refusal.kind : 'accepted';
  };
  expect(await scope({})).toBe('accepted');
  expect(await scope({ cluster: 'none' })).toBe('ClusterNotFound');
  expect(await scope({ b: { cluster: 'none' } })).toBe('ClusterNotFound');
  expect(await scope({ b: { profile: 'none' } })).toBe('ProfileNotFound');
  expect(await scope({ b: { profile: { plugins: 3 } } })).toBe('ProfileInvalid');
  expect(await scope({ of: { run: 'none' } })).toBe('RunNotFound');
  const outcome = await comparisons.compare(CALLER, { ...REST, cluster, of: { pods: { names: ['a/b'] } } });
  expect(outcome.refused && outcome.refusal.kind).toBe('PodsNotFound');
});

test('whoever goes away ends it', async () => {
  const cluster = await services.clusterOf(...nodes(1), ...pods(0, 2));
  const gone = { ...CALLER, signal: AbortSignal.abort(new Error('gone')) };
  await expect(comparisons.compare(gone, { ...REST, cluster, of: { pods: {} } })).rejects.toThrow('gone');
});
