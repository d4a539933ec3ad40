import type { Decision } from '#audit';
import { MirrorService } from '#cluster';
import { VerificationService } from '#integrity';
import { readProfile, type Profile } from '#scheduler';
import { ObservationService, ReplayService } from '#scheduling';
import { PastClusters } from '#state';
import { seedOfCases } from '#test-cases';
import { CALLER, RealCluster, TestServices, valueOf, type RealEvent } from '#test-services';

let services: TestServices;
let mirrors: MirrorService;
beforeAll(async () => {
  services = await TestServices.create();
  mirrors = new MirrorService(services.database);
});
afterAll(() => services.drop());

let made = 0;

interface Followed {
  readonly id: string;
  readonly send: (events: readonly (RealEvent | object)[], more?: object) => Promise<void>;
  readonly judged: () => Promise<readonly Decision[]>;
}

async function followed(more: object = {}): Promise<Followed> {
  const name = `real-${(made += 1)}`;
  const { id } = valueOf(await services.clusters.create(CALLER, { name, controllers: 'none' }));
  let sequence = 0;
  const send = async (events: readonly object[], asked: object = {}): Promise<void> => {
    for (let first = 0; first === 0 || first < events.length; first += 20) {
      const lines = events.slice(first, first + 20).map((event) => `${JSON.stringify(event)}\n`);
      const batch = { cluster: id, stream: 's', sequence: sequence++, body: linesOf(lines), ...asked };
      valueOf(await mirrors.follow(CALLER, batch));
    }
  };
  await send([], more);
  const judged = async (): Promise<readonly Decision[]> => {
    // As after a restart: each time another process judges what comes first.
    for (let areMore = true; areMore;) {
      const observations = new ObservationService(services.database, new PastClusters());
      ({ areMore } = valueOf(await observations.judge(CALLER, id)));
    }
    const { items } = valueOf(await services.decisions.list(CALLER, { cluster: id }, { filter: {}, pageSize: 10_000 }));
    return items;
  };
  return { id, send, judged };
}

async function* linesOf(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
}

/** Everything that was decided is decided alike again, and the log holds. */
async function expectProven(cluster: string, decisions: number): Promise<void> {
  const replays = new ReplayService(services.database, { clusters: new PastClusters() });
  const report = valueOf(await replays.replay(CALLER, { cluster, selection: {} }));
  expect(report).toMatchObject({ decisions, identical: decisions, differences: [], notCompared: [] });
  const verified = valueOf(await new VerificationService(services.database).verify(CALLER, { cluster }));
  expect(verified.checks.flatMap(({ violations }) => violations)).toEqual([]);
}

const byPod = (decisions: readonly Decision[]): Map<string, Decision> =>
  new Map(decisions.map((decision) => [decision.pod.name, decision]));

/** A scheduler that packs pods, where the default one spreads them. */
function packing(): Profile {
  const args = { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } };
  const read = readProfile({ pluginConfig: [{ name: 'NodeResourcesFit', args }] });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.profile;
}

describe('decisions of a real scheduler', () => {
  test('agree where it decides as Berth does, ties as ties', async () => {
    const real = new RealCluster({ seed: seedOfCases(), nodes: 6 }).run(60);
    const { id, send, judged } = await followed();
    await send(real.events);
    const decisions = byPod(await judged());
    expect(decisions.size).toBe(real.decisions.length);
    for (const { pod, node } of real.decisions) {
      const decision = decisions.get(pod);
      expect([pod, decision?.outcome, decision?.node]).toEqual([pod, node === null ? 'pending' : 'observed', node]);
      expect([pod, decision?.observed?.reason, decision?.observed?.changesBefore]).toEqual([pod, null, 0]);
      const tie = (decision?.best?.ties ?? 1) > 1;
      expect([pod, decision?.observed?.agreement]).toEqual([pod, tie && node !== null ? 'tie' : 'same']);
    }
    await expectProven(id, real.decisions.length);
  });

  test('differ where it decides otherwise, and nowhere else', async () => {
    const real = new RealCluster({ seed: seedOfCases(), nodes: 6, profile: packing() }).run(60);
    const { id, send, judged } = await followed({ traces: 'disagreements', windowMs: 0 });
    await send(real.events);
    const decisions = await judged();
    const differing = decisions.filter(({ observed }) => observed?.agreement === 'differs');
    const expected = real.decisions.filter(({ isDefault }) => !isDefault).map(({ pod }) => pod);
    expect(differing.map(({ pod }) => pod.name).sort()).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(5);
    for (const { observed, traceStored } of differing) {
      expect(observed).toMatchObject({ plugin: expect.any(String) as string, reason: expect.any(String) as string });
      expect((observed?.ownTotal ?? 0) - (observed?.total ?? 0)).toBeGreaterThan(0);
      expect(observed?.rank).toBeGreaterThan(1);
      expect(traceStored).toBe('full');
    }
    const agreeing = decisions.filter(({ outcome, observed }) => outcome === 'observed' && !isDiffering(observed));
    expect(new Set(agreeing.map(({ traceStored }) => traceStored))).toEqual(new Set(['none']));
    await expectProven(id, decisions.length);
  });

  test('agree with the profile that the scheduler has', async () => {
    const profile = packing();
    const real = new RealCluster({ seed: seedOfCases(), nodes: 6, profile }).run(30);
    const { id, send, judged } = await followed();
    const source = { schedulerName: 'default-scheduler', ...profileSource() };
    const configuration = { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' };
    valueOf(await services.profiles.import(CALLER, id, { configuration: { ...configuration, profiles: [source] } }));
    await send(real.events);
    const reasons = (await judged()).flatMap(({ observed }) => observed?.reason ?? []);
    expect(reasons).toEqual([]);
  });

  test('that are seen up to two seconds late are no disagreement, and name the state that agrees', async () => {
    const real = new RealCluster({ seed: seedOfCases(), nodes: 6, lateMs: 2_000 }).run(60);
    const { id, send, judged } = await followed();
    await send(real.events);
    const decisions = await judged();
    const differing = decisions.filter(({ observed }) => observed?.agreement === 'differs');
    expect(differing.map(({ pod, observed }) => [pod.name, observed])).toEqual([]);
    // Where there are more plausible states than are looked at.
    expect(decisions.filter(({ observed }) => isDiffering(observed)).length).toBeLessThan(6);
    expect(decisions.some(({ observed }) => (observed?.changesBefore ?? 0) > 0)).toBe(true);
    await expectProven(id, decisions.length);
  });
});

function isDiffering(observed: Decision['observed']): boolean {
  return observed?.agreement !== 'same' && observed?.agreement !== 'tie';
}

function profileSource(): object {
  const args = { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } };
  return { pluginConfig: [{ name: 'NodeResourcesFit', args }] };
}
