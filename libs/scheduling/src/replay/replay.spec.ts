import fc from 'fast-check';
import { PastClusters } from '#state';
import type { ScheduleRequest } from '../runs/index.js';
import {
  randomWrites,
  type Write,
  CALLER,
  first,
  kindNamed,
  node,
  pod,
  scheduleAll,
  TestServices,
  valueOf,
} from '#test-services';
import type { ReplayReport, ReplaySelection } from './replay-report.js';
import { ReplayService, type ReplayProgress } from './replay.service.js';

let services: TestServices;
let replays: ReplayService;
beforeAll(async () => {
  services = await TestServices.create();
  replays = new ReplayService(services.database, { clusters: new PastClusters() });
});
afterAll(() => services.drop());

async function replay(cluster: string, selection: ReplaySelection = {}): Promise<ReplayReport> {
  return valueOf(await replays.replay(CALLER, { cluster, selection }));
}

const decisionsOf = async (cluster: string): Promise<number> =>
  Number(
    first(await services.rows<{ count: string }>('SELECT count(*) FROM decisions WHERE cluster_id = $1', [cluster]))
      .count,
  );

/** Everything that was decided in a cluster is decided alike again. */
async function expectIdentical(cluster: string): Promise<number> {
  const decisions = await decisionsOf(cluster);
  const { durationMs: _, decisionsPerSecond: _rate, parts: _parts, ...report } = await replay(cluster);
  expect(report).toEqual({
    decisions,
    identical: decisions,
    different: 0,
    notComparable: 0,
    differences: [],
    notCompared: [],
  });
  return decisions;
}

const schedule = (cluster: string, request: Partial<ScheduleRequest> = {}) =>
  services.scheduling.schedule(CALLER, { ...scheduleAll(cluster), ...request }, { wait: true });

/** Profiles that say other things of the same pods. */
const PROFILES = [
  undefined,
  'default-scheduler',
  {
    schedulerName: 'packing',
    pluginConfig: [
      {
        name: 'NodeResourcesFit',
        args: { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } },
      },
    ],
  },
  {
    schedulerName: 'default-scheduler',
    plugins: { score: { disabled: [{ name: '*' }], enabled: [{ name: 'NodeResourcesFit', weight: 3 }] } },
  },
] as const;

const settings = fc.record({
  profile: fc.constantFrom(...PROFILES),
  tieBreak: fc.constantFrom('first' as const, 'seeded' as const),
  seed: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  preemption: fc.constantFrom('off' as const, 'nominate' as const, 'evict' as const),
});

const somePods = fc.array(
  fc.record({
    cpu: fc.constantFrom('500m', '1', '2'),
    priority: fc.nat(2),
    scheduler: fc.constantFrom('default-scheduler', 'packing', 'nobody'),
  }),
  { minLength: 2, maxLength: 8 },
);

let made = 0;
const arrive = somePods.map(
  (specs): Write =>
    (cluster) =>
      services.import(
        cluster,
        specs.map(({ cpu, priority, scheduler }) => pod(`n${made++}`, { cpu }, { priority, schedulerName: scheduler })),
      ),
);
const budget = fc
  .constantFrom({ keep: 'full' as const }, { keep: 'none' as const }, { keep: 'top' as const, nodes: 1 })
  .map(
    (traces): Write =>
      (cluster) =>
        services.clusters.update(CALLER, cluster, { traceBudget: traces }),
  );

describe('what was decided is decided alike again', () => {
  test('after any writes and runs through any doors', async () => {
    let decided = 0;
    const inParts = services.anotherProcess({ partPods: 2 });
    const runs = fc.oneof(
      {
        weight: 3,
        arbitrary: settings.map(
          ({ profile, ...how }): Write =>
            (cluster) =>
              schedule(cluster, { ...how, ...(profile && { profile }) }),
        ),
      },
      {
        weight: 1,
        arbitrary: settings.map(
          ({ profile, ...how }): Write =>
            (cluster) =>
              inParts.scheduling.schedule(
                CALLER,
                { ...scheduleAll(cluster), ...how, ...(profile && { profile }) },
                { wait: true },
              ),
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('p', 'q', 'r').map(
          (name): Write =>
            (cluster) =>
              schedule(cluster, { pods: { names: [`default/${name}`] } }),
        ),
      },
    );
    const round = fc.tuple(
      randomWrites(() => services),
      fc.tuple(arrive, fc.option(budget)).map(([pods, other]) => (other === null ? [pods] : [other, pods])),
      fc.array(runs, { minLength: 1, maxLength: 2 }),
    );
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 5 }), async (rounds) => {
          const cluster = await services.clusterOf(node('a'), node('b'));
          for (const write of rounds.flat(2)) await write(cluster);
          decided += await expectIdentical(cluster);
        }),
        { numRuns: 25 },
      );
    } finally {
      await inParts.close();
    }
    expect(decided).toBeGreaterThan(200);
  }, 240_000);

  test('of a run, a part, a decision, a time, and of a dry run', async () => {
    const inParts = services.anotherProcess({ partPods: 2 });
    try {
      const cluster = await services.clusterOf(
        node('a'),
        node('b'),
        ...['p', 'q', 'r', 's', 't'].map((name) => pod(name)),
      );
      const dry = valueOf(await schedule(cluster, { dryRun: true, tieBreak: 'seeded', seed: 5n }));
      const { id: run } = valueOf(await inParts.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
      valueOf(await services.import(cluster, [pod('u')]));
      const { id: later } = valueOf(await schedule(cluster, { pods: { names: ['default/u', 'default/p'] } }));
      const { at } = first(await services.rows<{ at: Date }>('SELECT at FROM run_parts WHERE run_id = $1', [later]));
      const counted = async (selection: ReplaySelection): Promise<unknown> => {
        const { decisions, identical, parts } = await replay(cluster, selection);
        return [decisions, identical, parts];
      };
      expect(await counted({})).toEqual([7, 7, 4]);
      expect(await counted({ run })).toEqual([5, 5, 3]);
      expect(await counted({ run, part: 1 })).toEqual([2, 2, 1]);
      expect(await counted({ decision: `${run}.3` })).toEqual([1, 1, 1]);
      expect(await counted({ decision: `${later}.1` })).toEqual([1, 1, 1]);
      expect(await counted({ from: at })).toEqual([2, 2, 1]);
      expect(await counted({ until: at })).toEqual([5, 5, 3]);
      expect(await counted({ run: dry.id })).toEqual([5, 5, 1]);
      expect(await counted({ decision: `${dry.id}.4` })).toEqual([1, 1, 1]);
    } finally {
      await inParts.close();
    }
  });

  test('what was decided before its time was noted', async () => {
    const cluster = await services.clusterOf(
      node('a', { cpu: '1' }),
      pod('p'),
      pod('q', { cpu: '1' }, { priority: 1 }),
    );
    valueOf(await schedule(cluster, { preemption: 'evict' }));
    await services.connected(async (client) => {
      await client.query('SET session_replication_role = replica');
      await client.query('UPDATE run_parts SET decided_at = NULL WHERE cluster_id = $1', [cluster]);
    });
    expect(await expectIdentical(cluster)).toBe(2);
  });

  test('after its nodes and pods are gone, and on nothing', async () => {
    const cluster = await services.clusterOf(pod('p'));
    valueOf(await schedule(cluster));
    valueOf(await services.import(cluster, [node('a'), node('b'), pod('q')]));
    valueOf(await schedule(cluster));
    const [pods, nodes] = [
      { cluster, kind: kindNamed('Pod'), namespace: 'default' },
      { cluster, kind: kindNamed('Node'), namespace: '' },
    ];
    for (const name of ['p', 'q']) valueOf(await services.objects.delete(CALLER, pods, { name }));
    for (const name of ['b', 'a']) valueOf(await services.objects.delete(CALLER, nodes, { name }));
    valueOf(await services.import(cluster, [node('b'), pod('r')]));
    valueOf(await schedule(cluster));
    expect(await expectIdentical(cluster)).toBe(4);
  });
});

describe('what cannot be replayed', () => {
  test.each<[ReplaySelection, object]>([
    [{ run: 'none' }, { kind: 'RunNotFound', run: 'none' }],
    [{ decision: 'none.1' }, { kind: 'DecisionNotFound', decision: 'none.1' }],
  ])('%j is not there', async (selection, refusal) => {
    const cluster = await services.clusterOf(node('a'));
    expect(await replays.replay(CALLER, { cluster, selection })).toEqual({ refused: true, refusal });
    expect(await replays.replay(CALLER, { cluster: 'nowhere', selection })).toEqual({
      refused: true,
      refusal: { kind: 'ClusterNotFound', cluster: 'nowhere' },
    });
  });

  test('a part or a decision that the run does not have, and a dry run of several parts', async () => {
    const inParts = services.anotherProcess({ partPods: 1 });
    try {
      const cluster = await services.clusterOf(node('a'), pod('p'), pod('q'));
      const { id: dry } = valueOf(
        await inParts.scheduling.schedule(CALLER, { ...scheduleAll(cluster), dryRun: true }, { wait: true }),
      );
      const { id: run } = valueOf(await schedule(cluster));
      const refusal = async (selection: ReplaySelection): Promise<unknown> => {
        const outcome = await replays.replay(CALLER, { cluster, selection });
        return outcome.refused ? outcome.refusal : outcome.value;
      };
      expect(await refusal({ run, part: 1 })).toMatchObject({ kind: 'InvalidRequest', problems: [{ field: 'part' }] });
      expect(await refusal({ decision: `${run}.2` })).toEqual({ kind: 'DecisionNotFound', decision: `${run}.2` });
      expect(await refusal({ run: dry })).toMatchObject({ kind: 'RunNotReplayable', run: dry });
      await services.connected(async (client) => {
        await client.query('SET session_replication_role = replica');
        await client.query('DELETE FROM run_parts WHERE cluster_id = $1', [cluster]);
      });
      expect(await refusal({ run })).toEqual({
        kind: 'RunNotReplayable',
        run,
        reason: 'its parts are not kept any more',
      });
      expect(await refusal({})).toMatchObject({ decisions: 0, parts: 0 });
    } finally {
      await inParts.close();
    }
  });

  test('who stops it hears of nothing more', async () => {
    const cluster = await services.clusterOf(node('a'), pod('p'));
    valueOf(await schedule(cluster));
    const stop = new AbortController();
    const seen: ReplayProgress[] = [];
    const replayed = replays.replay(
      { ...CALLER, signal: stop.signal },
      { cluster, selection: {} },
      {
        progress: (progress) => {
          seen.push(progress);
          stop.abort(new Error('enough'));
        },
      },
    );
    await expect(replayed).rejects.toThrow('enough');
    expect(seen).toEqual([{ decisions: 0, identical: 0, different: 0, notComparable: 0, total: 1 }]);
  });
});
