import { Scenario, type Seen } from '../../testing/scenario.js';

const volume = (name: string, storage: string, rest: Seen = {}): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name, ...rest.metadata },
  spec: {
    capacity: { storage },
    accessModes: ['ReadWriteOnce'],
    persistentVolumeReclaimPolicy: 'Retain',
    storageClassName: 'static',
    hostPath: { path: '/data' },
    ...rest.spec,
  },
});

const claim = (name: string, storage: string, spec: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 't' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, storageClassName: 'static', ...spec },
});

const fast = (rest: object = {}): object => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'provisioner.model',
  reclaimPolicy: 'Delete',
  ...rest,
});

const uses = (name: string): object => ({ volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name } }] });

const phases = (at: Scenario): Record<string, string> =>
  Object.fromEntries(
    [...at.list('PersistentVolume', ''), ...at.list('PersistentVolumeClaim')].map(({ metadata, status }: Seen) => [
      metadata.name,
      status.phase,
    ]),
  );

test('a claim takes the smallest volume that will do, and both say so', () => {
  const at = new Scenario();
  for (const [name, size] of [
    ['ten', '10Gi'],
    ['five', '5Gi'],
    ['two', '2Gi'],
  ] as const)
    at.create(volume(name, size));
  at.settle().create(claim('data', '3Gi')).settle();
  expect(phases(at)).toEqual({ ten: 'Available', five: 'Bound', two: 'Available', data: 'Bound' });
  const bound = at.get('PersistentVolumeClaim', 'data');
  expect([bound.spec.volumeName, bound.status.capacity]).toEqual(['five', { storage: '5Gi' }]);
  expect(at.get('PersistentVolume', 'five', '').spec.claimRef).toMatchObject({ name: 'data', uid: bound.metadata.uid });
});

test('of volumes with its access modes a claim takes one with the fewest others, though it be larger', () => {
  const at = new Scenario().create(volume('wide', '1Gi', { spec: { accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] } }));
  at.create(volume('narrow', '9Gi')).settle().create(claim('data', '1Gi')).settle();
  expect(phases(at)).toEqual({ wide: 'Available', narrow: 'Bound', data: 'Bound' });
});

test('a claim without a volume waits, and looks again within 15 seconds of one that comes', () => {
  const at = new Scenario().create(claim('data', '3Gi')).settle();
  expect(phases(at)).toEqual({ data: 'Pending' });
  at.create(volume('late', '3Gi')).advance(15);
  expect(phases(at)).toEqual({ late: 'Bound', data: 'Bound' });
});

test('a claim that names a volume which will not do hears why', () => {
  const at = new Scenario().create(volume('small', '1Gi')).settle();
  at.create(claim('data', '3Gi', { volumeName: 'small' })).settle();
  expect(phases(at)).toEqual({ small: 'Available', data: 'Pending' });
  expect(at.events()).toEqual([
    'persistentvolume-controller PersistentVolumeClaim/data VolumeMismatch: ' +
      'Cannot bind to requested volume "small": requested PV is too small',
  ]);
});

test('a claim does not take the volume that it names where that one goes or is of other attributes', () => {
  const held = { metadata: { finalizers: ['example.com/hold'] } };
  const at = new Scenario()
    .create(volume('going', '1Gi', held))
    .create(volume('other', '1Gi'))
    .settle();
  at.delete('PersistentVolume', 'going').settle();
  at.create(claim('a', '1Gi', { volumeName: 'going' }));
  at.create(claim('b', '1Gi', { volumeName: 'other', volumeAttributesClassName: 'gold' })).settle();
  at.create(fast({ provisioner: 'kubernetes.io/none' }))
    .create(claim('c', '1Gi', { storageClassName: 'fast' }))
    .settle();
  expect(at.events()).toEqual([
    'persistentvolume-controller PersistentVolumeClaim/a VolumeMismatch: ' +
      'Cannot bind to requested volume "going": the volume is marked for deletion "going"',
    'persistentvolume-controller PersistentVolumeClaim/b VolumeMismatch: ' +
      'Cannot bind to requested volume "other": volumeAttributesClassName does not match',
    'persistentvolume-controller PersistentVolumeClaim/c ProvisioningFailed: ' +
      'no volume plugin matched name: kubernetes.io/none',
  ]);
});

test('a claim that is bound keeps its capacity when its volume is said to have another', () => {
  const at = new Scenario().create(volume('v', '1Gi')).settle().create(claim('data', '1Gi')).settle();
  at.patch('PersistentVolume', 'v', { spec: { capacity: { storage: '2Gi' } } });
  at.patch('PersistentVolumeClaim', 'data', { metadata: { labels: { a: 'b' } } }).settle();
  expect(at.get('PersistentVolumeClaim', 'data').status.capacity).toEqual({ storage: '1Gi' });
});

test('of a claim that waits it is said who waits with it, at its next look', () => {
  const at = new Scenario().node('n1').create(fast({ volumeBindingMode: 'WaitForFirstConsumer' }));
  at.create(claim('data', '2Gi', { storageClassName: 'fast' })).settle();
  const gated = { schedulingGates: [{ name: 'example.com/a' }], ...uses('data') };
  at.pod('user', { spec: gated }).advance(16);
  expect(at.events().at(-1)).toBe(
    'persistentvolume-controller PersistentVolumeClaim/data WaitForPodScheduled: waiting for pod user to be scheduled',
  );
});

test('a retained volume is released with its claim, and is free when its claimRef is taken off', () => {
  const at = new Scenario().create(volume('v', '1Gi')).settle().create(claim('data', '1Gi')).settle();
  at.delete('PersistentVolumeClaim', 'data').settle();
  expect(phases(at)).toEqual({ v: 'Released' });
  at.patch('PersistentVolume', 'v', { spec: { claimRef: null } }).settle();
  expect(phases(at)).toEqual({ v: 'Available' });
});

test('a claim that loses its volume is Lost', () => {
  const at = new Scenario().create(volume('v', '1Gi')).settle().create(claim('data', '1Gi')).settle();
  at.delete('PersistentVolume', 'v').settle();
  expect(phases(at)).toEqual({ v: 'Bound', data: 'Bound' });
  at.patch('PersistentVolume', 'v', { metadata: { finalizers: null } }).settle();
  expect(phases(at)).toEqual({ data: 'Lost' });
});

test('a claim takes its volume within 15 seconds, when that comes again or has lost its claimRef', () => {
  const at = new Scenario().create(volume('v', '1Gi')).settle().create(claim('data', '1Gi')).settle();
  at.patch('PersistentVolume', 'v', { spec: { claimRef: null } }).advance(1);
  expect(phases(at)).toEqual({ v: 'Available', data: 'Bound' });
  expect(phases(at.advance(15))).toEqual({ v: 'Bound', data: 'Bound' });
  at.patch('PersistentVolume', 'v', { metadata: { finalizers: null } })
    .delete('PersistentVolume', 'v')
    .advance(1);
  expect(phases(at)).toEqual({ data: 'Lost' });
  expect(phases(at.create(volume('v', '1Gi')).advance(15))).toEqual({ v: 'Bound', data: 'Bound' });
  expect(at.get('PersistentVolume', 'v', '').spec.claimRef.uid).toBe(
    at.get('PersistentVolumeClaim', 'data').metadata.uid,
  );
});

test('of several default classes a claim takes the newest, and of those the first by name', () => {
  const isDefault = { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } };
  const at = new Scenario().create(claim('data', '1Gi', { storageClassName: undefined })).settle();
  at.create(fast({ metadata: { name: 'old', ...isDefault } })).advance(1);
  for (const name of ['new-a', 'new-b']) at.create(fast({ metadata: { name, ...isDefault } }));
  expect(at.advance(15).get('PersistentVolumeClaim', 'data').spec.storageClassName).toBe('new-a');
});

describe('a class with a driver', () => {
  test('makes a volume for a claim, which goes with it; the claim stays while a pod on a node uses it', () => {
    const at = new Scenario().node('n1').create(fast());
    at.create(claim('data', '2Gi', { storageClassName: 'fast' })).settle();
    at.pod('user', { spec: uses('data') }).settle();
    const { volumeName } = at.get('PersistentVolumeClaim', 'data').spec;
    expect(phases(at)).toEqual({ [volumeName]: 'Bound', data: 'Bound' });
    at.delete('PersistentVolumeClaim', 'data').settle();
    expect(phases(at)).toEqual({ [volumeName]: 'Bound', data: 'Bound' });
    at.delete('Pod', 'user').settle();
    expect(phases(at)).toEqual({});
  });

  test('of another name makes none until the driver is there', () => {
    const at = new Scenario().create(fast({ provisioner: 'ebs.csi.aws.com' }));
    at.create(claim('data', '2Gi', { storageClassName: 'fast' })).settle();
    expect(phases(at)).toEqual({ data: 'Pending' });
    at.create({ apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', metadata: { name: 'ebs.csi.aws.com' }, spec: {} });
    at.settle();
    const [made] = at.list('PersistentVolume', '');
    expect(made.spec.csi).toMatchObject({ driver: 'ebs.csi.aws.com', volumeHandle: made.metadata.name });
  });

  test('that waits for a pod makes the volume on the node of the pod', () => {
    const waits = fast({ volumeBindingMode: 'WaitForFirstConsumer', parameters: { topology: 'node' } });
    const at = new Scenario().node('n1').create(waits);
    at.create(claim('data', '2Gi', { storageClassName: 'fast' })).settle();
    expect(at.events()).toEqual([
      'persistentvolume-controller PersistentVolumeClaim/data WaitForFirstConsumer: ' +
        'waiting for first consumer to be created before binding',
    ]);
    at.pod('user', { spec: uses('data') }).settle();
    const [made] = at.list('PersistentVolume', '');
    expect(made.spec.nodeAffinity.required.nodeSelectorTerms).toEqual([
      { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['n1'] }] },
    ]);
    expect(at.get('Pod', 'user').status.phase).toBe('Running');
  });

  test('makes one step after the other, and after each a pod that waits is tried', () => {
    const at = new Scenario().node('n1').create(fast()).settle();
    at.pod('user', { spec: uses('data') }).settle(4_000);
    at.incoming();
    at.create(claim('data', '2Gi', { storageClassName: 'fast' })).settle();
    expect(at.incoming()).toEqual({
      'active PersistentVolumeClaimAdd': 1,
      // The driver is asked; later the claim has its volume.
      'backoff PersistentVolumeClaimUpdate': 2,
      'backoff PersistentVolumeAdd': 1,
      'backoff PersistentVolumeUpdate': 1,
      'active PopFromBackoffQ': 4,
      'unschedulable ScheduleAttemptFailure': 4,
    });
  });

  test('is waited for when a claim asks for more', () => {
    const at = new Scenario().create(fast({ allowVolumeExpansion: true }));
    at.create(claim('data', '2Gi', { storageClassName: 'fast' })).settle();
    at.patch('PersistentVolumeClaim', 'data', { spec: { resources: { requests: { storage: '3Gi' } } } }).settle();
    expect(at.events().at(-1)).toBe(
      'volume_expand PersistentVolumeClaim/data ExternalExpanding: ' +
        'waiting for an external controller to expand this PVC',
    );
  });

  test('that becomes the default later serves claims that name none', () => {
    const at = new Scenario().create(claim('data', '2Gi', { storageClassName: undefined })).settle();
    const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
    at.create(fast({ metadata: { name: 'fast', annotations } })).advance(15);
    expect(at.get('PersistentVolumeClaim', 'data')).toMatchObject({
      spec: { storageClassName: 'fast' },
      status: { phase: 'Bound' },
    });
  });
});
