import { warningsOf, type KubernetesObject } from '../index.js';
import { inNamespace, objectOf, podWith, podWithContainer } from '../testing/admission.js';

const containers = (...ports: object[][]): object => ({
  containers: ports.map((some, index) => ({ name: `c${index}`, image: 'i', ports: some })),
});
const web = { containerPort: 80, protocol: 'TCP' };
const named = (name: string): KubernetesObject => ({ ...podWith(), metadata: { name, namespace: 'n' } });
const annotated = (key: string, spec: object = {}): KubernetesObject => {
  const pod = podWith(spec);
  return { ...pod, metadata: { ...pod.metadata, annotations: { [key]: '' } } };
};
const volumes = (...sources: object[]): KubernetesObject =>
  podWith({ volumes: sources.map((source, index) => ({ name: `v${index}`, ...source })) });
const term = { topologyKey: 'zone' };
const oldTerm = { matchExpressions: [{ key: 'beta.kubernetes.io/os', operator: 'In', values: ['linux'] }] };
const NOBODY = 'a null labelSelector results in matching no pod';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const HOSTNAME =
  "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is " +
  'recommended';

test.each<readonly [name: string, object: KubernetesObject, want: readonly string[]]>([
  ['a name with dots', named('a.b'), [`${HOSTNAME}: [must not contain dots]`]],
  ['a long name', named('a'.repeat(64)), [`${HOSTNAME}: [must be no more than 63 characters]`]],
  [
    'labels of nodes that have others in their place',
    podWith({
      nodeSelector: { 'node-role.kubernetes.io/master': '' },
      affinity: {
        nodeAffinity: {
          [REQUIRED]: { nodeSelectorTerms: [oldTerm] },
          [PREFERRED]: [{ weight: 1, preference: oldTerm }],
        },
      },
      topologySpreadConstraints: [{ topologyKey: 'failure-domain.beta.kubernetes.io/zone', labelSelector: {} }],
    }),
    [
      'spec.nodeSelector[node-role.kubernetes.io/master]: use "node-role.kubernetes.io/control-plane" instead',
      `spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/os is ` +
        'deprecated since v1.14; use "kubernetes.io/os" instead',
      `spec.affinity.nodeAffinity.${PREFERRED}[0].preference.matchExpressions[0].key: beta.kubernetes.io/os is ` +
        'deprecated since v1.14; use "kubernetes.io/os" instead',
      'spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.kubernetes.io/zone is deprecated since ' +
        'v1.17; use "topology.kubernetes.io/zone" instead',
    ],
  ],
  [
    'selectors that are not there',
    podWith({
      affinity: { podAffinity: { [REQUIRED]: [term] }, podAntiAffinity: { [PREFERRED]: [{ podAffinityTerm: term }] } },
      topologySpreadConstraints: [term],
    }),
    [
      `spec.topologySpreadConstraints[0].labelSelector: ${NOBODY}`,
      `spec.affinity.podAffinity.${REQUIRED}[0].labelSelector: ${NOBODY}`,
      `spec.affinity.podAntiAffinity.${PREFERRED}[0].podAffinityTerm.labelSelector: ${NOBODY}`,
    ],
  ],
  [
    'annotations that fields have taken the place of',
    annotated('scheduler.alpha.kubernetes.io/critical-pod'),
    [
      'metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the ' +
        '"priorityClassName" field instead',
    ],
  ],
  [
    'a profile of the pod in an annotation',
    annotated('seccomp.security.alpha.kubernetes.io/pod'),
    [
      'metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: non-functional in v1.27+; use the ' +
        '"seccompProfile" field instead',
    ],
  ],
  [
    'one of a container',
    annotated('container.seccomp.security.alpha.kubernetes.io/c'),
    [
      'metadata.annotations[container.seccomp.security.alpha.kubernetes.io/c]: non-functional in v1.27+; use the ' +
        '"seccompProfile" field instead',
    ],
  ],
  [
    'a profile that stands in its field as well',
    annotated('seccomp.security.alpha.kubernetes.io/pod', {
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
    }),
    [],
  ],
  [
    'volumes that are given up',
    volumes({ gitRepo: {} }, { scaleIO: {} }, { storageos: {} }, { emptyDir: {} }),
    [
      'spec.volumes[0].gitRepo: deprecated in v1.11',
      'spec.volumes[1].scaleIO: deprecated in v1.16, non-functional in v1.22+',
      'spec.volumes[2].storageOS: deprecated in v1.22, non-functional in v1.25+',
    ],
  ],
  [
    'files that hide each other',
    volumes(
      { configMap: { name: 'm', items: [{ path: 'a' }, { path: 'a/b' }, { path: 'c' }] } },
      { secret: { secretName: 's', items: [{ path: 'a/' }, { path: 'a' }] } },
      {
        projected: {
          sources: [{ secret: { name: 's', items: [{ path: 'a' }] } }, { serviceAccountToken: { path: 'a' } }],
        },
      },
    ),
    [
      'volume "v0" (ConfigMap "m"): overlapping paths: "a/b" with "a"',
      'volume "v1" (Secret "s"): overlapping paths: "a" with "a"',
      'volume "v2" (Projected ServiceAccountToken): overlapping paths: "a" with "a"',
      'spec.volumes[2].projected.sources.secrets[0]: has duplicated path with ServiceAccountToken "a"',
    ],
  ],
  [
    'what stands twice, or has no name',
    podWith({
      hostAliases: [{ ip: '1.1.1.1' }, { ip: '1.1.1.1' }],
      imagePullSecrets: [{ name: 'a' }, { name: 'a' }, {}],
    }),
    [
      'spec.hostAliases[1].ip: duplicate ip "1.1.1.1"',
      'spec.imagePullSecrets[1].name: duplicate name "a"',
      'spec.imagePullSecrets[2].name: invalid empty name ""',
    ],
  ],
  [
    'half a byte',
    { ...podWithContainer({ resources: { limits: { memory: '1500m' }, requests: { 'ephemeral-storage': '100m' } } }) },
    [
      'spec.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer',
      'spec.containers[0].resources.requests[ephemeral-storage]: fractional byte value "100m" is invalid, must be ' +
        'an integer',
    ],
  ],
  [
    'variables that hide others',
    podWithContainer({
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
        { name: 'A', value: '$(A)3' },
        { name: 'A', value: '$(A)' },
      ],
    }),
    [
      'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
      'spec.containers[0].env[3]: hides previous definition of "A", which may be dropped when using apply',
    ],
  ],
  [
    'ports that are the same',
    podWith(containers([web], [web, { ...web, hostPort: 80 }])),
    [
      'spec.containers[1].ports[0]: duplicate port definition with spec.containers[0].ports[0]',
      'spec.containers[1].ports[1]: overlapping port definition with spec.containers[0].ports[0]',
      'spec.containers[1].ports[1]: overlapping port definition with spec.containers[1].ports[0]',
    ],
  ],
  [
    'ports of a host that may be the same',
    podWith(containers([{ ...web, hostPort: 80 }], [{ ...web, hostPort: 80, hostIP: '1.1.1.1' }])),
    ['spec.containers[1].ports[0]: dangerously ambiguous port definition with spec.containers[0].ports[0]'],
  ],
  [
    'an address of a host without its port',
    podWith(containers([{ ...web, hostIP: '1.1.1.1' }])),
    [
      'spec.containers[0].ports[0]: hostIP set without hostPort: {Name: HostPort:0 ContainerPort:80 Protocol:TCP ' +
        'HostIP:1.1.1.1}',
    ],
  ],
  [
    'a negative grace period',
    podWith({ terminationGracePeriodSeconds: -1 }),
    ['spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1'],
  ],
  [
    'a template',
    {
      ...inNamespace(objectOf('apps/v1', 'ReplicaSet')),
      spec: {
        template: {
          metadata: { annotations: { 'container.apparmor.security.beta.kubernetes.io/c': '' } },
          spec: { containers: [{ name: 'c' }], terminationGracePeriodSeconds: -1 },
        },
      },
    },
    [
      'spec.template.metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: deprecated since v1.30; ' +
        'use the "appArmorProfile" field instead',
      'spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be ' +
        'treated as 1',
    ],
  ],
  [
    'a volume',
    {
      ...objectOf('v1', 'PersistentVolume', {
        metadata: { name: 'a', annotations: { 'volume.beta.kubernetes.io/storage-class': 'fast' } },
      }),
      spec: {
        persistentVolumeReclaimPolicy: 'Recycle',
        cephfs: {},
        nodeAffinity: { required: { nodeSelectorTerms: [oldTerm] } },
      },
    },
    [
      'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" ' +
        'attribute instead',
      'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended ' +
        'approach is to use dynamic provisioning.',
      'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/os is deprecated ' +
        'since v1.14; use "kubernetes.io/os" instead',
      'spec.cephfs: deprecated in v1.28, non-functional in v1.31+',
    ],
  ],
  [
    'a claim',
    {
      ...inNamespace(objectOf('v1', 'PersistentVolumeClaim')),
      spec: { resources: { requests: { storage: '1500m' } } },
    },
    ['spec.resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer'],
  ],
  [
    'a node',
    { ...objectOf('v1', 'Node'), spec: { configSource: {}, externalID: 'x' } },
    [
      'spec.configSource: the feature is no longer supported',
      'spec.externalID: this field is deprecated, and is unused by Kubernetes',
    ],
  ],
  [
    'a runtime class',
    { ...objectOf('node.k8s.io/v1', 'RuntimeClass'), scheduling: { nodeSelector: { 'beta.kubernetes.io/arch': 'x' } } },
    ['scheduling.nodeSelector: deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ],
  ['what nobody warns of', podWith(), []],
])('%s', (_name, object, want) => {
  expect(warningsOf(object, { isNew: true })).toEqual(want);
});

test('pods are warned of when they are created, volumes with every change, templates with a new generation', () => {
  const pod = podWith({ terminationGracePeriodSeconds: -1 });
  const volume = { ...objectOf('v1', 'PersistentVolume'), spec: { persistentVolumeReclaimPolicy: 'Recycle' } };
  const named = { ...objectOf('apps/v1', 'Deployment'), metadata: { name: 'a.b', namespace: 'n' } };
  const deployment = { ...named, spec: { template: { spec: pod.spec } } };
  const counts = [{ isNew: true }, { isNew: false, isNewGeneration: true }, { isNew: false }].map((write) =>
    [pod, volume, deployment].map((object) => warningsOf(object, write).length),
  );
  expect(counts).toEqual([
    [1, 1, 2],
    [0, 1, 1],
    [0, 1, 0],
  ]);
});
