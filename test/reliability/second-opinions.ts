import type { Decision } from '#audit';
import { seedOfCases } from '#test-cases';
import { RealCluster, type RealClusterOptions, type TestServices } from '#test-services';
import { FollowedCluster, isDiffering, packing } from './followed-cluster.js';

/** How many pods a scheduler decides, and what it does that for. */
export interface Opinions extends Pick<RealClusterOptions, 'most' | 'nodes'> {
  readonly pods: number;
}

type Followed = Readonly<{ real: RealCluster; decisions: readonly Decision[]; followed: FollowedCluster }>;

/** What a scheduler does, seen by a cluster that follows, and judged. */
async function follow(
  services: TestServices,
  { pods, ...size }: Opinions,
  {
    scheduler = {},
    profile,
    mirror = {},
  }: { scheduler?: Partial<RealClusterOptions>; profile?: object; mirror?: object } = {},
): Promise<Followed> {
  const real = new RealCluster({ seed: seedOfCases(), ...size, ...scheduler }).run(pods);
  const followed = await FollowedCluster.create(services, mirror);
  if (profile !== undefined) await followed.use(profile);
  await followed.send(real.events);
  return { real, followed, decisions: await followed.judged(pods > 100 ? 'one' : 'others') };
}

const differing = (decisions: readonly Decision[]): readonly Decision[] =>
  decisions.filter(({ observed }) => observed?.agreement === 'differs');

function expectNoDifference(decisions: readonly Decision[]): void {
  expect(differing(decisions).map(({ pod, observed }) => [pod.name, observed])).toEqual([]);
}

export async function expectAllAgree(services: TestServices, opinions: Opinions): Promise<void> {
  const { real, followed, decisions } = await follow(services, opinions);
  expect(decisions.length).toBe(real.decisions.length);
  const byPod = new Map(decisions.map((decision) => [decision.pod.name, decision]));
  for (const { pod, node } of real.decisions) {
    const decision = byPod.get(pod);
    expect([pod, decision?.outcome, decision?.node]).toEqual([pod, node === null ? 'pending' : 'observed', node]);
    expect([pod, decision?.observed?.reason, decision?.observed?.changesBefore]).toEqual([pod, null, 0]);
    const tie = (decision?.best?.ties ?? 1) > 1;
    expect([pod, decision?.observed?.agreement]).toEqual([pod, tie && node !== null ? 'tie' : 'same']);
  }
  await followed.expectProven(real.decisions.length);
}

/** Its scheduler packs pods, and is judged as if it spread them; both look at all nodes. */
export async function expectDifferencesOfProfile(services: TestServices, opinions: Opinions): Promise<void> {
  const mirror = { traces: 'disagreements', windowMs: 0 };
  const sides = { scheduler: { profile: packing() }, profile: { percentageOfNodesToScore: 100 } };
  const { real, followed, decisions } = await follow(services, opinions, { ...sides, mirror });
  const expected = real.decisions.filter(({ isDefault }) => !isDefault).map(({ pod }) => pod);
  expect(
    differing(decisions)
      .map(({ pod }) => pod.name)
      .sort(),
  ).toEqual(expected.sort());
  expect(expected.length).toBeGreaterThan(5);
  for (const { observed, traceStored } of differing(decisions)) {
    expect(observed).toMatchObject({ plugin: expect.any(String) as string, reason: expect.any(String) as string });
    expect((observed?.ownTotal ?? 0) - (observed?.total ?? 0)).toBeGreaterThan(0);
    expect(observed?.rank).toBeGreaterThan(1);
    expect(traceStored).toBe('full');
  }
  const agreeing = decisions.filter(({ outcome, observed }) => outcome === 'observed' && !isDiffering(observed));
  expect(new Set(agreeing.map(({ traceStored }) => traceStored))).toEqual(new Set(['none']));
  await followed.expectProven(decisions.length);
}

/** What its scheduler decided is seen up to two seconds later. */
export async function expectNoDifferenceWhereLate(
  services: TestServices,
  { unknown, ...opinions }: Opinions & { readonly unknown: number },
): Promise<void> {
  const { followed, decisions } = await follow(services, opinions, { scheduler: { lateMs: 2_000 } });
  expectNoDifference(decisions);
  // Where there are more plausible states than are looked at.
  expect(decisions.filter(({ observed }) => isDiffering(observed)).length).toBeLessThan(unknown);
  expect(decisions.some(({ observed }) => (observed?.changesBefore ?? 0) > 0)).toBe(true);
  await followed.expectProven(decisions.length);
}

/** Its scheduler scores a part of the nodes that fit, as its profile says, or fewer. */
export async function expectSamplesAgree(services: TestServices, { pods, most }: Opinions): Promise<void> {
  const opinions = { pods, nodes: 200, ...(most !== undefined && { most }) };
  const scheduler = { looksFor: 100, uneven: true };
  const reported = await follow(services, opinions, { scheduler, profile: { percentageOfNodesToScore: 5 } });
  expectNoDifference(reported.decisions);
  const ranks = reported.decisions.map(({ observed }) => observed?.rank ?? 1);
  expect(Math.max(...ranks)).toBeGreaterThan(1);
  for (const { observed } of reported.decisions)
    if ((observed?.rank ?? 1) > 1) expect(observed).toMatchObject({ agreement: 'same', looksFor: 100 });
  await reported.followed.expectProven(reported.decisions.length);

  const all = { scheduler, profile: { percentageOfNodesToScore: 100 }, mirror: { windowMs: 0 } };
  const unreported = await follow(services, opinions, all);
  const worse = unreported.decisions.filter(({ observed }) => (observed?.rank ?? 1) > 1);
  expect(differing(unreported.decisions)).toEqual(worse);
  expect(worse.length).toBeGreaterThan(0);
}
