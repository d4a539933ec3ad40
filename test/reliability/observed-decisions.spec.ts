import pg from 'pg';
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

describe('pods that wait for a node when they are first seen', () => {
  const kind = { apiVersion: 'v1', kind: 'Pod' };
  const capacity = { cpu: '4', memory: '8Gi', pods: '110' };
  const node = {
    ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'n' } },
    status: { capacity, allocatable: capacity },
  };
  const pod = (name: string, cpu: string, more: { spec?: object; status?: object } = {}): object => ({
    ...kind,
    metadata: { name, namespace: 'default', uid: name },
    spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }], ...more.spec },
    status: { phase: 'Pending', ...more.status },
  });
  const waiting = (message: string, more: object = {}): { status: object } => ({
    status: { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }], ...more },
  });
  const event = (type: string, object: object): object => ({ type, object, at: '2026-05-01T00:00:00.000Z' });

  test('have what is in their way after the whole list, and no agreement', async () => {
    const followed = await FollowedCluster.create(services);
    const message = '0/1 nodes are available: 1 Insufficient cpu.';
    await followed.send([
      event('ADDED', node),
      event('LIST_BEGIN', kind),
      event('ADDED', pod('waits', '2', waiting(message))),
      event('ADDED', pod('untried', '2')),
    ]);
    // The pod that takes the room is not named yet.
    expect(await followed.judged()).toEqual([]);
    await followed.send([event('ADDED', pod('runs', '3', { spec: { nodeName: 'n' } })), event('LIST_END', kind)]);
    expect(await followed.judged()).toMatchObject([
      {
        ...{ pod: { name: 'waits' }, outcome: 'pending', message, traceStored: 'full' },
        rejections: [{ plugin: 'NodeResourcesFit', reason: 'Insufficient cpu', nodes: { first: 1 } }],
        observed: { agreement: 'unknown', own: { outcome: 'unschedulable' }, reason: expect.stringContaining('list') },
      },
    ]);
    await followed.expectProven(1);
  });

  async function superuser(sql: string, id: string): Promise<void> {
    const client = new pg.Client({ connectionString: services.url });
    await client.connect();
    // History is append-only, for a superuser too.
    await client.query('SET session_replication_role = replica');
    await client.query(sql, [id]);
    await client.end();
  }

  test.each<[which: string, end: (followed: FollowedCluster) => Promise<unknown>]>([
    ['its mirror ends', (followed) => followed.send([], { ends: true })],
    [
      'its mirror has died',
      ({ id }) => superuser('UPDATE cluster_mirrors SET lapses_at = now() WHERE cluster_id = $1', id),
    ],
    [
      'it takes too long',
      ({ id }) => superuser("UPDATE changes SET at = at - interval '1 hour' WHERE cluster_id = $1", id),
    ],
  ])('are not waited for where their list has no end: %s', async (_, end) => {
    const followed = await FollowedCluster.create(services);
    const waits = event('ADDED', pod('waits', '2', waiting('0/1 nodes are available: 1 Insufficient cpu.')));
    await followed.send([event('ADDED', node), event('LIST_BEGIN', kind), waits]);
    expect(await followed.judged()).toEqual([]);
    await end(followed);
    expect(await followed.judged()).toMatchObject([{ pod: { name: 'waits' }, observed: { agreement: 'unknown' } }]);
  });

  test('are a decision again where they are nominated, with the same words', async () => {
    const followed = await FollowedCluster.create(services);
    const message = '0/1 nodes are available: 1 Insufficient cpu.';
    const nominated = waiting(message, { nominatedNodeName: 'n' });
    await followed.send([
      ...[event('ADDED', node), event('ADDED', pod('runs', '3', { spec: { nodeName: 'n' } }))],
      ...[event('ADDED', pod('p', '2')), event('MODIFIED', pod('p', '2', waiting(message)))],
      ...[event('MODIFIED', pod('p', '2', nominated)), event('MODIFIED', pod('p', '2', waiting(message)))],
    ]);
    const decisions = await followed.judged();
    expect(decisions.map(({ nominatedNode }) => nominatedNode).sort()).toEqual(['n', null]);
    await followed.expectProven(2);
  });
});
