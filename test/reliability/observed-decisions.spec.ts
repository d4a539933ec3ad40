import type { Decision } from '#audit';
import { seedOfCases } from '#test-cases';
import { RealCluster, TestServices } from '#test-services';
import { FollowedCluster, isDiffering, packing, PACKING } from './followed-cluster.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const byPod = (decisions: readonly Decision[]): Map<string, Decision> =>
  new Map(decisions.map((decision) => [decision.pod.name, decision]));

describe('decisions of a real scheduler', () => {
  test('agree where it decides as Berth does, ties as ties', async () => {
    const real = new RealCluster({ seed: seedOfCases(), nodes: 6 }).run(60);
    const followed = await FollowedCluster.create(services);
    await followed.send(real.events);
    const decisions = byPod(await followed.judged());
    expect(decisions.size).toBe(real.decisions.length);
    for (const { pod, node } of real.decisions) {
      const decision = decisions.get(pod);
      expect([pod, decision?.outcome, decision?.node]).toEqual([pod, node === null ? 'pending' : 'observed', node]);
      expect([pod, decision?.observed?.reason, decision?.observed?.changesBefore]).toEqual([pod, null, 0]);
      const tie = (decision?.best?.ties ?? 1) > 1;
      expect([pod, decision?.observed?.agreement]).toEqual([pod, tie && node !== null ? 'tie' : 'same']);
    }
    await followed.expectProven(real.decisions.length);
  });

  test('differ where it decides otherwise, and nowhere else', async () => {
    const real = new RealCluster({ seed: seedOfCases(), nodes: 6, profile: packing() }).run(60);
    const followed = await FollowedCluster.create(services, { traces: 'disagreements', windowMs: 0 });
    await followed.send(real.events);
    const decisions = await followed.judged();
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
    await followed.expectProven(decisions.length);
  });

  test('agree with the profile that the scheduler has', async () => {
    const real = new RealCluster({ seed: seedOfCases(), nodes: 6, profile: packing() }).run(30);
    const followed = await FollowedCluster.create(services);
    await followed.use(PACKING);
    await followed.send(real.events);
    const reasons = (await followed.judged()).flatMap(({ observed }) => observed?.reason ?? []);
    expect(reasons).toEqual([]);
  });

  test('that are seen up to two seconds late are no disagreement, and name the state that agrees', async () => {
    const real = new RealCluster({ seed: seedOfCases(), nodes: 6, lateMs: 2_000 }).run(60);
    const followed = await FollowedCluster.create(services);
    await followed.send(real.events);
    const decisions = await followed.judged();
    const differing = decisions.filter(({ observed }) => observed?.agreement === 'differs');
    expect(differing.map(({ pod, observed }) => [pod.name, observed])).toEqual([]);
    // Where there are more plausible states than are looked at.
    expect(decisions.filter(({ observed }) => isDiffering(observed)).length).toBeLessThan(6);
    expect(decisions.some(({ observed }) => (observed?.changesBefore ?? 0) > 0)).toBe(true);
    await followed.expectProven(decisions.length);
  });

  test('that found no node for what was bound before and is seen later are no disagreement', async () => {
    const real = new RealCluster({ seed: seedOfCases(), nodes: 2, lateMs: 400, disordered: true }).run(60);
    const followed = await FollowedCluster.create(services);
    await followed.send(real.events);
    const decisions = await followed.judged();
    const failed = decisions.filter(({ outcome }) => outcome === 'pending');
    const differing = failed.filter(({ observed }) => observed?.agreement === 'differs');
    expect(differing.map(({ pod, observed }) => [pod.name, observed])).toEqual([]);
    expect(failed.some(({ observed }) => (observed?.assumed ?? 0) > 0)).toBe(true);
    await followed.expectProven(decisions.length);
  });
});
