import { Scenario, type Seen } from '../../testing/scenario.js';

const annotations = { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' };
const claim = (accessMode: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 't' },
  spec: { accessModes: [accessMode], storageClassName: 'csi', resources: { requests: { storage: '1Gi' } } },
});
const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'csi' },
  provisioner: 'provisioner.model',
  parameters: { attach: 'true' },
};
const cluster = (accessMode = 'ReadWriteOnce') =>
  new Scenario()
    .node('n1', { annotations })
    .node('n2', { annotations })
    .create(storageClass)
    .create(claim(accessMode))
    .settle();
const using = (nodeName: string, model: object = {}) => ({
  model,
  spec: { nodeName, volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] },
});
const attached = (at: Scenario): string[] =>
  at.list('VolumeAttachment', '').map(({ spec, status }: Seen) => `${spec.nodeName} ${status?.attached}`);
const inNode = (at: Scenario, name: string): number => (at.get('Node', name, '').status.volumesAttached ?? []).length;
const said = (at: Scenario): string[] => at.events().filter((event) => event.startsWith('attachdetach-controller'));

test('the volume of a pod is attached to its node, and detached when the pod has gone or ended', () => {
  const at = cluster().pod('p', using('n1')).settle();
  expect([attached(at), inNode(at, 'n1')]).toEqual([['n1 true'], 1]);
  const [volume] = at.list('PersistentVolume', '');
  expect(said(at)).toEqual([
    'attachdetach-controller Pod/p SuccessfulAttachVolume: ' +
      `AttachVolume.Attach succeeded for volume "${volume.metadata.name}" `,
  ]);
  at.delete('Pod', 'p').settle();
  expect([attached(at), inNode(at, 'n1')]).toEqual([[], 0]);
});

test('a volume that one node may have is attached to another one after it is detached', () => {
  const at = cluster()
    .pod('p', using('n1', { 'stop-after': '5s' }))
    .pod('q', using('n2'))
    .settle();
  expect(attached(at)).toEqual(['n1 true']);
  expect(said(at)).toContainEqual(
    expect.stringMatching(/Pod\/q FailedAttachVolume: Multi-Attach error .* is already used by pod\(s\) p$/),
  );
  at.delete('Pod', 'p').settle(6_000);
  expect([attached(at), inNode(at, 'n1'), inNode(at, 'n2')]).toEqual([['n2 true'], 0, 1]);
});

test('several nodes may have a volume that is shared; nodes that are not managed have none', () => {
  const at = cluster('ReadWriteMany').node('n3').pod('p', using('n1')).pod('q', using('n2')).pod('r', using('n3'));
  expect(attached(at.settle())).toEqual(['n1 true', 'n2 true']);
});

test('a driver that does not attach a volume in two minutes has failed, and is waited for again', () => {
  const driver = { metadata: { name: 'slow' }, provisioner: 'provisioner.model', parameters: { attach: 'true' } };
  const at = cluster();
  const csi = { driver: 'other.example', volumeHandle: 'v-1' };
  const amounts = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'slow' };
  at.create({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', ...driver });
  at.create({ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'pv' }, spec: { ...amounts, csi } });
  const wanted = claim('ReadWriteOnce');
  at.create({
    ...wanted,
    metadata: { name: 'own', namespace: 't' },
    spec: { ...wanted.spec, storageClassName: 'slow' },
  });
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'own' } }];
  at.settle()
    .pod('p', { spec: { nodeName: 'n1', volumes } })
    .advance(119);
  expect([attached(at), said(at)]).toEqual([['n1 false'], []]);
  expect(said(at.advance(2))).toEqual([
    'attachdetach-controller Pod/p FailedAttachVolume: AttachVolume.Attach failed for volume "pv" : timed out ' +
      'waiting for external-attacher of other.example CSI driver to attach volume v-1',
  ]);
  const [{ metadata }] = at.list('VolumeAttachment', '');
  at.patch('VolumeAttachment', metadata.name, { status: { attached: true } }, 'status').advance(8);
  expect([said(at).length, inNode(at, 'n1')]).toEqual([2, 1]);
});

test('an attachment is seen half a second after it is made', () => {
  const at = cluster().pod('p', using('n1')).advance(0.4);
  expect([attached(at), said(at), inNode(at, 'n1')]).toEqual([['n1 true'], [], 0]);
  at.advance(0.2);
  expect([said(at).length, inNode(at, 'n1')]).toEqual([1, 1]);
});

test('a volume that its node has in use is detached from it when the node is given up', () => {
  const at = cluster().pod('p', using('n1')).settle();
  const [{ name }] = at.get('Node', 'n1', '').status.volumesAttached;
  at.patch('Node', 'n1', { status: { volumesInUse: [name] } }, 'status');
  at.delete('Pod', 'p').advance(400);
  expect(attached(at)).toEqual(['n1 true']);
  at.patch('Node', 'n1', { status: { conditions: [{ type: 'Ready', status: 'False' }] } }, 'status').advance(1);
  expect(attached(at)).toEqual([]);
});

test('a volume in use is detached at once when it is unmounted, or its node is out of service', () => {
  const at = cluster().pod('p', using('n1')).settle();
  const [{ name }] = at.get('Node', 'n1', '').status.volumesAttached;
  at.patch('Node', 'n1', { status: { volumesInUse: [name] } }, 'status');
  at.delete('Pod', 'p').advance(10);
  expect(attached(at)).toEqual(['n1 true']);
  const taints = [{ key: 'node.kubernetes.io/out-of-service', effect: 'NoSchedule' }];
  expect(attached(at.patch('Node', 'n1', { spec: { taints } }).settle())).toEqual([]);
});

test('a pod that goes before it has run wants no volume', () => {
  const finalizers = ['example.com/hold'];
  const at = cluster()
    .pod('p', { ...using('n1', { hold: 'true' }), metadata: { finalizers } })
    .settle();
  expect(attached(at)).toEqual(['n1 true']);
  expect(attached(at.delete('Pod', 'p').settle())).toEqual([]);
});
