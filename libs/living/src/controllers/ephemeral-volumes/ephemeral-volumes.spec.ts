import { Scenario } from '../../testing/scenario.js';

const claimSpec = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
  storageClassName: 'fast',
};
const template = { metadata: { labels: { tier: 'scratch' } }, spec: claimSpec };
const spec = { volumes: [{ name: 'data', ephemeral: { volumeClaimTemplate: template } }] };
const cluster = () =>
  new Scenario()
    .node('n1')
    .create({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'fast' },
      provisioner: 'provisioner.model',
      reclaimPolicy: 'Delete',
    });

test('a pod gets a claim for its ephemeral volume, which goes with it, and which it gets again', () => {
  const at = cluster().settle().pod('web', { spec }).settle();
  const made = at.get('PersistentVolumeClaim', 'web-data');
  expect(made).toMatchObject({
    metadata: { labels: { tier: 'scratch' }, ownerReferences: [{ kind: 'Pod', name: 'web', controller: true }] },
    status: { phase: 'Bound' },
  });
  expect(at.get('Pod', 'web').status.phase).toBe('Running');
  expect(at.events()).toContain(
    'default-scheduler Pod/web FailedScheduling: 0/1 nodes are available: waiting for ephemeral volume controller to ' +
      'create the persistentvolumeclaim "web-data". not found',
  );
  at.patch('PersistentVolumeClaim', 'web-data', { metadata: { finalizers: null } });
  at.delete('PersistentVolumeClaim', 'web-data').settle();
  expect(at.get('PersistentVolumeClaim', 'web-data').metadata.uid).not.toBe(made.metadata.uid);
  at.delete('Pod', 'web').settle();
  expect([at.list('PersistentVolumeClaim'), at.list('PersistentVolume', '')]).toEqual([[], []]);
});

test("a claim of the name that is not the pod's is reported, until it is gone", () => {
  const at = cluster().create({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'web-data', namespace: 't' },
    spec: claimSpec,
  });
  at.settle().pod('web', { spec }).advance(2);
  expect(at.events()).toContain(
    'ephemeral_volume Pod/web FailedBinding: ephemeral volume data: PVC t/web-data was not created for pod t/web ' +
      '(pod is not owner)',
  );
  expect(at.delete('PersistentVolumeClaim', 'web-data').settle().get('Pod', 'web').status.phase).toBe('Running');
});
