/** Manifests for a gate, and the exit code of each. They are for the cluster of `CLUSTER`. */
const container = (cpu: string, more: object = {}): object => ({
  name: 'c',
  image: 'i',
  resources: { requests: { cpu } },
  ...more,
});

const podOf = (name: string, { cpu = '1', namespace = 'default', ...spec }: PodParts = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace },
  spec: { containers: [container(cpu)], ...spec },
});

interface PodParts {
  readonly cpu?: string;
  readonly namespace?: string;
  readonly [field: string]: unknown;
}

interface WorkloadParts extends PodParts {
  readonly kind?: string;
  readonly spec?: object;
}

const workload = ({
  kind = 'Deployment',
  cpu = '100m',
  namespace = 'default',
  spec = {},
  ...pod
}: WorkloadParts = {}) => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : kind === 'ReplicationController' ? 'v1' : 'apps/v1',
  kind,
  metadata: { name: 'web', namespace },
  spec: {
    ...(kind === 'Job' || kind === 'ReplicationController' ? {} : { selector: { matchLabels: { app: 'web' } } }),
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [container(cpu)], ...pod } },
    ...spec,
  },
});

const plain = (apiVersion: string, kind: string, name: string, more: object = {}): object => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'default' },
  ...more,
});

const claim = (name: string, storageClassName: string): object =>
  plain('v1', 'PersistentVolumeClaim', name, {
    spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage: '1Gi' } } },
  });

const service = plain('v1', 'Service', 'web', { spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } });
const configMap = plain('v1', 'ConfigMap', 'web', { data: { key: 'value' } });
const rollout = plain('argoproj.io/v1alpha1', 'Rollout', 'web', { spec: { replicas: 900 } });
const apart = {
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'kubernetes.io/hostname' },
    ],
  },
};

/** Two nodes, one of them with a taint; a namespace with a quota, and one with a range of limits. */
export const CLUSTER: readonly object[] = [
  ...['a', 'gpu'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    ...(name === 'gpu' && { spec: { taints: [{ key: 'gpu', effect: 'NoSchedule' }] } }),
    status: { capacity: { cpu: '8', memory: '16Gi', pods: '20' } },
  })),
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } },
  plain('v1', 'ResourceQuota', 'team', {
    metadata: { name: 'team', namespace: 'team' },
    spec: { hard: { pods: '3', 'requests.cpu': '2' } },
  }),
  plain('v1', 'LimitRange', 'limits', {
    metadata: { name: 'limits', namespace: 'limited' },
    spec: { limits: [{ type: 'Container', max: { cpu: '1' }, defaultRequest: { cpu: '500m' } }] },
  }),
  { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 1000 },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'now' },
    provisioner: 'csi.example',
    volumeBindingMode: 'Immediate',
  },
  podOf('stuck', { cpu: '64' }),
  podOf('there', { cpu: '100m', nodeName: 'a' }),
];

const TWICE = `apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, image: i}], priority: 0, priority: 0}
`;

type Case = readonly [name: string, code: number, manifests: readonly (object | string)[]];

export const FAILING: readonly Case[] = [
  ['a Deployment of 500 replicas and a Service', 1, [workload({ spec: { replicas: 500 } }), service]],
  ['a pod that is too large', 1, [podOf('huge', { cpu: '9' })]],
  ['a pod for nodes that are not there', 1, [podOf('p', { nodeSelector: { pool: 'genral' } })]],
  ['a pod that was pending before', 1, [podOf('stuck', { cpu: '64' })]],
  ['replicas apart, on too few nodes', 1, [workload({ spec: { replicas: 2 }, affinity: apart })]],
  ['a Deployment over the quota', 1, [workload({ namespace: 'team', spec: { replicas: 4 } })]],
  ['a pod over the quota', 1, [podOf('p', { namespace: 'team', cpu: '3' })]],
  [
    'a pod that says nothing of what a quota limits',
    1,
    [podOf('p', { namespace: 'team', containers: [{ name: 'c', image: 'i' }] })],
  ],
  [
    'a quota below what comes with it',
    1,
    [plain('v1', 'ResourceQuota', 'small', { spec: { hard: { pods: '2' } } }), workload({ spec: { replicas: 3 } })],
  ],
  ['a Deployment over a range of limits', 1, [workload({ namespace: 'limited', cpu: '2' })]],
  ['a field that is misspelt', 1, [workload({ spec: { replica: 5 } })]],
  ['a field that is misspelt in the template', 1, [workload({ nodeSelectors: { a: 'b' } })]],
  ['a field that stands twice', 1, [TWICE]],
  [
    'a claim of a class that is not there',
    1,
    [claim('data', 'none'), podOf('p', { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] })],
  ],
  ['a class of priority that is not there', 1, [podOf('p', { priorityClassName: 'none' })]],
  [
    'a claim that is not there',
    1,
    [podOf('p', { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'none' } }] })],
  ],
  ['an amount that is none', 3, [podOf('p', { cpu: 'much' })]],
  ['a selector that does not find its pods', 3, [workload({ spec: { selector: { matchLabels: { app: 'other' } } } })]],
  ['replicas as a text', 3, [workload({ spec: { replicas: '5' } })]],
  ['a Job that restarts for ever', 3, [workload({ kind: 'Job' })]],
  ['no YAML', 3, ['a: [']],
  ['nothing', 3, ['# nothing\n']],
  ['a Rollout of 900', 4, [rollout]],
  ['a Deployment, and a kind that is not known', 4, [workload(), rollout]],
  [
    'a Deployment of an old version, which is converted with a warning',
    1,
    [{ ...workload(), apiVersion: 'extensions/v1beta1' }],
  ],
  [
    'a CronJob whose pods are too large',
    1,
    [
      plain('batch/v1', 'CronJob', 'nightly', {
        spec: {
          schedule: '0 3 * * *',
          jobTemplate: { spec: workload({ kind: 'Job', cpu: '9', restartPolicy: 'OnFailure' }).spec },
        },
      }),
    ],
  ],
  [
    'a Deployment over a quota of Deployments',
    1,
    [plain('v1', 'ResourceQuota', 'few', { spec: { hard: { 'count/deployments.apps': '0' } } }), workload()],
  ],
  ['a pod of another scheduler', 4, [podOf('p', { schedulerName: 'other' })]],
  ['a pod that waits for a gate', 4, [podOf('p', { schedulingGates: [{ name: 'wait' }] })]],
];

export const PASSING: readonly Case[] = [
  ['a pod', 0, [podOf('p')]],
  ['a Deployment', 0, [workload({ spec: { replicas: 3 } })]],
  [
    'a Deployment and what does not matter for placement',
    0,
    [workload(), service, configMap, plain('v1', 'Secret', 's')],
  ],
  ['a ReplicaSet', 0, [workload({ kind: 'ReplicaSet', spec: { replicas: 2 } })]],
  ['a StatefulSet', 0, [workload({ kind: 'StatefulSet', spec: { serviceName: 'web', replicas: 2 } })]],
  ['a DaemonSet', 0, [workload({ kind: 'DaemonSet' })]],
  ['a DaemonSet for tainted nodes too', 0, [workload({ kind: 'DaemonSet', tolerations: [{ operator: 'Exists' }] })]],
  ['a ReplicationController', 0, [workload({ kind: 'ReplicationController' })]],
  ['a Job', 0, [workload({ kind: 'Job', restartPolicy: 'Never', spec: { parallelism: 3, completions: 3 } })]],
  [
    'a Job with the beginning of a name',
    0,
    [
      {
        ...workload({ kind: 'Job', restartPolicy: 'Never' }),
        metadata: { generateName: 'build-', namespace: 'default' },
      },
    ],
  ],
  [
    'a CronJob',
    0,
    [
      plain('batch/v1', 'CronJob', 'nightly', {
        spec: {
          schedule: '0 3 * * *',
          jobTemplate: { spec: workload({ kind: 'Job', restartPolicy: 'OnFailure' }).spec },
        },
      }),
    ],
  ],
  ['a Deployment of no replicas', 0, [workload({ cpu: '64', spec: { replicas: 0 } })]],
  ['a Deployment within the quota', 0, [workload({ namespace: 'team', spec: { replicas: 3 } })]],
  [
    'a pod within a range of limits',
    0,
    [podOf('p', { namespace: 'limited', containers: [{ name: 'c', image: 'i' }] })],
  ],
  [
    'a pod that tolerates the taint',
    0,
    [
      podOf('p', {
        nodeSelector: { 'kubernetes.io/hostname': 'gpu' },
        tolerations: [{ key: 'gpu', operator: 'Exists' }],
      }),
    ],
  ],
  ['a pod with a class of priority', 0, [podOf('p', { priorityClassName: 'high' })]],
  [
    'a class of priority and its pod',
    0,
    [
      { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'low' }, value: 1 },
      podOf('p', { priorityClassName: 'low' }),
    ],
  ],
  [
    'a node and a pod for it',
    0,
    [
      {
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name: 'b' },
        status: { capacity: { cpu: '128', memory: '64Gi', pods: '9' } },
      },
      podOf('p', { cpu: '32' }),
    ],
  ],
  [
    'a namespace and its Deployment',
    0,
    [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } }, workload({ namespace: 'new' })],
  ],
  ['a List', 0, [{ apiVersion: 'v1', kind: 'List', items: [podOf('p'), podOf('q')] }]],
  [
    'a disruption budget',
    0,
    [
      plain('policy/v1', 'PodDisruptionBudget', 'web', {
        spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
      }),
    ],
  ],
  ['a ConfigMap', 0, [configMap]],
  [
    'a claim of a class that makes volumes',
    0,
    [claim('data', 'now'), podOf('p', { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] })],
  ],
  [
    'a StatefulSet with claims',
    0,
    [
      workload({
        kind: 'StatefulSet',
        spec: { serviceName: 'web', replicas: 2, volumeClaimTemplates: [claim('data', 'now')] },
      }),
    ],
  ],
];
