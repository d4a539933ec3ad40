import fc from 'fast-check';
import { arbitraryLog, PROFILES } from '../testing/arbitrary-log.js';
import type { LoggedDecision } from '../testing/made-log.js';
import { MadeLogs } from '../testing/made-logs.js';
import { namesObstacle, readTotals, type TotalsBy, type TotalsFilter, type TotalsQuery } from './totals.queries.js';
import { readWaits, type WaitsBy } from './waits.queries.js';

let logs: MadeLogs;
beforeAll(async () => {
  logs = await MadeLogs.create();
});
afterAll(() => logs.drop());

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
function weekOf(at: Date): string {
  const monday = new Date(at);
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return dayOf(monday);
}

/** The groups that one decision counts for, and as what. */
function groupsOf(one: LoggedDecision, groupBy: readonly TotalsBy[], filter: TotalsFilter): string[] {
  const {
    at,
    pod: { namespace },
    outcome,
    profile,
  } = one;
  if (
    [
      [filter.namespace, namespace],
      [filter.outcome, outcome],
      [filter.profile, profile],
    ].some(([asked, is]) => asked !== undefined && asked !== is)
  )
    return [];
  if ((filter.since !== undefined && at < filter.since) || (filter.until !== undefined && at >= filter.until))
    return [];
  const plain: Partial<Record<TotalsBy, string | null>> = {
    day: dayOf(at),
    week: weekOf(at),
    month: `${dayOf(at).slice(0, 7)}-01`,
    namespace,
    outcome,
    profile,
  };
  const asked =
    groupBy.some((name) => name === 'plugin' || name === 'reason' || name === 'resource') ||
    filter.plugin !== undefined ||
    filter.reason !== undefined;
  if (asked && outcome === 'scheduled' && filter.outcome === undefined && !groupBy.includes('outcome')) return [];
  const subjects = asked
    ? one.rejections
        .filter((r) => (filter.plugin ?? r.plugin) === r.plugin && (filter.reason ?? r.reason) === r.reason)
        .map(({ plugin, reason }) => ({ plugin, reason, resource: RESOURCES[reason] ?? null }))
    : [{}];
  const named = subjects.map((subject): Partial<Record<TotalsBy, string | null>> => ({ ...plain, ...subject }));
  const kept = named.filter((group) => !groupBy.includes('resource') || group.resource !== null);
  return [...new Set(kept.map((group) => JSON.stringify(groupBy.map((name) => group[name] ?? null))))];
}

const RESOURCES: Readonly<Record<string, string>> = {
  'Insufficient cpu': 'cpu',
  'Insufficient memory': 'memory',
  'Too many pods': 'pods',
};

const arbitraryTotals: fc.Arbitrary<Pick<TotalsQuery, 'groupBy' | 'filter'>> = fc.record({
  groupBy: fc.subarray<TotalsBy>(
    ['week', 'day', 'month', 'namespace', 'outcome', 'profile', 'plugin', 'reason', 'resource'],
    { minLength: 1, maxLength: 4 },
  ),
  // Few conditions at a time, so that something is left to count.
  filter: fc
    .subarray(['namespace', 'outcome', 'profile', 'plugin', 'reason', 'since', 'until'] as const, { maxLength: 2 })
    .chain((names) =>
      fc
        .record({
          namespace: fc.constantFrom('a', 'b'),
          outcome: fc.constantFrom('scheduled', 'unschedulable'),
          profile: fc.constantFrom(...PROFILES),
          plugin: fc.constantFrom('Fit', 'Taint'),
          reason: fc.constantFrom('Insufficient cpu', 'tainted {k: v}'),
          since: fc.constantFrom(new Date('2026-02-01'), new Date('2026-02-02')),
          until: fc.constantFrom(new Date('2026-02-03')),
        })
        .map((all): TotalsFilter => Object.fromEntries(names.map((name) => [name, all[name]]))),
    ),
});

test('totals are what counting every decision gives, however far the index is', async () => {
  let groups = 0;
  let again = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryLog,
      fc.nat(14),
      fc.array(arbitraryTotals, { minLength: 8, maxLength: 8 }),
      async (parts, indexedParts, queries) => {
        const log = await logs.logOf(parts, indexedParts);
        for (const given of queries) {
          // Profiles are distinguished only where decisions are counted as such; the service refuses the rest.
          const { profile: _, ...filter } = given.filter;
          const query = namesObstacle(given)
            ? {
                filter,
                groupBy: given.groupBy
                  .map((name) => (name === 'profile' ? 'outcome' : name))
                  .filter((name, index, all) => all.indexOf(name) === index),
              }
            : given;
          const counts = new Map<string, { attempts: number; pods: Set<string> }>();
          for (const one of log.written)
            for (const group of groupsOf(one, query.groupBy, query.filter)) {
              const sum = counts.get(group) ?? { attempts: 0, pods: new Set() };
              sum.pods.add(one.pod.name);
              counts.set(group, { attempts: sum.attempts + 1, pods: sum.pods });
            }
          const found = await logs.read((tx) =>
            readTotals(tx, { clusterId: log.cluster, ...query, offset: 0, limit: 1000 }),
          );
          expect(
            new Map(
              found.map(({ group, attempts, pods }) => [
                JSON.stringify(query.groupBy.map((name) => group[name])),
                { attempts, pods },
              ]),
            ),
          ).toEqual(new Map([...counts].map(([group, sum]) => [group, { ...sum, pods: sum.pods.size }])));
          again += found.filter(({ attempts, pods }) => attempts > (pods ?? 0)).length;
          groups += found.length;
        }
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
  expect(groups).toBeGreaterThan(50);
  expect(again).toBeGreaterThan(10);
}, 120_000);

test('totals of one run are what counting its decisions gives, however far the index is', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryLog, fc.nat(14), arbitraryTotals, async (parts, indexedParts, { groupBy: asked }) => {
      const log = await logs.logOf(parts, indexedParts);
      const groupBy = asked.map((name) => (name === 'profile' ? 'outcome' : name));
      if (new Set(groupBy).size < groupBy.length) return;
      for (const run of new Set(log.written.map(({ id }) => runOf(id)))) {
        const counts = new Map<string, number>();
        for (const one of log.written.filter(({ id }) => runOf(id) === run))
          for (const group of groupsOf(one, groupBy, {})) counts.set(group, (counts.get(group) ?? 0) + 1);
        const found = await logs.read((tx) =>
          readTotals(tx, { clusterId: log.cluster, groupBy, filter: { run }, offset: 0, limit: 1000 }),
        );
        expect(
          new Map(
            found.map(({ group, attempts }) => [JSON.stringify(groupBy.map((name) => group[name] ?? null)), attempts]),
          ),
        ).toEqual(counts);
        runs += 1;
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
  expect(runs).toBeGreaterThan(20);
}, 120_000);

/** The id of a decision is that of its run and its ordinal. */
const runOf = (id: string): string => id.split('.')[0] ?? '';

test('obstacles and nodes are those of the plugin, the reason or both', async () => {
  const nodes = (first: number, any: number, sole: number) => ({ first, any, sole, only: sole });
  const pod = { name: 'p', namespace: 'a', labels: {}, fate: 'there' } as const;
  const decision = { pod, outcome: 'unschedulable', node: null, profile: null, waitedMs: null } as const;
  const [cpu, memory, taint] = (['Insufficient cpu', 'Insufficient memory', 'tainted'] as const).map(
    (reason, index) => ({
      plugin: index < 2 ? 'Fit' : 'Taint',
      code: 'Unschedulable',
      reason,
      nodes: nodes(index, 3, index === 0 ? 1 : 0),
    }),
  );
  if (cpu === undefined || memory === undefined || taint === undefined) throw new Error('no rejections');
  const log = await logs.logOf(
    [
      {
        run: 1,
        others: 0,
        minutes: 0,
        decisions: [
          { ...decision, rejections: [cpu, memory] },
          { ...decision, rejections: [cpu, taint] },
          { ...decision, rejections: [taint] },
        ],
      },
    ],
    0,
  );
  const totals = (groupBy: readonly TotalsBy[], rest: Partial<TotalsQuery> = {}) =>
    logs.read((tx) => readTotals(tx, { clusterId: log.cluster, filter: {}, groupBy, offset: 0, limit: 9, ...rest }));
  expect(await totals(['plugin'])).toEqual([
    {
      group: { plugin: 'Fit' },
      attempts: 2,
      pods: 1,
      obstacles: { first: 1, any: 2, sole: 2, only: 2, alone: 1 },
      nodes: { first: 1, any: 9, sole: 2, only: 2 },
    },
    {
      group: { plugin: 'Taint' },
      attempts: 2,
      pods: 1,
      obstacles: { first: 2, any: 2, sole: 0, only: 0, alone: 1 },
      nodes: { first: 4, any: 6, sole: 0, only: 0 },
    },
  ]);
  expect(
    (await totals(['plugin', 'reason'])).map(({ group, obstacles: { alone } }) => [group.plugin, group.reason, alone]),
  ).toEqual([
    ['Fit', 'Insufficient cpu', 0],
    ['Fit', 'Insufficient memory', 0],
    ['Taint', 'tainted', 1],
  ]);
  expect(
    (await totals(['resource'], { orderBy: 'nodesFirst' })).map(({ group, nodes: { first } }) => [
      group.resource,
      first,
    ]),
  ).toEqual([
    ['memory', 1],
    ['cpu', 0],
  ]);
  expect(
    (await totals(['week', 'namespace', 'resource'], { top: 1 })).map(({ group, attempts }) => ({
      ...group,
      attempts,
    })),
  ).toEqual([{ week: '2026-01-26', namespace: 'a', resource: 'cpu', attempts: 2 }]);
  expect((await totals(['reason'], { offset: 1, limit: 1 })).map(({ group }) => group.reason)).toEqual([
    'Insufficient memory',
  ]);
});

test('waits are within their error of the true ones', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryLog,
      fc.nat(14),
      fc.subarray<WaitsBy>(['week', 'day', 'namespace'], { maxLength: 2 }),
      async (parts, indexedParts, groupBy) => {
        const log = await logs.logOf(parts, indexedParts);
        const waits = new Map<string, number[]>();
        for (const {
          outcome,
          waitedMs,
          at,
          pod: { namespace },
        } of log.written) {
          if (outcome !== 'scheduled' || waitedMs === null) continue;
          const key = JSON.stringify(
            groupBy.map((name) => (name === 'namespace' ? namespace : name === 'day' ? dayOf(at) : weekOf(at))),
          );
          waits.set(key, [...(waits.get(key) ?? []), waitedMs]);
        }
        const found = await logs.read((tx) =>
          readWaits(tx, { clusterId: log.cluster, filter: {}, groupBy, offset: 0, limit: 1000 }),
        );
        expect(found.map(({ group }) => JSON.stringify(groupBy.map((name) => group[name])))).toEqual(
          [...waits.keys()].sort(),
        );
        for (const { group, bindings, meanMs, maxMs, p50Ms, p95Ms, p99Ms } of found) {
          const own = (waits.get(JSON.stringify(groupBy.map((name) => group[name]))) ?? []).sort((a, b) => a - b);
          expect([bindings, maxMs, meanMs]).toEqual([
            own.length,
            own.at(-1),
            Math.round(own.reduce((sum, ms) => sum + ms, 0) / own.length),
          ]);
          for (const [share, answered] of [
            [0.5, p50Ms],
            [0.95, p95Ms],
            [0.99, p99Ms],
          ] as const) {
            const exact = own[Math.ceil(share * own.length) - 1] ?? 0;
            expect(Math.abs(answered - exact)).toBeLessThanOrEqual(0.025 * exact + 1);
            compared += 1;
          }
        }
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(20);
}, 120_000);
