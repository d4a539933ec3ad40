import type { Change } from '../../engine/index.js';
import { imagePatch, Scenario, type Seen } from '../../testing/scenario.js';

const cluster = () => new Scenario().node('n1').node('n2').node('n3').settle();
const rolling = (maxSurge: number | string, maxUnavailable: number | string) => ({
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
});
const sets = (at: Scenario) =>
  at
    .list('ReplicaSet')
    .map(({ metadata, spec }) => `${metadata.annotations['deployment.kubernetes.io/revision']}: ${spec.replicas}`);

/** The fewest ready and the most live pods at any change since one of them. */
function bounds(at: Scenario, since: number): { ready: number; live: number } {
  const pods = new Map<string, Change['object']>();
  let [ready, live] = [Infinity, 0];
  for (const { op, object, position } of at.changes) {
    if (object.kind !== 'Pod') continue;
    if (op === 'delete') pods.delete(object.metadata.uid ?? '');
    else pods.set(object.metadata.uid ?? '', object);
    if (position <= since) continue;
    const all = [...pods.values()] as Seen[];
    const lives = all.filter(
      ({ metadata, status }) =>
        metadata.deletionTimestamp === undefined && !['Failed', 'Succeeded'].includes(status.phase),
    );
    live = Math.max(live, lives.length);
    ready = Math.min(
      ready,
      all.filter(({ status }) => status.conditions?.some((one: Seen) => one.type === 'Ready' && one.status === 'True'))
        .length,
    );
  }
  return { ready, live };
}

test('a Deployment makes a ReplicaSet with the hash of its template, which makes pods', () => {
  const at = cluster().workload('Deployment', 'web', { replicas: 3 }).settle();
  const [set] = at.list('ReplicaSet');
  const hash = set.metadata.labels['pod-template-hash'];
  expect(set.metadata).toMatchObject({
    name: `web-${hash}`,
    annotations: { 'deployment.kubernetes.io/desired-replicas': '3', 'deployment.kubernetes.io/max-replicas': '4' },
    ownerReferences: [{ kind: 'Deployment', name: 'web', controller: true, blockOwnerDeletion: true }],
  });
  expect(at.pods().map(({ metadata }) => metadata.labels)).toEqual(
    Array(3).fill({ app: 'web', 'pod-template-hash': hash }),
  );
  expect(at.get('Deployment', 'web').status).toMatchObject({
    observedGeneration: 1,
    replicas: 3,
    updatedReplicas: 3,
    availableReplicas: 3,
  });
  expect(at.conditions('Deployment', 'web')).toEqual([
    'Available=True MinimumReplicasAvailable',
    'Progressing=True NewReplicaSetAvailable',
  ]);
  expect(at.events()[0]).toBe(
    `deployment-controller Deployment/web ScalingReplicaSet: Scaled up replica set web-${hash} from 0 to 3`,
  );
});

test.each([
  ['25%', '25%', 4, { ready: 3, live: 5 }],
  [1, 0, 3, { ready: 3, live: 4 }],
  [0, 1, 3, { ready: 2, live: 3 }],
  ['50%', '50%', 5, { ready: 3, live: 8 }],
  ['100%', 0, 2, { ready: 2, live: 4 }],
])('a rollout with maxSurge %p and maxUnavailable %p of %p stays within %p', (surge, unavailable, replicas, within) => {
  const at = cluster();
  at.workload('Deployment', 'web', {
    replicas,
    model: { 'ready-after': '1s' },
    spec: rolling(surge, unavailable),
  }).settle();
  const since = at.api.cluster.position;
  at.patch('Deployment', 'web', imagePatch('app:2')).settle();
  expect(sets(at)).toEqual([`1: 0`, `2: ${replicas}`]);
  const { ready, live } = bounds(at, since);
  expect(ready).toBeGreaterThanOrEqual(within.ready);
  expect(live).toBeLessThanOrEqual(within.live);
});

test('the earlier template again is its ReplicaSet with the next revision, and keeps the old one', () => {
  const at = cluster().workload('Deployment', 'web', { replicas: 2 }).settle();
  at.patch('Deployment', 'web', imagePatch('app:2')).settle().patch('Deployment', 'web', imagePatch('app:1')).settle();
  expect(sets(at)).toEqual(['3: 2', '2: 0']);
  expect(at.list('ReplicaSet')[0].metadata.annotations['deployment.kubernetes.io/revision-history']).toBe('1');
  expect(at.get('Deployment', 'web').metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '3' });
});

test('to recreate, every old pod is gone before a new one comes', () => {
  const at = cluster().workload('Deployment', 'web', {
    replicas: 2,
    model: { 'stop-after': '8s' },
    spec: { strategy: { type: 'Recreate' } },
  });
  at.settle().patch('Deployment', 'web', imagePatch('app:2')).advance(7);
  expect([sets(at), at.pods().length]).toEqual([['1: 0'], 2]);
  at.settle();
  expect([sets(at), at.pods().map(({ spec }) => spec.containers?.[0]?.image)]).toEqual([
    ['1: 0', '2: 2'],
    ['app:2', 'app:2'],
  ]);
});

test('paused, it scales and does not roll; resumed, it rolls', () => {
  const at = cluster().workload('Deployment', 'web', { replicas: 2 }).settle();
  at.patch('Deployment', 'web', { spec: { paused: true } })
    .settle()
    .patch('Deployment', 'web', imagePatch('app:2'))
    .settle();
  at.patch('Deployment', 'web', { spec: { replicas: 4 } }).settle();
  expect([sets(at), at.conditions('Deployment', 'web')[1]]).toEqual([['1: 4'], 'Progressing=Unknown DeploymentPaused']);
  at.patch('Deployment', 'web', { spec: { paused: null } }).settle();
  expect([sets(at), at.conditions('Deployment', 'web')[1]]).toEqual([
    ['1: 0', '2: 4'],
    'Progressing=True NewReplicaSetAvailable',
  ]);
});

test('a rollout that stands still is late after its deadline, and recovers when undone', () => {
  const spec = { progressDeadlineSeconds: 6, ...rolling(1, 1) };
  const at = cluster().workload('Deployment', 'web', { replicas: 3, spec }).settle();
  at.patch('Deployment', 'web', imagePatch('app:2', { 'kubelet.model/ready': 'false' })).advance(6);
  expect([sets(at), at.conditions('Deployment', 'web')[1]]).toEqual([
    ['1: 2', '2: 2'],
    'Progressing=True ReplicaSetUpdated',
  ]);
  expect(at.advance(1).conditions('Deployment', 'web')[1]).toBe('Progressing=False ProgressDeadlineExceeded');
  at.patch('Deployment', 'web', imagePatch('app:1', { 'kubelet.model/ready': null })).settle();
  expect([sets(at), at.conditions('Deployment', 'web')[1]]).toEqual([
    ['3: 3', '2: 0'],
    'Progressing=True NewReplicaSetAvailable',
  ]);
});

test('scaled in the middle of a rollout, each set gets its share', () => {
  const at = cluster()
    .workload('Deployment', 'web', { replicas: 10, spec: rolling(3, 2) })
    .settle();
  at.patch('Deployment', 'web', imagePatch('app:2', { 'kubelet.model/ready': 'false' })).settle();
  expect(sets(at)).toEqual(['1: 8', '2: 5']);
  expect(sets(at.patch('Deployment', 'web', { spec: { replicas: 15 } }).settle())).toEqual(['1: 11', '2: 7']);
});

test('sized in the middle of a rollout by its surge alone, each set says what is allowed now', () => {
  const at = cluster()
    .workload('Deployment', 'web', { replicas: 10, spec: rolling(3, 2) })
    .settle();
  at.patch('Deployment', 'web', imagePatch('app:2', { 'kubelet.model/ready': 'false' })).settle();
  at.patch('Deployment', 'web', { spec: { paused: true, ...rolling(4, 2) } }).settle();
  const said = at
    .list('ReplicaSet')
    .map(({ metadata }) => metadata.annotations['deployment.kubernetes.io/max-replicas']);
  expect([sets(at), said]).toEqual([
    ['1: 9', '2: 5'],
    ['14', '14'],
  ]);
});

const ROLLBACK = 'deprecated.deployment.rollback.to';
const rollBack = (at: Scenario, to: string) =>
  at.patch('Deployment', 'web', { metadata: { annotations: { [ROLLBACK]: to } } }).settle();
const rollbacks = (at: Scenario) => at.events().flatMap((event) => /DeploymentRollback.*/.exec(event)?.[0] ?? []);

test.each([
  ['0', ['1: 0', '4: 1', '3: 0'], 'DeploymentRollback: Rolled back deployment "web" to revision 2'],
  ['1', ['4: 1', '2: 0', '3: 0'], 'DeploymentRollback: Rolled back deployment "web" to revision 1'],
  [
    '3',
    ['1: 0', '2: 0', '3: 1'],
    'DeploymentRollbackTemplateUnchanged: The rollback revision contains the same template as current deployment "web"',
  ],
  ['9', ['1: 0', '2: 0', '3: 1'], 'DeploymentRollbackRevisionNotFound: Unable to find the revision to rollback to.'],
])('asked by annotation to go back to revision %p of three, the sets are %p', (to, left, event) => {
  const at = cluster().workload('Deployment', 'web').settle();
  for (const image of ['app:2', 'app:3']) at.patch('Deployment', 'web', imagePatch(image)).settle();
  rollBack(at, to);
  expect([sets(at), rollbacks(at)]).toEqual([left, [event]]);
  expect(at.get('Deployment', 'web').metadata.annotations[ROLLBACK]).toBeUndefined();
});

test('asked to go back to the revision before the first, it stays', () => {
  const at = rollBack(cluster().workload('Deployment', 'web').settle(), '0');
  expect([sets(at), rollbacks(at)]).toEqual([
    ['1: 1'],
    ['DeploymentRollbackRevisionNotFound: Unable to find last revision.'],
  ]);
});

test('old ReplicaSets beyond the limit go, the oldest revision first', () => {
  const at = cluster()
    .workload('Deployment', 'web', { spec: { revisionHistoryLimit: 1 } })
    .settle();
  for (const image of ['app:2', 'app:3', 'app:4']) at.patch('Deployment', 'web', imagePatch(image)).settle();
  expect(sets(at)).toEqual(['3: 0', '4: 1']);
});

test('minReadySeconds that are taken away are taken from the set', () => {
  const at = cluster()
    .workload('Deployment', 'web', { spec: { minReadySeconds: 60 } })
    .settle();
  expect(at.get('Deployment', 'web').status.availableReplicas).toBeUndefined();
  at.patch('Deployment', 'web', { spec: { minReadySeconds: null } }).settle();
  expect(at.list('ReplicaSet').map(({ spec }) => spec.minReadySeconds ?? 0)).toEqual([0]);
  expect(at.get('Deployment', 'web').status.availableReplicas).toBe(1);
});

test('a ReplicaSet that a quota refuses is said as long as there is a deadline, and tried again', () => {
  const refused = (spec: object) => {
    const hard = { 'count/replicasets.apps': '0' };
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', namespace: 't' }, spec: { hard } };
    return cluster().create(quota).settle().workload('Deployment', 'web', { spec }).settle();
  };
  const at = refused({});
  expect(at.conditions('Deployment', 'web')).toEqual(['Progressing=False ReplicaSetCreateError']);
  expect(at.events().find((event) => event.includes('ReplicaSetCreateError'))).toMatch(
    /Failed to create new replica set "(\S+)": replicasets.apps "\1" is forbidden: exceeded quota: q, requested: /,
  );
  expect(refused({ progressDeadlineSeconds: 2 ** 31 - 1 }).get('Deployment', 'web').status?.conditions).toBeUndefined();
  at.delete('ResourceQuota', 'q').settle(60_000);
  expect(at.pods()).toHaveLength(1);
});

const maxReplicas = (at: Scenario) =>
  at.list('ReplicaSet').map(({ metadata }) => metadata.annotations['deployment.kubernetes.io/max-replicas']);

test('a set that has its size keeps what it says of the surge, when the Deployment comes to recreate', () => {
  const at = cluster().workload('Deployment', 'web', { replicas: 2 }).settle();
  at.patch('Deployment', 'web', { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } }).settle();
  expect([sets(at), maxReplicas(at)]).toEqual([['1: 2'], ['3']]);
});

test('pods that are not available go in one step, those that are in the next', () => {
  const at = cluster()
    .workload('Deployment', 'web', { replicas: 4, spec: rolling(2, 2) })
    .settle();
  const [victim] = at.pods();
  at.patch('Pod', victim?.metadata.name ?? '', { metadata: { annotations: { 'kubelet.model/ready': 'false' } } });
  at.patch('Deployment', 'web', imagePatch('app:2', { 'kubelet.model/ready': 'false' })).settle();
  const down = at.events().flatMap((event) => /Scaled down .* (from .*)$/.exec(event)?.[1] ?? []);
  expect(down).toEqual(['from 4 to 3', 'from 3 to 2']);
});

test('a Deployment that is complete and then lacks a pod is not looked at for ever', () => {
  const at = cluster().workload('Deployment', 'web', { replicas: 1, cpu: '3' }).settle();
  at.patch('Deployment', 'web', { spec: { replicas: 9 } }).advance(1_000);
  expect(at.get('Deployment', 'web').status.unavailableReplicas).toBeGreaterThan(0);
  expect(at.api.cluster.next?.what).not.toMatch(/deployment/);
});

test('a revision that is no number leaves a set as it is', () => {
  const at = cluster().workload('Deployment', 'web').settle();
  const [set] = at.list('ReplicaSet');
  at.patch('ReplicaSet', set.metadata.name, {
    metadata: { annotations: { 'deployment.kubernetes.io/revision': 'x' } },
  });
  expect(sets(at.settle())).toEqual(['x: 1']);
});

test('an ended pod of an old set is not waited for, and the next look comes with the last pod that goes', () => {
  const at = cluster().workload('Deployment', 'web', {
    replicas: 2,
    model: { 'stop-after': '5s' },
    spec: { strategy: { type: 'Recreate' } },
  });
  at.settle();
  at.patch('Pod', at.pods()[0]?.metadata.name ?? '', { status: { phase: 'Failed' } }, 'status').settle();
  at.patch('Deployment', 'web', imagePatch('app:2')).settle(10_000);
  // As upstream, which looks when no pod at all is left: the ended one is.
  expect(sets(at)).toEqual(['1: 0']);
  at.patch('Deployment', 'web', { metadata: { labels: { look: 'again' } } }).settle();
  expect(sets(at)).toEqual(['1: 0', '2: 2']);
});

test('a long name is cut to leave room for the hash of its set and the letters of its pods', () => {
  const name = Array.from({ length: 25 }, () => 'long-name')
    .join('.')
    .slice(0, 253);
  const spec = { selector: { matchLabels: { app: 'x' } }, template: { metadata: { labels: { app: 'x' } } } };
  const container = { name: 'app', image: 'app:1' };
  const at = cluster().create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 't' },
    spec: { ...spec, template: { ...spec.template, spec: { containers: [container] } } },
  });
  const [set] = at.settle().list('ReplicaSet');
  const hash = set.metadata.labels['pod-template-hash'];
  expect(set.metadata.name).toBe(`${name.slice(0, 252 - hash.length)}-${hash}`);
  expect(at.pods().map(({ metadata }) => [metadata.name.slice(0, 58), metadata.name.length])).toEqual([
    [name.slice(0, 58), 63],
  ]);
});
