import type { Decision } from '#audit';
import { ComparisonService } from '#questions';
import { ReportService, rowsOf, type ReportRow } from '#reports';
import type { Pod } from '#scheduler';
import { PastClusters, WarmClusters } from '#state';
import { seedOfCases } from '#test-cases';
import { CALLER, RealCluster, TestServices, valueOf } from '#test-services';
import { FollowedCluster, packing, PACKING } from './followed-cluster.js';

let services: TestServices;
let followed: FollowedCluster;
let decisions: readonly Decision[];
const source = new RealCluster({ seed: seedOfCases(), nodes: 6, profile: packing(), lateMs: 500 }).run(50);
beforeAll(async () => {
  services = await TestServices.create();
  followed = await FollowedCluster.create(services);
  await followed.send(source.events);
  decisions = await followed.judged();
});
afterAll(() => services.drop());

async function rows(name: string, by: string): Promise<readonly ReportRow[]> {
  const { database } = services;
  const reports = new ReportService({ database, clusters: new PastClusters(), warm: new WarmClusters() });
  const asked = { name, times: {}, parameters: { by } };
  const report = valueOf(await reports.run(CALLER, { cluster: followed.id }, asked));
  const found: ReportRow[] = [];
  for await (const some of rowsOf(report.rows)) found.push(...some);
  return found;
}

describe('the report agreement', () => {
  const judgedOf = (all: readonly Decision[]) => all.flatMap(({ observed }) => observed ?? []);
  const gapsOf = (all: readonly Decision[]) =>
    judgedOf(all).flatMap(({ rank, total, ownTotal }) => ((rank ?? 1) > 1 ? [(ownTotal ?? 0) - (total ?? 0)] : []));

  test.each<readonly [by: string, group: (decision: Decision) => unknown]>([
    ['cluster', () => null],
    ['scheduler', ({ observed }) => observed?.by],
    ['day', ({ observed }) => observed?.at.slice(0, 10)],
    ['plugin', ({ observed }) => observed?.plugin ?? null],
    ['agreement', ({ observed }) => observed?.agreement],
    ['namespace', ({ pod }) => pod.namespace],
    ['profile', ({ profile }) => profile?.name ?? null],
    ['node', ({ node }) => node],
  ])('by %s counts each decision once, and says how much worse nodes are', async (by, groupOf) => {
    const found = await rows('agreement', by);
    expect(found.map(({ group }) => group).sort()).toEqual([...new Set(decisions.map(groupOf))].sort());
    for (const row of found) {
      const all = decisions.filter((decision) => groupOf(decision) === row['group']);
      const how = (agreement: string) => judgedOf(all).filter((one) => one.agreement === agreement).length;
      const gaps = gapsOf(all).sort((a, b) => a - b);
      const agreeing = how('same') + how('tie');
      expect(row).toMatchObject({
        ...{ decisions: all.length, pods: new Set(all.map(({ pod }) => pod.uid)).size },
        ...{ same: how('same'), tie: how('tie'), differs: how('differs'), unknown: how('unknown') },
        pending: all.filter(({ outcome }) => outcome === 'pending').length,
        worse: gaps.length,
        worseP50: gaps[Math.ceil(gaps.length / 2) - 1] ?? null,
        worseMax: gaps.at(-1) ?? null,
        earlier: judgedOf(all).filter(({ agreement, changesBefore }) => agreement !== 'differs' && changesBefore > 0)
          .length,
        agreementRatio:
          all.length === how('unknown') ? null : Math.round((agreeing / (all.length - how('unknown'))) * 1e6) / 1e6,
      });
    }
  });

  test('is what SQL counts', async () => {
    const [counted] = await services.rows(
      `SELECT count(*)::int AS decisions, count(*) FILTER (WHERE observed ->> 'agreement' = 'differs')::int AS differs,
         count(*) FILTER (WHERE (observed ->> 'rank')::int > 1)::int AS worse,
         max((observed ->> 'ownTotal')::int - (observed ->> 'total')::int)
           FILTER (WHERE (observed ->> 'rank')::int > 1)::int AS "worseMax"
       FROM decisions WHERE cluster_id = $1`,
      [followed.id],
    );
    expect(Number(counted?.['worse'])).toBeGreaterThan(0);
    expect(await rows('agreement', 'cluster')).toMatchObject([counted]);
  });

  test('names the pods that are worse placed, and no others', async () => {
    const worse = decisions.filter(({ observed }) => observed?.agreement === 'differs' || (observed?.rank ?? 1) > 1);
    const found = await rows('agreement', 'pod');
    expect(found.map(({ group }) => group).sort()).toEqual(
      [...new Set(worse.map(({ pod }) => `${pod.namespace}/${pod.name}`))].sort(),
    );
  });
});

test('reports count what other schedulers decided', async () => {
  const bound = decisions.filter(({ outcome }) => outcome === 'observed');
  const [all] = await rows('decisions', 'cluster');
  expect(all).toMatchObject({ scheduled: 0, observed: bound.length, pending: decisions.length - bound.length });
  const made = new Map(
    source.events.map(({ object }) => (object as Pod).metadata).map((one) => [one?.uid, one?.creationTimestamp]),
  );
  const times = bound.map(({ pod, observed }) => Date.parse(observed?.at ?? '') - Date.parse(made.get(pod.uid) ?? ''));
  expect((await rows('waits', 'cluster'))[0]).toMatchObject({
    bindings: bound.length,
    meanMs: Math.round((times.reduce((sum, one) => sum + one, 0) / times.length) * 1_000) / 1_000,
    maxMs: Math.max(...times),
  });
});

describe('a comparison of what arrived in a real cluster', () => {
  test('places pods by each profile as its scheduler would have', async () => {
    // So many nodes that each pod finds one: pods that wait would be tried again.
    const options = { seed: seedOfCases(), nodes: 30, tieBreak: 'first' } as const;
    const spread = new RealCluster(options).run(40);
    const packed = new RealCluster({ ...options, profile: packing() }).run(40);
    const real = await FollowedCluster.create(services);
    await real.send(spread.events);
    await real.judged();
    const comparisons = new ComparisonService({ database: services.database, clusters: new PastClusters() });
    const request = { a: {}, b: { profile: { schedulerName: 'packing', ...PACKING } }, limit: 100 };
    const of = { since: 'revision:1' };
    const { pods, placements } = valueOf(await comparisons.compare(CALLER, { ...request, cluster: real.id, of }));
    const differing = spread.decisions.flatMap(({ pod, node }, index) => {
      const other = packed.decisions[index]?.node;
      return node === other ? [] : [{ pod: { name: pod }, a: { node }, b: { node: other } }];
    });
    expect(pods).toBe(spread.decisions.length);
    expect(placements.length).toBeGreaterThan(5);
    expect(placements).toMatchObject(differing);
  });
});
