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

test.each<[string, string, string, object, unknown[]]>([
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
  [
    'an event without a count',
    'v1',
    'Event',
    {
      involvedObject: { kind: 'Pod', name: 'a', fieldPath: 'spec' },
      type: 'Normal',
      reason: 'Scheduled',
      message: ' bound ',
      source: { component: 'scheduler', host: 'n' },
      firstTimestamp: '2025-12-31T23:00:00Z',
      lastTimestamp: null,
    },
    ['60m', 'Normal', 'Scheduled', 'pod/a', 'spec', 'scheduler, n', 'bound', '60m', 1, 'o'],
  ],
  [
    'an event of a series',
    'v1',
    'Event',
    {
      eventTime: '2025-12-31T23:00:00.000000Z',
      reportingComponent: 'scheduler',
      series: { count: 5, lastObservedTime: '2025-12-31T23:58:00.000000Z' },
    },
    ['2m', '', '', '', '', 'scheduler', '', '60m', 5, 'o'],
  ],
  [
    'an autoscaler of three metrics',
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    {
      spec: {
        scaleTargetRef: { kind: 'Deployment', name: 'web' },
        maxReplicas: 4,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 80 } } },
          { type: 'Pods', pods: { target: { averageValue: '5' } } },
          { type: 'External', external: { target: { value: '1' } } },
        ],
      },
      status: { currentReplicas: 2, currentMetrics: [{ resource: { current: { averageUtilization: 40 } } }] },
    },
    ['o', 'Deployment/web', 'cpu: 40%/80%, <unknown>/5 + 1 more...', '<unset>', 4, 2],
  ],
  [
    'a resource claim in use',
    'resource.k8s.io/v1',
    'ResourceClaim',
    { status: { allocation: {}, reservedFor: [{}] } },
    ['o', 'allocated,reserved'],
  ],
  ['a resource claim that waits', 'resource.k8s.io/v1', 'ResourceClaim', {}, ['o', 'pending']],
  ['a claim template', 'resource.k8s.io/v1', 'ResourceClaimTemplate', {}, ['o']],
  ['a device class', 'resource.k8s.io/v1', 'DeviceClass', {}, ['o']],
  [
    'a resource slice',
    'resource.k8s.io/v1',
    'ResourceSlice',
    { spec: { nodeName: 'n', driver: 'gpu.example.com', pool: { name: 'p' } } },
    ['o', 'n', 'gpu.example.com', 'p'],
  ],
  [
    'endpoints at more than three places',
    'v1',
    'Endpoints',
    {
      subsets: [
        { addresses: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }], ports: [{ port: 80 }, { port: 443 }] },
        { addresses: [{ ip: '10.0.0.3' }] },
      ],
    },
    ['o', '10.0.0.1:80,[fd00::1]:80,10.0.0.1:443 + 2 more...'],
  ],
  ['endpoints of nothing', 'v1', 'Endpoints', {}, ['o', '<none>']],
  [
    'an endpoint slice',
    'discovery.k8s.io/v1',
    'EndpointSlice',
    {
      addressType: 'IPv4',
      ports: [{ port: 80, name: 'http' }, { name: 'any' }, {}],
      endpoints: [{ addresses: ['10.0.0.1', '10.0.0.2'] }, { addresses: ['10.0.0.3'] }, { addresses: ['10.0.0.4'] }],
    },
    ['o', 'IPv4', '80,any,*', '10.0.0.1,10.0.0.2,10.0.0.3 + 1 more...'],
  ],
  ['an endpoint slice of nothing', 'discovery.k8s.io/v1', 'EndpointSlice', {}, ['o', '', '<unset>', '<unset>']],
  [
    'an ingress with a certificate',
    'networking.k8s.io/v1',
    'Ingress',
    {
      spec: { ingressClassName: 'nginx', tls: [{}], rules: [{ host: 'a.example' }, {}, { host: 'b.example' }] },
      status: { loadBalancer: { ingress: [{ hostname: 'lb.example' }, { ip: '10.0.0.1' }] } },
    },
    ['o', 'nginx', 'a.example,b.example', '10.0.0.1,lb.example', '80, 443'],
  ],
  ['an ingress of every host', 'networking.k8s.io/v1', 'Ingress', {}, ['o', '<none>', '*', '', '80']],
  [
    'an ingress class with parameters',
    'networking.k8s.io/v1',
    'IngressClass',
    { spec: { controller: 'example.com/c', parameters: { apiGroup: 'k.example', kind: 'Kind', name: 'p' } } },
    ['o', 'example.com/c', 'Kind.k.example/p'],
  ],
  ['a network policy', 'networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: selector } }, ['o', 'app=d']],
  ['a role', 'rbac.authorization.k8s.io/v1', 'Role', {}, ['o', CREATED]],
  ['a cluster role', 'rbac.authorization.k8s.io/v1', 'ClusterRole', {}, ['o', CREATED]],
  ...['RoleBinding', 'ClusterRoleBinding'].map((kind): [string, string, string, object, unknown[]] => [
    `a ${kind}`,
    'rbac.authorization.k8s.io/v1',
    kind,
    {
      roleRef: { kind: 'ClusterRole', name: 'view' },
      subjects: [
        { kind: 'User', name: 'ann' },
        { kind: 'Group', name: 'ops' },
        { kind: 'User', name: 'ben' },
        { kind: 'ServiceAccount', namespace: 'shop', name: 'web' },
      ],
    },
    ['o', 'ClusterRole/view', 'ann, ben', 'ops', 'shop/web'],
  ]),
])('%s is printed', (_, apiVersion, kind, rest, cells) => {
  expect(cellsOf(apiVersion, kind, rest)).toEqual(cells);
});
