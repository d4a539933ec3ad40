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
