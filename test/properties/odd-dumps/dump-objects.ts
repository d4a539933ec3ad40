import type { Dice } from '../../oracle/generator/dice.js';

export interface DumpObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

const HIDDEN = '***HIDDEN***';
const NAMESPACES = ['shop', 'default', 'kube-system'];
const LABELS = [{ app: 'web' }, { app: 'db' }, { app: 'web', tier: 'front' }];
const CREATED = '2026-01-01T00:00:00Z';

/** A uid that nothing else has. */
function uid(dice: Dice): string {
  if (dice.chance(0.05)) return HIDDEN;
  const digits = (count: number): string => dice.times(count, count, () => dice.between(0, 9)).join('');
  return `${digits(8)}-0000-4000-8000-${digits(12)}`;
}

/** Metadata as an API server prints them; of what is written by hand only the name. */
function metadata(dice: Dice, name: string, more: object = {}): Readonly<Record<string, unknown>> {
  return dice.chance(0.8)
    ? {
        name,
        uid: uid(dice),
        creationTimestamp: CREATED,
        resourceVersion: String(dice.between(1, 1e6)),
        ...dice.maybe(0.3, () => ({ managedFields: [{ manager: 'kubectl', operation: 'Update', apiVersion: 'v1' }] })),
        ...dice.maybe(0.3, () => ({
          annotations: { 'example.com/note': 'x', ...dice.maybe(0.3, () => ({ [HIDDEN]: 'y' })) },
        })),
        ...more,
      }
    : { name, ...more };
}

export function nodes(dice: Dice): DumpObject[] {
  return dice.times(1, 4, (index) => {
    const capacity = { cpu: '4', memory: '8Gi', ...dice.maybe(0.7, () => ({ pods: '110' })) };
    const range = dice.pick([`10.0.${index}.0/24`, `${HIDDEN}/24`]);
    const own = metadata(dice, `n${index}`, {
      labels: { 'kubernetes.io/hostname': `n${index}`, zone: dice.pick(['a', 'b']) },
    });
    // Of a node that gets its uid here, times of conditions are printed that it did not have.
    const isObserved = own['uid'] !== undefined && own['uid'] !== HIDDEN;
    return {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: own,
      spec: {
        ...dice.maybe(0.6, () => ({ podCIDR: range, podCIDRs: [range] })),
        ...dice.maybe(0.5, () => ({ providerID: `cloud://${HIDDEN}` })),
        ...dice.maybe(0.3, () => ({ unschedulable: true })),
        ...dice.maybe(0.3, () => ({ taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] })),
      },
      status: {
        capacity,
        ...dice.maybe(0.7, () => ({ allocatable: { ...capacity, cpu: '3800m' } })),
        ...dice.maybe(0.5, () => ({
          addresses: [{ type: 'InternalIP', address: dice.pick(['10.0.0.1', HIDDEN, '']) }],
        })),
        ...dice.maybe(isObserved ? 0.6 : 0, () => ({
          conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: dice.pick([CREATED, HIDDEN]) }],
        })),
        ...dice.maybe(0.3, () => ({ daemonEndpoints: { kubeletEndpoint: { Port: dice.pick([10250, HIDDEN]) } } })),
        ...dice.maybe(0.3, () => ({ images: [{ names: ['nginx:1'], sizeBytes: 5_000_000 }] })),
      },
    };
  });
}

/** The spec of pods; `oddly` with fields that are wrong and do not matter for placement. */
function podSpec(dice: Dice, oddly: boolean): Record<string, unknown> {
  const bad = (probability: number): boolean => oddly && dice.chance(probability);
  const files = dice.chance(0.4);
  return {
    containers: [
      {
        name: 'c',
        image: 'nginx:1',
        resources: { requests: { cpu: '100m', memory: '128Mi' } },
        ...(bad(0.3) && { env: [{ name: 'a=b', value: HIDDEN }] }),
        ...(bad(0.2) && { livenessProbe: { httpGet: { port: HIDDEN, path: '/' } } }),
        ...(files && { volumeMounts: [{ name: 'files', mountPath: '/files' }] }),
      },
    ],
    ...(files && { volumes: [{ name: 'files', configMap: bad(0.4) ? {} : { name: 'settings' } }] }),
    ...(bad(0.2) && { hostAliases: [{ ip: HIDDEN, hostnames: ['a'] }] }),
    ...dice.maybe(0.3, () => ({ nodeSelector: { zone: 'a' } })),
    ...dice.maybe(0.3, () => ({ tolerations: [{ key: 'gpu', operator: 'Exists', effect: 'NoSchedule' }] })),
  };
}

export function pods(dice: Dice): DumpObject[] {
  return dice.times(0, 6, (index) => {
    const more = { namespace: dice.pick(NAMESPACES), labels: dice.pick(LABELS) };
    const own = metadata(dice, `p${index}`, more);
    const observed = own['uid'] !== undefined;
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: own,
      spec: { ...podSpec(dice, observed), ...(observed && dice.maybe(0.6, () => ({ nodeName: 'n0' }))) },
      ...(observed && {
        status: { phase: 'Running', podIP: HIDDEN, podIPs: [{ ip: HIDDEN }], hostIP: dice.pick([HIDDEN, '10.0.0.1']) },
      }),
    };
  });
}

/** What makes pods and is kept, some of it in versions of long ago. */
export function controllers(dice: Dice): DumpObject[] {
  const labels = dice.pick(LABELS);
  const template = (): object => ({ metadata: { labels }, spec: podSpec(dice, false) });
  const selector = { matchLabels: labels };
  const own = (name: string): DumpObject['metadata'] => metadata(dice, name, { namespace: 'shop' });
  const claims = [
    {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ];
  const mounting = { name: 'c', image: 'i', volumeMounts: [{ name: 'data', mountPath: '/data' }] };
  return dice.some<DumpObject>(
    [
      {
        ...{ apiVersion: dice.pick(['apps/v1', 'extensions/v1beta1']), kind: 'ReplicaSet', metadata: own('web') },
        spec: { replicas: 2, selector, template: template() },
      },
      {
        ...{ apiVersion: 'extensions/v1beta1', kind: 'ReplicaSet', metadata: own('old') },
        spec: { replicas: 1, template: template() },
      },
      {
        ...{
          apiVersion: dice.pick(['apps/v1', 'apps/v1beta1', 'apps/v1beta2']),
          kind: 'StatefulSet',
          metadata: own('db'),
        },
        spec: {
          ...{ replicas: 2, serviceName: 'db', selector, volumeClaimTemplates: claims },
          template: { metadata: { labels }, spec: { containers: [mounting], subdomain: 'Not_A_Name' } },
        },
      },
      {
        ...{ apiVersion: 'v1', kind: 'ReplicationController', metadata: own('rc') },
        spec: { replicas: 1, selector: labels, template: template() },
      },
      {
        ...{
          apiVersion: dice.pick(['policy/v1', 'policy/v1beta1']),
          kind: 'PodDisruptionBudget',
          metadata: own('budget'),
        },
        spec: { maxUnavailable: 1, ...dice.maybe(0.8, () => ({ selector: dice.pick([selector, {}]) })) },
      },
    ],
    0,
    5,
  );
}

export function services(dice: Dice): DumpObject[] {
  return dice.times(0, 2, (index) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: metadata(dice, `svc${index}`, { namespace: 'shop' }),
    spec: {
      selector: dice.pick(LABELS),
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      clusterIP: dice.pick(['None', '10.0.0.9']),
    },
  }));
}

export function classes(dice: Dice): DumpObject[] {
  const version = (group: string): string => `${group}/${dice.pick(['v1', 'v1beta1'])}`;
  return dice.some<DumpObject>(
    [
      {
        apiVersion: version('scheduling.k8s.io'),
        kind: 'PriorityClass',
        metadata: metadata(dice, 'high'),
        value: 1000,
      },
      {
        ...{ apiVersion: version('storage.k8s.io'), kind: 'StorageClass', metadata: metadata(dice, 'fast') },
        ...{ provisioner: 'example.com/disk', volumeBindingMode: 'WaitForFirstConsumer' },
      },
      { apiVersion: version('node.k8s.io'), kind: 'RuntimeClass', metadata: metadata(dice, 'box'), handler: 'box' },
      {
        ...{ apiVersion: 'node.k8s.io/v1alpha1', kind: 'RuntimeClass', metadata: metadata(dice, 'cage') },
        spec: { runtimeHandler: 'cage', overhead: { podFixed: { cpu: '10m' } } },
      },
      {
        ...{ apiVersion: version('storage.k8s.io'), kind: 'CSINode', metadata: metadata(dice, 'n0') },
        spec: { drivers: [{ name: 'example.com', nodeID: HIDDEN, topologyKeys: ['zone'], allocatable: { count: 5 } }] },
      },
    ],
    0,
    5,
  );
}

export function claims(dice: Dice): DumpObject[] {
  return dice.times(0, 2, (index) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadata(dice, `data-${index}`, { namespace: 'shop' }),
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'fast', resources: { requests: { storage: '1Gi' } } },
  }));
}

/** Kinds that are not kept. */
export function ignored(dice: Dice): DumpObject[] {
  const kinds = [
    ['apps/v1', 'Deployment'],
    ['extensions/v1beta1', 'DaemonSet'],
    ['batch/v1beta1', 'CronJob'],
    ['v1', 'ConfigMap'],
    ['argoproj.io/v1alpha1', 'Rollout'],
  ] as const;
  return dice.times(0, 6, (index) => {
    const [apiVersion, kind] = dice.pick(kinds);
    return { apiVersion, kind, metadata: { name: `x${index}`, namespace: 'shop' }, data: { a: 'b' } };
  });
}

/** Objects with something wrong that matters, and with fields that no kind has. */
export function odd(dice: Dice): DumpObject[] {
  const containers = [{ name: 'c', image: 'i' }];
  const one = (own: object, spec: object): DumpObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'shop', ...own },
    spec: { containers, ...spec },
  });
  return dice.some(
    [
      one({ generateName: 'task-' }, {}),
      one({ name: 'huge' }, { containers: [{ ...containers[0], resources: { requests: { cpu: '12Qi' } } }] }),
      one({ name: 'typo' }, { nodeSelectors: { zone: 'a' }, replica: 5 }),
      one({ name: 'lost', uid: uid(dice) }, { nodeName: 'nowhere' }),
      {
        ...{
          apiVersion: 'v1',
          kind: 'Node',
          metadata: { name: 'hidden', uid: uid(dice), labels: { host: HIDDEN, zone: 'a' } },
        },
        ...{
          spec: { taints: [{ key: HIDDEN, effect: 'NoSchedule' }] },
          status: { capacity: { cpu: '2', pods: '10' } },
        },
      },
    ],
    0,
    3,
  );
}
