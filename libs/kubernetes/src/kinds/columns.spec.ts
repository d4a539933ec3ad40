import { columnsOf } from './find-kind.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const CREATED = '2025-12-31T23:59:59Z';

/** The cells of an object between its name and its age, and behind it. */
function cellsOf(apiVersion: string, kind: string, rest: object): unknown[] {
  const { metadata, ...fields } = { metadata: {}, ...rest };
  const object = { apiVersion, kind, ...fields, metadata: { name: 'o', creationTimestamp: CREATED, ...metadata } };
  return columnsOf(apiVersion, kind)
    .cells(object, NOW)
    .filter((cell) => cell !== '1s');
}

const template = {
  spec: {
    containers: [
      { name: 'a', image: 'x:1' },
      { name: 'b', image: 'y' },
    ],
  },
};
const selector = { matchLabels: { app: 'd' } };

test.each([
  ['a kind of no columns', 'v1', 'LimitRange', {}, ['o', CREATED]],
  [
    'a node of two roles that takes no pods',
    'v1',
    'Node',
    {
      metadata: {
        labels: { 'node-role.kubernetes.io/etcd': '', 'kubernetes.io/role': 'apps', 'node-role.kubernetes.io/': '' },
      },
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: 'Ready', status: 'Unknown' }],
        addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
        nodeInfo: { kubeletVersion: 'v1.34.1' },
      },
    },
    [
      'o',
      'NotReady,SchedulingDisabled',
      'apps,etcd',
      'v1.34.1',
      '10.0.0.1',
      '<none>',
      ...Array<string>(3).fill('<unknown>'),
    ],
  ],
  [
    'a bound volume',
    'v1',
    'PersistentVolume',
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
        claimRef: { namespace: 'a', name: 'b' },
        persistentVolumeReclaimPolicy: 'Retain',
        volumeMode: 'Block',
      },
      status: { phase: 'Bound' },
    },
    ['o', '1Gi', 'RWO,RWX', 'Retain', 'Bound', 'a/b', '', '<unset>', '', 'Block'],
  ],
  [
    'a claim that is deleted',
    'v1',
    'PersistentVolumeClaim',
    { metadata: { deletionTimestamp: CREATED }, spec: { volumeName: 'v', storageClassName: 'fast' } },
    ['o', 'Terminating', 'v', '0', '', 'fast', '<unset>', '<unset>'],
  ],
  [
    'a service behind a balancer',
    'v1',
    'Service',
    {
      spec: {
        type: 'LoadBalancer',
        clusterIPs: ['10.1.1.1'],
        externalIPs: ['1.1.1.1'],
        ports: [{ port: 80, nodePort: 30080, protocol: 'TCP' }],
      },
      status: { loadBalancer: { ingress: [{ hostname: 'b.example' }, { ip: '2.2.2.2' }] } },
    },
    ['o', 'LoadBalancer', '10.1.1.1', '2.2.2.2,b.example,1.1.1.1', '80:30080/TCP', '<none>'],
  ],
  [
    'a service that waits for its balancer',
    'v1',
    'Service',
    { spec: { type: 'LoadBalancer' } },
    ['o', 'LoadBalancer', '<none>', '<pending>', '<none>', '<none>'],
  ],
  [
    'a replica set',
    'apps/v1',
    'ReplicaSet',
    { spec: { replicas: 3, selector, template }, status: { replicas: 2 } },
    ['o', 3, 2, 0, 'a,b', 'x:1,y', 'app=d'],
  ],
  [
    'a stateful set',
    'apps/v1',
    'StatefulSet',
    { spec: { replicas: 3, template }, status: { readyReplicas: 1 } },
    ['o', '1/3', 'a,b', 'x:1,y'],
  ],
  [
    'a budget',
    'policy/v1',
    'PodDisruptionBudget',
    { spec: { maxUnavailable: '30%' }, status: { disruptionsAllowed: 2 } },
    ['o', 'N/A', '30%', 2],
  ],
  [
    'a quota',
    'v1',
    'ResourceQuota',
    {
      status: {
        hard: { pods: '5', 'limits.cpu': '2', 'requests.cpu': '1' },
        used: { pods: '1', 'limits.cpu': '500m' },
      },
    },
    ['o', 'pods: 1/5, requests.cpu: 0/1', 'limits.cpu: 500m/2'],
  ],
  [
    'the default class',
    'storage.k8s.io/v1',
    'StorageClass',
    { metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } }, provisioner: 'p' },
    ['o (default)', 'p', 'Delete', 'Immediate', false],
  ],
  [
    'a driver',
    'storage.k8s.io/v1',
    'CSIDriver',
    { spec: { attachRequired: false, tokenRequests: [{ audience: 'x' }, {}] } },
    ['o', false, false, false, 'x,', false, '<none>'],
  ],
  [
    'a deployment',
    'apps/v1',
    'Deployment',
    { spec: { replicas: 2, selector, template }, status: { readyReplicas: 1, updatedReplicas: 2 } },
    ['o', '1/2', 2, 0, 'a,b', 'x:1,y', 'app=d'],
  ],
  [
    'a daemon set of some nodes',
    'apps/v1',
    'DaemonSet',
    {
      spec: { selector, template: { spec: { ...template.spec, nodeSelector: { zone: 'a' } } } },
      status: { desiredNumberScheduled: 4, numberReady: 2 },
    },
    ['o', 4, 0, 2, 0, 0, 'zone=a', 'a,b', 'x:1,y', 'app=d'],
  ],
  [
    'a job that is complete',
    'batch/v1',
    'Job',
    {
      spec: { completions: 3, template },
      status: {
        succeeded: 3,
        startTime: '2025-12-31T00:00:00Z',
        completionTime: '2025-12-31T00:05:05Z',
        conditions: [{ type: 'Complete', status: 'True' }],
      },
    },
    ['o', 'Complete', '3/3', '5m5s', 'a,b', 'x:1,y', '<none>'],
  ],
  [
    'a job of which one pod is enough',
    'batch/v1',
    'Job',
    { spec: { parallelism: 4 }, status: { conditions: [{ type: 'Suspended', status: 'True' }] } },
    ['o', 'Suspended', '0/1 of 4', '', '', '', '<none>'],
  ],
  [
    'a cron job',
    'batch/v1',
    'CronJob',
    {
      spec: { schedule: '5 * * * *', suspend: false },
      status: { active: [{}], lastScheduleTime: '2025-12-31T23:00:00Z' },
    },
    ['o', '5 * * * *', '<none>', 'False', 1, '60m', '', '', '<none>'],
  ],
  ['a config map', 'v1', 'ConfigMap', { data: { a: '', b: '' }, binaryData: { c: '' } }, ['o', 3]],
  [
    'a revision of a stateful set',
    'apps/v1',
    'ControllerRevision',
    {
      metadata: { ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', controller: true }] },
      revision: 5,
    },
    ['o', 'statefulset.apps/web', 5],
  ],
  ['a lease', 'coordination.k8s.io/v1', 'Lease', { spec: { holderIdentity: 'a' } }, ['o', 'a']],
])('%s is printed', (_, apiVersion, kind, rest, cells) => {
  expect(cellsOf(apiVersion, kind, rest)).toEqual(cells);
});
