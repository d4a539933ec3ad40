import pg from 'pg';
import type { Decision } from '#audit';
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
    const real = new RealCluster({ seed: seedOfCases(), nodes: 2, lateMs: 400, disordered: true }).run(120);
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

describe('pods that wait for their volumes on the node that was chosen for them', () => {
  const capacity = { cpu: '4', memory: '8Gi', pods: '110' };
  const at = (seconds: number): string => new Date(Date.UTC(2026, 4, 1, 0, 0, seconds)).toISOString();
  const added = (seconds: number, kind: string, object: object): object => ({
    ...{ type: 'ADDED', at: at(seconds) },
    object: { apiVersion: kind === 'StorageClass' ? 'storage.k8s.io/v1' : 'v1', kind, ...object },
  });
  const named = (name: string, more: object = {}): object => ({ name, namespace: 'default', uid: name, ...more });
  const pod = (name: string, cpu: string, { message, claim }: { message?: string; claim?: string }): object => ({
    metadata: named(name),
    spec: {
      containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }],
      volumes: claim === undefined ? [] : [{ name: 'v', persistentVolumeClaim: { claimName: claim } }],
    },
    status: {
      phase: 'Pending',
      ...(message !== undefined && {
        conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }],
      }),
    },
  });
  const claim = (name: string, node?: string): object => ({
    metadata: named(name, { annotations: node && { 'volume.kubernetes.io/selected-node': node } }),
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'wait', resources: { requests: { storage: '1Gi' } } },
  });
  const full = '0/1 nodes are available: 1 Insufficient cpu.';

  const refused = (seconds: number, name: string): object[] => [
    added(seconds, 'Pod', pod(name, '2', {})),
    { ...added(seconds + 10, 'Pod', pod(name, '2', { message: full })), type: 'MODIFIED' },
  ];

  test('take room there until they are bound, and may do so again where they have failed', async () => {
    const followed = await FollowedCluster.create(services);
    const mode = { provisioner: 'example.com/slow', volumeBindingMode: 'WaitForFirstConsumer' };
    const failed = pod('waits', '3', { claim: 'c', message: 'binding volumes: context deadline exceeded' });
    await followed.send([
      added(0, 'Node', { metadata: { name: 'n', uid: 'n' }, status: { capacity, allocatable: capacity } }),
      added(0, 'StorageClass', { metadata: { name: 'wait', uid: 'wait' }, ...mode }),
      added(1, 'Pod', pod('waits', '3', { claim: 'c' })),
      added(2, 'PersistentVolumeClaim', claim('c', 'n')),
      ...refused(60, 'refused'),
      { ...added(120, 'Pod', failed), type: 'MODIFIED' },
      ...refused(180, 'retried'),
      { ...added(240, 'PersistentVolumeClaim', claim('c')), type: 'MODIFIED' },
      ...refused(300, 'fits'),
    ]);
    const decisions = await followed.judged();
    const seen = decisions.map(({ pod: { name }, observed }) => {
      return [name, observed?.agreement, observed?.awaitingVolumes];
    });
    expect(seen).toEqual(
      expect.arrayContaining([
        ['refused', 'same', 1],
        ['retried', 'same', 1],
        ['fits', 'differs', 0],
      ]),
    );
    await followed.expectProven(decisions.length);
  });

  test('take room there while volumes of it are reserved, and are judged on the state before that', async () => {
    const followed = await FollowedCluster.create(services);
    const mode = { provisioner: 'kubernetes.io/no-provisioner', volumeBindingMode: 'WaitForFirstConsumer' };
    const local = (claimRef?: object): object => {
      const term = { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['n'] }] };
      const affinity = { required: { nodeSelectorTerms: [term] } };
      const capacities = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'wait' };
      return {
        metadata: { name: 'v', uid: 'v' },
        spec: { ...capacities, nodeAffinity: affinity, ...(claimRef && { claimRef }) },
        status: { phase: 'Available' },
      };
    };
    const unbound = claim('c') as { readonly spec: object };
    const waiting = pod('waits', '3', { claim: 'c' }) as { readonly spec: object };
    const placed = (one: object): object => ({ ...one, spec: { ...(one as typeof waiting).spec, nodeName: 'n' } });
    const labels = { 'kubernetes.io/hostname': 'n' };
    const notBound = 'running PreBind plugin "VolumeBinding": binding volumes: provisioning failed for PVC "d"';
    await followed.send([
      added(0, 'Node', { metadata: { name: 'n', uid: 'n', labels }, status: { capacity, allocatable: capacity } }),
      added(0, 'StorageClass', { metadata: { name: 'wait', uid: 'wait' }, ...mode }),
      added(0, 'PersistentVolume', local()),
      added(1, 'PersistentVolumeClaim', unbound),
      added(1, 'Pod', waiting),
      { ...added(60, 'PersistentVolume', local({ namespace: 'default', name: 'c', uid: 'c' })), type: 'MODIFIED' },
      ...refused(70, 'refused'),
      added(90, 'Pod', placed(pod('other', '2', {}))),
      {
        ...added(91, 'PersistentVolumeClaim', { ...unbound, spec: { ...unbound.spec, volumeName: 'v' } }),
        type: 'MODIFIED',
      },
      { ...added(100, 'Pod', placed(waiting)), type: 'MODIFIED' },
      added(110, 'Pod', pod('fails', '1', {})),
      { ...added(120, 'Pod', pod('fails', '1', { message: notBound })), type: 'MODIFIED' },
    ]);
    const decisions = await followed.judged();
    const seen = decisions.map(({ pod: { name }, observed }) => [
      name,
      observed?.agreement,
      observed?.awaitingVolumes,
      observed?.reason,
    ]);
    expect(seen).toEqual(
      expect.arrayContaining([
        ['refused', 'same', 1, null],
        ['waits', 'same', 0, null],
        ['fails', 'unknown', 0, expect.stringContaining('found a node and failed to bind')],
      ]),
    );
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

describe('nominations of a real scheduler', () => {
  const AT = '2026-05-01T00:00:00.000Z';
  const capacity = { cpu: '4', memory: '8Gi', pods: '110' };
  const event = (type: string, object: object): object => ({ type, object, at: AT });
  const node = (name: string): object => ({
    ...{ apiVersion: 'v1', kind: 'Node', metadata: { name, uid: name } },
    status: { capacity, allocatable: capacity },
  });
  interface PodParts {
    readonly priority: number;
    readonly on?: string;
    readonly cpu?: string;
    readonly status?: object;
  }
  const pod = (name: string, { priority, on, cpu = '3', status = { phase: 'Pending' } }: PodParts): object => ({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default', uid: name } },
    spec: {
      ...{ priority, ...(on !== undefined && { nodeName: on }) },
      containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }],
    },
    status,
  });
  /** Those about the pods that are nominated: what becomes of the others are decisions of their own. */
  async function judged(followed: FollowedCluster): Promise<readonly Decision[]> {
    const decisions = await followed.judged();
    await followed.expectProven(decisions.length);
    return decisions.filter(({ observed }) => observed?.eviction === undefined);
  }
  const message = '0/2 nodes are available: 2 Insufficient cpu.';
  const nominatedTo = (nominatedNodeName: string): object => ({
    ...{ phase: 'Pending', nominatedNodeName },
    conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }],
  });
  const evictedBy = (by: string): object => ({
    phase: 'Running',
    conditions: [
      {
        ...{ type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' },
        ...{ message: `${by}: preempting to accommodate a higher priority pod`, lastTransitionTime: AT },
      },
    ],
  });
  const pods: Readonly<Record<string, PodParts>> = {
    cheap: { priority: 1, on: 'a' },
    dear: { priority: 5, on: 'b' },
    tiny: { priority: 1, on: 'a', cpu: '10m' },
    equal: { priority: 10, on: 'c' },
  };
  const going = (name: string, by = 'default-scheduler'): object =>
    event('MODIFIED', pod(name, { ...(pods[name] ?? { priority: 0 }), status: evictedBy(by) }));

  const cases: [name: string, node: string, evictions: object[], decision: object][] = [
    [
      'agree where least is lost, and name the victims',
      'a',
      [going('cheap')],
      { victims: [{ name: 'cheap' }], observed: { agreement: 'same', rank: 1, plugin: null, own: { node: 'a' } } },
    ],
    [
      'differ where less is lost elsewhere',
      'b',
      [going('dear')],
      {
        victims: [{ name: 'dear' }],
        observed: {
          ...{ agreement: 'differs', rank: 2, plugin: 'DefaultPreemption', own: { outcome: 'nominated', node: 'a' } },
          reason: 'on a less is lost: the lowest priority of the most important victim decides',
        },
      },
    ],
    [
      'differ where a pod goes that need not',
      'a',
      [going('cheap'), going('tiny')],
      {
        victims: [{ name: 'cheap' }, { name: 'tiny' }],
        observed: { agreement: 'differs', reason: '1 of the 2 pods that it evicted need not go' },
      },
    ],
    [
      'differ where no eviction helps',
      'c',
      [],
      {
        victims: [],
        observed: {
          ...{ agreement: 'differs', rank: null, plugin: 'DefaultPreemption' },
          reason: 'on c evictions do not help: No preemption victims found for incoming pod',
        },
      },
    ],
    [
      'are not charged with what another scheduler evicts',
      'a',
      [going('tiny', 'other')],
      { victims: [], observed: { agreement: 'same' } },
    ],
  ];
  test.each(cases)('%s', async (_, nominated, evictions, decision) => {
    const followed = await FollowedCluster.create(services);
    await followed.send([
      ...['a', 'b', 'c'].map((name) => event('ADDED', node(name))),
      ...Object.entries(pods).map(([name, parts]) => event('ADDED', pod(name, parts))),
      event('ADDED', pod('p', { priority: 10 })),
      event('MODIFIED', pod('p', { priority: 10, status: nominatedTo(nominated) })),
      ...evictions,
    ]);
    expect(await judged(followed)).toMatchObject([{ outcome: 'pending', nominatedNode: nominated, ...decision }]);
  });

  test('have the victims that they need where another pod is nominated to the node meanwhile', async () => {
    const followed = await FollowedCluster.create(services);
    await followed.send([
      ...['a', 'b', 'c'].map((name) => event('ADDED', node(name))),
      ...Object.entries(pods).map(([name, parts]) => event('ADDED', pod(name, parts))),
      ...['p', 'other'].map((name) => event('ADDED', pod(name, { priority: 10 }))),
      event('MODIFIED', pod('p', { priority: 10, status: nominatedTo('a') })),
      ...[going('cheap'), going('tiny')],
      event('MODIFIED', pod('other', { priority: 10, status: nominatedTo('a') })),
    ]);
    const first = (await judged(followed)).find((one) => one.pod.name === 'p');
    expect(first).toMatchObject({ victims: [{ name: 'cheap' }], observed: { agreement: 'same' } });
  });

  test('are left as they are by an attempt that waits for the evictions', async () => {
    const followed = await FollowedCluster.create(services);
    const cheap = pod('cheap', { priority: 1, on: 'a', status: evictedBy('default-scheduler') });
    const { metadata } = cheap as { readonly metadata: object };
    const going = { ...cheap, metadata: { ...metadata, deletionTimestamp: AT, deletionGracePeriodSeconds: 30 } };
    const { conditions, ...nominated } = nominatedTo('a') as { readonly conditions: readonly object[] };
    const ends =
      'no new claims to deallocate, preemption: not eligible due to a terminating pod on the nominated node.';
    const waits = { ...nominated, conditions: conditions.map((one) => ({ ...one, message: `${message} ${ends}` })) };
    await followed.send([
      ...['a', 'b', 'c'].map((name) => event('ADDED', node(name))),
      ...Object.entries(pods).map(([name, parts]) => event('ADDED', pod(name, parts))),
      event('ADDED', pod('p', { priority: 10 })),
      event('MODIFIED', pod('p', { priority: 10, status: nominatedTo('a') })),
      event('MODIFIED', going),
      event('MODIFIED', pod('p', { priority: 10, status: waits })),
    ]);
    const decisions = await judged(followed);
    const full = '0/3 nodes are available: 3 Insufficient cpu.';
    expect(decisions.map(({ victims, observed }) => [victims.length, observed?.agreement, observed?.own])).toEqual([
      [1, 'same', { outcome: 'nominated', node: 'a', message: full }],
      [0, 'same', { outcome: 'unschedulable', node: null, message: `${full} ${ends}` }],
    ]);
  });
});
