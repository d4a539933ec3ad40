import { seedOfCases } from '#test-cases';
import { RealCluster, TestServices } from '#test-services';
import { FollowedCluster, packing, PACKING } from './followed-cluster.js';
import {
  expectAllAgree,
  expectDifferencesOfProfile,
  expectNoDifferenceWhereLate,
  expectSamplesAgree,
} from './second-opinions.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const FEW = { pods: 60, nodes: 6 };

describe('decisions of a real scheduler', () => {
  test('agree where it decides as Berth does, ties as ties', () => expectAllAgree(services, FEW));

  test('differ where it decides otherwise, and nowhere else', () => expectDifferencesOfProfile(services, FEW));

  test('agree with the profile that the scheduler has', async () => {
    const real = new RealCluster({ seed: seedOfCases(), nodes: 6, profile: packing() }).run(30);
    const followed = await FollowedCluster.create(services);
    await followed.use(PACKING);
    await followed.send(real.events);
    const reasons = (await followed.judged()).flatMap(({ observed }) => observed?.reason ?? []);
    expect(reasons).toEqual([]);
  });

  test('that are seen up to two seconds late are no disagreement, and name the state that agrees', () =>
    expectNoDifferenceWhereLate(services, { ...FEW, unknown: 6 }));

  test('of a part of the nodes agree where it is the part that the profile says', () =>
    expectSamplesAgree(services, FEW));

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
