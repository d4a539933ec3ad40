import { admit, type KubernetesObject } from '../index.js';
import { creating } from '../testing/admission.js';

const UID = '3f1a8c1e-8f7e-4a44-9a0e-0b8f7a1c2d01';
const AT = '2025-01-01T00:00:00Z';
const TERM = { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] };

const object = (apiVersion: string, kind: string, more: object, namespace?: string): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: {
    name: 'one',
    ...(namespace === undefined ? {} : { namespace }),
    uid: UID,
    creationTimestamp: AT,
    annotations: { a: 'b' },
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: UID, controller: true }],
  },
  ...more,
});

const TEMPLATE = {
  containers: [
    {
      name: 'c',
      image: 'i',
      command: ['a'],
      env: [
        { name: 'A', value: 'b' },
        { name: 'S', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
      ],
      ports: [{ name: 'http', containerPort: 80, protocol: 'TCP' }],
      livenessProbe: { httpGet: { path: '/', port: 'http', scheme: 'HTTP' } },
      volumeMounts: [{ name: 'v', mountPath: '/v' }],
    },
  ],
  restartPolicy: 'Always',
  dnsPolicy: 'ClusterFirst',
  imagePullSecrets: [{ name: 'r' }],
  serviceAccountName: 'default',
  volumes: [
    { name: 'p', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } },
    { name: 'v', configMap: { name: 'm', items: [{ key: 'a', path: 'a' }] } },
    { name: 'n', nfs: { server: '10.0.0.1', path: '/x' } },
    { name: 'h', hostPath: { path: '/h', type: 'Directory' } },
  ],
};

const volume = (source: object): KubernetesObject =>
  object('v1', 'PersistentVolume', {
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 's', ...source },
    status: { phase: 'Bound', lastPhaseTransitionTime: AT },
  });

const OBJECTS: readonly KubernetesObject[] = [
  object('v1', 'Node', {
    spec: { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24'], providerID: 'aws:///a/i-1', taints: [] },
    status: {
      addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
      conditions: [{ type: 'Ready', status: 'True', reason: 'R', lastHeartbeatTime: AT, lastTransitionTime: AT }],
      nodeInfo: { architecture: 'amd64', kubeletVersion: 'v1.34.0', machineID: 'm', bootID: 'b' },
      images: [{ names: ['i'], sizeBytes: 1 }],
    },
  }),
  object(
    'v1',
    'Pod',
    {
      spec: { ...TEMPLATE, hostAliases: [{ ip: '10.0.0.1', hostnames: ['a'] }], nodeName: 'n' },
      status: {
        phase: 'Running',
        hostIP: '10.0.0.1',
        podIP: '10.0.0.2',
        podIPs: [{ ip: '10.0.0.2' }],
        startTime: AT,
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: AT }],
        containerStatuses: [
          { name: 'c', image: 'i', imageID: 'x', containerID: 'containerd://x', state: { running: { startedAt: AT } } },
        ],
      },
    },
    'shop',
  ),
  ...[
    { csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1', fsType: 'ext4', nodeAffinity: undefined } },
    { nfs: { server: '10.0.0.1', path: '/x' } },
    { local: { path: '/mnt' }, nodeAffinity: { required: { nodeSelectorTerms: [TERM] } } },
    { iscsi: { targetPortal: '10.0.0.1:3260', iqn: 'iqn.2001-04.com.example:storage', lun: 0 } },
    { hostPath: { path: '/x', type: 'Directory' } },
    { awsElasticBlockStore: { volumeID: 'vol-1', fsType: 'ext4' } },
    { cephfs: { monitors: ['10.0.0.1:6789'], user: 'u', secretRef: { name: 's', namespace: 'n' } } },
  ].map(volume),
  object(
    'v1',
    'PersistentVolumeClaim',
    {
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: 's',
        volumeName: 'v',
        dataSource: { kind: 'PersistentVolumeClaim', name: 'o' },
        dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'o' },
      },
      status: {
        phase: 'Bound',
        capacity: { storage: '1Gi' },
        conditions: [{ type: 'Resizing', status: 'True', lastProbeTime: AT }],
      },
    },
    'shop',
  ),
  object(
    'policy/v1',
    'PodDisruptionBudget',
    {
      spec: { minAvailable: '50%', selector: { matchLabels: { a: 'b' } }, unhealthyPodEvictionPolicy: 'AlwaysAllow' },
      status: {
        disruptedPods: { p: AT },
        conditions: [{ type: 'DisruptionAllowed', status: 'False', reason: 'R', message: '', lastTransitionTime: AT }],
      },
    },
    'shop',
  ),
  object(
    'v1',
    'Service',
    {
      spec: {
        type: 'LoadBalancer',
        clusterIP: '10.1.0.1',
        clusterIPs: ['10.1.0.1'],
        externalTrafficPolicy: 'Cluster',
        internalTrafficPolicy: 'Cluster',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        loadBalancerSourceRanges: ['10.0.0.0/8'],
        ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 'http', nodePort: 30080 }],
        selector: { a: 'b' },
        sessionAffinity: 'None',
      },
      status: { loadBalancer: { ingress: [{ ip: '9.9.9.9', hostname: 'a.b', ipMode: 'VIP' }] } },
    },
    'shop',
  ),
  object(
    'apps/v1',
    'StatefulSet',
    {
      spec: {
        serviceName: 's',
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: TEMPLATE },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        ],
      },
    },
    'shop',
  ),
  object(
    'apps/v1',
    'Deployment',
    { spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec: TEMPLATE } } },
    'shop',
  ),
];

type Path = readonly (string | number)[];

function* textsIn(value: unknown, path: Path = []): Generator<Path> {
  if (typeof value === 'string') yield path;
  else if (Array.isArray(value)) for (const [at, one] of value.entries()) yield* textsIn(one, [...path, at]);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) yield* textsIn(one, [...path, key]);
}

function blanked(given: KubernetesObject, path: Path): KubernetesObject {
  const copy = structuredClone(given);
  let place = copy as unknown as Record<string | number, unknown>;
  for (const part of path.slice(0, -1)) place = place[part] as typeof place;
  place[path.at(-1) ?? ''] = '';
  return copy;
}

/** What is refused, because pods are placed by it, or found by it. */
const READ = [
  ...['metadata.name', 'spec.capacity', 'spec.csi.driver', 'spec.nodeAffinity', 'spec.minAvailable'],
  ...['spec.resources.requests', 'spec.containers.0.name', 'spec.selector', 'spec.template.metadata.labels'],
  ...['spec.template.spec.containers.0.name', 'spec.volumeClaimTemplates.0', 'spec.accessModes'],
  'spec.unhealthyPodEvictionPolicy',
];

const cases = OBJECTS.flatMap((given) => {
  const kind = `${given.kind}${Object.keys(given['spec'] ?? {}).at(-1) ?? ''}`;
  return [...textsIn(given)]
    .filter(([field]) => field !== 'apiVersion' && field !== 'kind')
    .map((path): [string, KubernetesObject, Path] => [`${kind}: ${path.join('.')}`, given, path]);
});

const imported = (given: KubernetesObject): ReturnType<typeof admit> =>
  admit(given, { ...creating, operation: 'import', onlyTells: true, leavesOut: 'immaterial' });

test.each(cases)(
  'a dump with one text blanked is imported, or refused by what placement reads: %s',
  (_name, of, path) => {
    const result = imported(blanked(of, path));
    const isIn = 'object' in result;
    if (!isIn) expect(READ.filter((field) => path.join('.').startsWith(field))).toHaveLength(1);
    // It comes again: defaults take the place of what was left out, and nothing changes any more.
    const again = isIn && imported(structuredClone(result.object));
    const object = again && 'object' in again && again.object;
    expect(object !== false).toBe(isIn);
    if (object !== false) expect(imported(structuredClone(object))).toMatchObject({ object });
  },
);

test('volumes whose handles are blanked count as volumes of their own', () => {
  const of = (name: string): unknown => {
    const given = volume({ csi: { driver: 'ebs.csi.aws.com', volumeHandle: '' } });
    const named = { ...given, metadata: { ...given.metadata, name } };
    const result = imported(named);
    return 'object' in result && [result.object['spec'], result.remarks.map(({ field }) => field)];
  };
  expect([of('a'), of('b')]).toMatchObject([
    [{ csi: { volumeHandle: 'a' } }, ['spec.csi.volumeHandle']],
    [{ csi: { volumeHandle: 'b' } }, ['spec.csi.volumeHandle']],
  ]);
});
