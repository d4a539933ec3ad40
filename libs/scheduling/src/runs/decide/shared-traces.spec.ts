import { CALLER, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const NODES = Array.from({ length: 40 }, (_, index) =>
  node(`n${String(index).padStart(2, '0')}`, { cpu: String(2 + index), memory: '8Gi', pods: '20' }),
);
const counts = async (cluster: string) => {
  const [row] = await services.rows<{ bases: number; nodesets: number; chunks: number }>(
    `SELECT (SELECT count(*)::int FROM trace_bases WHERE cluster_id = $1) AS bases, (SELECT count(*)::int FROM node_sets
       WHERE cluster_id = $1) AS nodesets,
       (SELECT count(*)::int FROM trace_chunks WHERE cluster_id = $1) AS chunks`,
    [cluster],
  );
  return row && [row.bases, row.nodesets, row.chunks];
};
const sizes = (cluster: string) =>
  services
    .rows<{ size: number }>('SELECT length(body) AS size FROM trace_chunks WHERE cluster_id = $1 ORDER BY run_id', [
      cluster,
    ])
    .then((rows) => rows.map(({ size }) => size));

/** Schedules one pod and reads its trace: name and total of the best nodes, and how many match. */
async function scheduleOne(cluster: string, name: string, cpu = '1') {
  valueOf(await services.import(cluster, [pod(name, { cpu })]));
  const run = valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const request = { id: `${run.id}.0`, filter: {}, orderBy: 'total', offset: 0, pageSize: 2 } as const;
  const { decision, items, matching } = valueOf(await services.decisions.trace(CALLER, cluster, request));
  return { node: decision.node, best: items.map((row) => row.node), matching };
}

test('runs of one pod each store what they share once, and every trace is read whole', async () => {
  const cluster = await services.clusterOf(...NODES);
  const seen = [await scheduleOne(cluster, 'a'), await scheduleOne(cluster, 'b'), await scheduleOne(cluster, 'c')];
  expect(seen).toEqual(seen.map(({ best: [first], best }) => ({ node: first, best, matching: 40 })));
  expect(await counts(cluster)).toEqual([1, 1, 3]);
  await scheduleOne(cluster, 'd', '2');
  expect(await counts(cluster)).toEqual([2, 1, 4]);
  expect(Math.max(...(await sizes(cluster)))).toBeLessThan(250);
});

test('other nodes are another node set, and another base', async () => {
  const cluster = await services.clusterOf(...NODES);
  await scheduleOne(cluster, 'a');
  valueOf(await services.import(cluster, [node('z', { cpu: '90', memory: '8Gi', pods: '20' })]));
  expect(await scheduleOne(cluster, 'b')).toMatchObject({ matching: 41 });
  expect(await counts(cluster)).toEqual([2, 2, 2]);
});

test('a dry run leaves no base in the history of the cluster', async () => {
  const cluster = await services.clusterOf(...NODES, pod('a', { cpu: '1' }));
  valueOf(await services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), dryRun: true }, { wait: true }));
  expect(await counts(cluster)).toEqual([0, 1, 0]);
  expect(await scheduleOne(cluster, 'b')).toMatchObject({ matching: 40 });
  expect(await counts(cluster)).toEqual([1, 1, 1]);
});
