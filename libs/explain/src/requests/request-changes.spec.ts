import { defaultProfile, IncomingPod, placedPod, Snapshot, type Node, type Pod } from '#scheduler';
import { overheadOf, stepOf, withRequest } from './changed-request.js';
import { nearestInWords, requestChanges, type Contest, type ContestEnd } from './request-changes.js';

const profile = defaultProfile();

const node = (name: string, allocatable: Record<string, string>): Node => ({
  metadata: { name },
  status: { allocatable: { pods: '10', ...allocatable } },
});

const asks = (requests: Record<string, string>): Pod => ({
  metadata: { name: 'p', namespace: 'shop', uid: 'p' },
  spec: { containers: [{ name: 'c', resources: { requests } }] },
});

function snapshotWith(nodes: readonly Node[], bound: readonly Pod[] = []): Snapshot {
  const snapshot = new Snapshot({});
  for (const one of nodes) snapshot.addNode(one);
  for (const pod of bound) snapshot.addPod(placedPod(pod), snapshot.rowOf(pod.spec?.nodeName ?? '') ?? -1);
  return snapshot;
}

function ended(contest: Omit<Contest, 'profile' | 'tie'> & Partial<Contest>): ContestEnd {
  const search = requestChanges({ profile, tie: 'first', ...contest });
  for (let step = search.next(); ; step = search.next()) if (step.done === true) return step.value;
}

const reported = ({ changes }: ContestEnd): string[] =>
  changes.map(({ resource, from, to, winner }) => `${resource} ${from} -> ${to}: ${winner ?? 'none'}`);

test('a pod that fits nowhere, and the most that it may request', () => {
  const snapshot = snapshotWith([node('a', { cpu: '4', memory: '8Gi' }), node('b', { cpu: '2', memory: '32Gi' })]);
  const pod = asks({ cpu: '6', memory: '1Gi' });
  const end = ended({ snapshot, pod, row: null });
  expect([end.holds, reported(end)]).toEqual([true, ['cpu 6 -> 4: a']]);
  expect(end.changes[0]).toMatchObject({ share: 0.333, sentence: 'With 4 cpu instead of 6 it would go to a.' });
  const both = ended({ snapshot, pod: asks({ cpu: '6', memory: '64Gi' }), row: null });
  expect(both).toEqual({ holds: true, changes: [], mayHaveMore: false });
});

test('a pod that stands, and how much more there is room for', () => {
  const snapshot = snapshotWith([node('a', { cpu: '4', memory: '8Gi' })]);
  const end = ended({ snapshot, pod: asks({ cpu: '1500m', memory: '1000Ki' }), row: 0 });
  expect(reported(end)).toEqual(['cpu 1500m -> 4001m: none', 'memory 1000Ki -> 8193Mi: none']);
  expect(end.changes[0]?.sentence).toBe('With 4001m cpu instead of 1500m no node would fit.');
});

test('where a tie is drawn, only more points are sure to win', () => {
  const two = [node('a', { cpu: '4', memory: '8Gi' }), node('b', { cpu: '4', memory: '8Gi' })];
  const contest = { snapshot: snapshotWith(two), pod: asks({ cpu: '1', memory: '1Gi' }), row: 1 };
  expect(ended(contest).holds).toBe(false);
  expect(ended({ ...contest, tie: 'seeded' }).holds).toBe(true);
});

test('of an extended resource every number is looked at', () => {
  const gpus = (name: string, count: string): Node => node(name, { cpu: '4', memory: '8Gi', 'nvidia.com/gpu': count });
  const snapshot = snapshotWith([gpus('a', '1'), gpus('b', '4')]);
  const end = ended({ snapshot, pod: asks({ 'nvidia.com/gpu': '3' }), row: 1 });
  expect(reported(end)).toContain('nvidia.com/gpu 3 -> 1: a');
  expect(reported(end)).toContain('nvidia.com/gpu 3 -> 5: none');
});

test.each<[string, Contest['row'], Node[], [string, Record<string, string>][], Record<string, string>, string]>([
  [
    'an island of smaller requests, far from what it is',
    1,
    [
      node('a', { cpu: '1500m', memory: '7Gi' }),
      node('b', { cpu: '2500m', memory: '6Gi' }),
      node('c', { cpu: '1', memory: '5Gi' }),
      node('d', { cpu: '3500m', memory: '4Gi' }),
    ],
    [
      ['a', { cpu: '600m', memory: '2Gi' }],
      ['a', { cpu: '100m', memory: '1920Mi' }],
    ],
    { cpu: '50m', memory: '4864Mi' },
    'memory 4864Mi -> 256Mi: c',
  ],
  [
    'a request nearer than a sample finds',
    2,
    [
      node('a', { cpu: '3', memory: '8Gi' }),
      node('b', { cpu: '1500m', memory: '6Gi' }),
      node('c', { cpu: '2', memory: '3Gi' }),
    ],
    [
      ['a', { cpu: '700m', memory: '1536Mi' }],
      ['a', { cpu: '500m', memory: '1Gi' }],
    ],
    { cpu: '1600m', memory: '1920Mi' },
    'memory 1920Mi -> 2827Mi: a',
  ],
])('in small clusters every request is tried: %s', (_what, row, nodes, bound, requests, found) => {
  const pods = bound.map(([on, own], at) => {
    const { metadata, spec } = asks(own);
    return { metadata: { ...metadata, name: `b${at}`, uid: `b${at}` }, spec: { ...spec, nodeName: on } };
  });
  const end = ended({ snapshot: snapshotWith(nodes, pods), pod: asks(requests), row });
  expect(reported(end)).toContain(found);
  expect(end.changes.every(({ isNearest }) => isNearest)).toBe(true);
});

test('where not every request is tried, what is found is at most that, and what is not found may be there', () => {
  const nodes = Array.from({ length: 600 }, (_, at) => node(`n${at}`, { cpu: '1', memory: '1Gi' }));
  const end = ended({ snapshot: snapshotWith(nodes), pod: asks({ cpu: '500m', memory: '512Mi' }), row: 0 });
  const nearest = 'With 1001m cpu instead of 500m no node would fit, at most: a nearer request may do as well.';
  expect(end.changes.map(({ to, isNearest, sentence }) => [to, isNearest, sentence])).toContainEqual([
    '1001m',
    false,
    nearest,
  ]);
  expect(end.mayHaveMore).toBe(true);
  expect(nearestInWords(end, 'it would go elsewhere')).toMatch(/not every request was tried\.$/);
});

const container = (cpu?: string, more: object = {}) => ({
  ...(cpu !== undefined && { resources: { requests: { cpu } } }),
  ...more,
});
const always = { restartPolicy: 'Always' };

test.each<[string, NonNullable<Pod['spec']>, number[]]>([
  ['one container', { containers: [container('2')] }, [0, 1, 1999, 2001, 9000]],
  ['one that says nothing', { containers: [container()] }, [1, 100]],
  ['several', { containers: [container('1'), container(), container('2')] }, [0, 500, 1500, 2999, 3001]],
  [
    'one before it that is larger',
    { containers: [container('1')], initContainers: [container('3')] },
    [0, 500, 2000, 4000],
  ],
  [
    'one before it that goes on',
    { containers: [container('1')], initContainers: [container('500m', always), container('3')] },
    [0, 200, 1200, 3400, 3600, 5000],
  ],
  ['overhead', { containers: [container('1')], overhead: { cpu: '250m' } }, [250, 700, 1251, 3000]],
  ['the pod as a whole', { containers: [container('1')], resources: { requests: { cpu: '2' } } }, [0, 1500, 2500]],
])('so much is requested in all: %s', (_of, spec, amounts) => {
  const pod: Pod = { metadata: { name: 'p' }, spec };
  const requested = (of: Pod | null): bigint | undefined =>
    of === null ? undefined : new IncomingPod(of).requests.find(({ name }) => name === 'cpu')?.exact;
  expect(amounts.map((amount) => requested(withRequest(pod, 'cpu', BigInt(amount))))).toEqual(amounts.map(BigInt));
});

test('nothing can request less than its overhead, and nothing without a container', () => {
  const pod: Pod = { spec: { containers: [container('1')], overhead: { cpu: '250m' } } };
  expect([overheadOf(pod, 'cpu'), withRequest(pod, 'cpu', 249n)]).toEqual([250n, null]);
  expect(withRequest({ spec: { containers: [] } }, 'cpu', 1n)).toBeNull();
});

test('requests are written in steps', () => {
  const sizes = ['cpu', 'memory', 'ephemeral-storage', 'hugepages-2Mi', 'hugepages-odd', 'nvidia.com/gpu'].map(stepOf);
  expect(sizes).toEqual([1n, 2n ** 20n, 2n ** 20n, 2n ** 21n, 1n, 1n]);
});
