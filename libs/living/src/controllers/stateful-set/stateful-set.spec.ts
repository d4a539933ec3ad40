import { Scenario } from '../../testing/scenario.js';

const cluster = () => new Scenario().node('n1').node('n2').settle();
const names = (at: Scenario): string[] => at.pods().map(({ metadata }) => metadata.name);
const images = (at: Scenario): string[] =>
  at.pods().map(({ spec }) => (spec as { containers: { image: string }[] }).containers[0]?.image ?? '');

test('pods come one after the other, each when those before it are available, and go the other way round', () => {
  const at = cluster()
    .workload('StatefulSet', 'db', { replicas: 3, model: { 'ready-after': '10s' } })
    .advance(15);
  expect(names(at)).toEqual(['db-0', 'db-1']);
  at.settle(20_000);
  expect([names(at), at.get('StatefulSet', 'db').status]).toMatchObject([
    ['db-0', 'db-1', 'db-2'],
    { replicas: 3, readyReplicas: 3, availableReplicas: 3, currentReplicas: 3, updatedReplicas: 3 },
  ]);
  expect(names(at.patch('StatefulSet', 'db', { spec: { replicas: 1 } }).settle())).toEqual(['db-0']);
  const said = at.events().filter((event) => /statefulset-controller/.test(event));
  expect(said.at(-1)).toBe(
    'statefulset-controller StatefulSet/db SuccessfulDelete: delete Pod db-1 in StatefulSet db successful',
  );
});

test('a pod has its name, its labels, its host name and its claim', () => {
  const at = cluster().workload('StatefulSet', 'db', {
    spec: {
      serviceName: 'peers',
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
        },
      ],
    },
  });
  const [pod] = at.settle().pods();
  expect(pod).toMatchObject({
    metadata: {
      labels: { 'statefulset.kubernetes.io/pod-name': 'db-0', 'apps.kubernetes.io/pod-index': '0' },
      ownerReferences: [{ kind: 'StatefulSet', name: 'db', controller: true }],
    },
    spec: { hostname: 'db-0', subdomain: 'peers', volumes: [{ persistentVolumeClaim: { claimName: 'data-db-0' } }] },
  });
  expect(at.get('PersistentVolumeClaim', 'data-db-0').metadata.ownerReferences).toBeUndefined();
});

test.each([
  ['from the highest ordinal down', {}, ['app:2', 'app:2', 'app:2']],
  ['down to the partition', { type: 'RollingUpdate', rollingUpdate: { partition: 2 } }, ['app:1', 'app:1', 'app:2']],
  ['only where pods are deleted', { type: 'OnDelete' }, ['app:1', 'app:1', 'app:1']],
])('another template is rolled out %s', (_, updateStrategy, after) => {
  const at = cluster().workload('StatefulSet', 'db', { replicas: 3, spec: { updateStrategy } }).settle();
  at.patch('StatefulSet', 'db', { spec: { template: { spec: { containers: [{ name: 'app', image: 'app:2' }] } } } });
  expect(images(at.settle(20_000))).toEqual(after);
  const revisions = at.list('ControllerRevision');
  expect(revisions.map(({ revision }) => revision).sort()).toEqual([1, 2]);
});

test('a revision of the same template serves, although it is of another owner', () => {
  const at = cluster().workload('StatefulSet', 'other').workload('StatefulSet', 'db').settle();
  const owner = at.get('StatefulSet', 'other').metadata.uid;
  const { updateRevision } = at.get('StatefulSet', 'db').status;
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'other', uid: owner, controller: true }];
  at.patch('ControllerRevision', updateRevision, { metadata: { ownerReferences } });
  at.patch('StatefulSet', 'db', { spec: { replicas: 2 } }).settle();
  expect(at.get('StatefulSet', 'db').status).toMatchObject({ updateRevision, collisionCount: 0, updatedReplicas: 2 });
  at.delete('StatefulSet', 'db').settle().delete('ControllerRevision', updateRevision);
  const metadata = { name: updateRevision, namespace: 't', ownerReferences };
  at.create({ apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata, data: { spec: {} }, revision: 1 });
  const { updateRevision: next, collisionCount } = at
    .workload('StatefulSet', 'db')
    .settle()
    .get('StatefulSet', 'db').status;
  expect([next === updateRevision, collisionCount]).toEqual([false, 1]);
});

test('an update that never gets ready stays where it is, and the template put right does not free it', () => {
  const template = (image: string, ready: string | null) => ({
    spec: {
      template: {
        metadata: { annotations: { 'kubelet.model/ready': ready } },
        spec: { containers: [{ name: 'app', image }] },
      },
    },
  });
  const at = cluster().workload('StatefulSet', 'db', { replicas: 2 }).settle();
  at.patch('StatefulSet', 'db', template('app:2', 'false')).settle(20_000);
  expect(images(at)).toEqual(['app:1', 'app:2']);
  at.patch('StatefulSet', 'db', template('app:3', null)).settle(20_000);
  expect(images(at)).toEqual(['app:1', 'app:2']);
  expect(images(at.delete('Pod', 'db-1').settle(20_000))).toEqual(['app:3', 'app:3']);
});

test('claims go with a set, or with pods that are scaled down, where its policy says so', () => {
  const at = cluster().workload('StatefulSet', 'db', {
    replicas: 2,
    spec: {
      persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete', whenDeleted: 'Retain' },
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
        },
      ],
      podManagementPolicy: 'Parallel',
    },
  });
  const claims = (): string[] => at.list('PersistentVolumeClaim').map(({ metadata }) => metadata.name);
  at.settle();
  expect(claims()).toEqual(['data-db-0', 'data-db-1']);
  at.patch('StatefulSet', 'db', { spec: { replicas: 1 } }).settle(20_000);
  expect(claims()).toEqual(['data-db-0']);
  at.delete('StatefulSet', 'db').settle(20_000);
  expect([claims(), names(at)]).toEqual([['data-db-0'], []]);
});

const keeping = (whenScaled: string, whenDeleted: string) => ({
  persistentVolumeClaimRetentionPolicy: { whenScaled, whenDeleted },
  volumeClaimTemplates: ['data', 'log'].map((name) => ({
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
  })),
});
const owners = (at: Scenario): (string | undefined)[] =>
  at.list('PersistentVolumeClaim').map(({ metadata }) => metadata.ownerReferences?.[0]?.kind);

test('claims of a pod that waits, or is refused, have their owner; another policy later is said of each pod', () => {
  const at = cluster()
    .workload('StatefulSet', 'db', { spec: keeping('Retain', 'Delete'), cpu: '99' })
    .settle();
  expect([at.pods()[0]?.status?.phase, owners(at)]).toEqual(['Pending', ['StatefulSet', 'StatefulSet']]);
  at.patch('StatefulSet', 'db', { spec: keeping('Retain', 'Retain') }).settle();
  expect(owners(at)).toEqual([undefined, undefined]);
  const running = cluster().workload('StatefulSet', 'db', { spec: { ...keeping('Retain', 'Retain') } });
  const hold = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } };
  running.settle().patch('Pod', 'db-0', hold, 'status');
  running.patch('StatefulSet', 'db', { spec: keeping('Delete', 'Delete') }).settle();
  expect(owners(running)).toEqual(['StatefulSet', 'StatefulSet']);
  expect(running.events().filter((event) => /SuccessfulUpdate/.test(event))).toHaveLength(1);
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', namespace: 't' } };
  const full = cluster()
    .create({ ...quota, spec: { hard: { pods: '0' } } })
    .settle();
  full.workload('StatefulSet', 'db', { spec: keeping('Retain', 'Delete') }).settle();
  expect([full.pods(), owners(full)]).toEqual([[], ['StatefulSet', 'StatefulSet']]);
});

test('a claim that another controller has stays as it is, which is said', () => {
  const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'mine', controller: true };
  const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mine', namespace: 't' } };
  const at = cluster().create(map);
  const ownerReferences = [{ ...other, uid: at.get('ConfigMap', 'mine').metadata.uid }];
  const { volumeClaimTemplates, ...policy } = keeping('Retain', 'Delete');
  const [{ metadata, spec }] = volumeClaimTemplates as [(typeof volumeClaimTemplates)[number]];
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', spec };
  at.create({ ...claim, metadata: { name: 'data-db-0', namespace: 't', ownerReferences } });
  at.workload('StatefulSet', 'db', { spec: { ...policy, volumeClaimTemplates: [{ metadata, spec }] } }).settle();
  expect(owners(at)).toEqual(['ConfigMap']);
  expect(at.events().filter((event) => /StatefulSet\/db ConflictingController/.test(event))).not.toHaveLength(0);
});

test('a pod that is adopted without the volumes of its claims cannot get them, which is said', () => {
  const labels = { app: 'db', 'statefulset.kubernetes.io/pod-name': 'db-0' };
  const at = cluster().pod('db-0', { metadata: { labels } });
  at.workload('StatefulSet', 'db', { spec: keeping('Retain', 'Retain') }).settle();
  expect(at.list('PersistentVolumeClaim')).toHaveLength(2);
  expect(at.events().filter((event) => /StatefulSet\/db FailedUpdate: update Pod db-0/.test(event))).not.toHaveLength(
    0,
  );
});

test('a pod that ended is made again under its name', () => {
  const at = cluster().workload('StatefulSet', 'db').settle();
  const before = at.pods()[0]?.metadata.uid;
  at.patch('Pod', 'db-0', { status: { phase: 'Failed' } }, 'status').settle();
  const [pod] = at.pods();
  expect([pod?.metadata.name, pod?.status?.phase, pod?.metadata.uid === before]).toEqual(['db-0', 'Running', false]);
});

test('a pod of the right name that is adopted gets the identity of its ordinal, which is said', () => {
  const at = cluster()
    .pod('db-0', { metadata: { labels: { app: 'db' } } })
    .workload('StatefulSet', 'db')
    .settle();
  expect(at.get('Pod', 'db-0').metadata.labels['statefulset.kubernetes.io/pod-name']).toBe('db-0');
  expect(at.events()).toContain(
    'statefulset-controller StatefulSet/db SuccessfulUpdate: update Pod db-0 in StatefulSet db successful',
  );
});
