import { warningsOf } from '../index.js';
import type { KubernetesObject } from '#kubernetes';
import { inNamespace, objectOf, podWith, podWithContainer } from '../../../kubernetes/src/testing/admission.js';

const containers = (...ports: object[][]): object => ({
  containers: ports.map((some, index) => ({ name: `c${index}`, image: 'i', ports: some })),
});
const web = { containerPort: 80, protocol: 'TCP' };
const named = (name: string): KubernetesObject => ({ ...podWith(), metadata: { name, namespace: 'n' } });
const annotated = (key: string, spec: object = {}): KubernetesObject => {
  const pod = podWith(spec);
  return { ...pod, metadata: { ...pod.metadata, annotations: { [key]: '' } } };
};
const annotatedWith = (key: string): object => ({ name: 'a', annotations: { [key]: '' } });
const pem = (block: string): string =>
  Buffer.from(`-----BEGIN ${block}-----\nAA==\n-----END ${block}-----\n`).toString('base64');
const tls = (data: object): KubernetesObject => ({
  ...inNamespace(objectOf('v1', 'Secret')),
  ...{ type: 'kubernetes.io/tls', data },
});
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
      'spec.volumes[0].gitRepo: deprecated in v1.11, and disabled by default in v1.33+',
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
      'volume "v2" (Projected): overlapping paths: "a" (ServiceAccountToken) with "a" (Secret "s")',
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
    'a name of two ports',
    podWith(containers([{ ...web, name: 'web' }], [{ ...web, containerPort: 81, name: 'web' }])),
    [
      'spec.containers[1].ports[0]: duplicate port name "web" with spec.containers[0].ports[0], services and probes ' +
        'that select ports by name will use spec.containers[0].ports[0]',
    ],
  ],
  [
    'values that no label has, where a preference looks for them',
    podWith({
      affinity: {
        nodeAffinity: {
          [PREFERRED]: [
            { preference: { matchExpressions: [{ key: 'a', operator: 'In', values: ['x', '-'.repeat(64)] }] } },
          ],
        },
      },
    }),
    [
      `spec.affinity.nodeAffinity.${PREFERRED}[0].preference.matchExpressions[0].values[1]: ${'-'.repeat(64)} is ` +
        'invalid, must be no more than 63 characters',
      expect.stringContaining('is invalid, a valid label must be'),
    ],
  ],
  [
    'addresses in old forms',
    podWith({
      dnsConfig: { nameservers: ['010.0.0.1', '10.0.0.1'] },
      hostAliases: [{ ip: '::ffff:1.2.3.4' }, { ip: '2001:DB8:0:0::1' }, { ip: '2001:db8::1' }],
    }),
    [
      'spec.dnsConfig.nameservers[0]: non-standard IP address "010.0.0.1" will be considered invalid in a future ' +
        'Kubernetes release: use "10.0.0.1"',
      'spec.hostAliases[0].ip: non-standard IP address "::ffff:1.2.3.4" will be considered invalid in a future ' +
        'Kubernetes release: use "1.2.3.4"',
      'spec.hostAliases[1].ip: IPv6 address "2001:DB8:0:0::1" should be in RFC 5952 canonical format ("2001:db8::1")',
    ],
  ],
  [
    'a service without an address',
    {
      ...inNamespace(objectOf('v1', 'Service')),
      spec: {
        ...{ type: 'ClusterIP', clusterIP: 'None', clusterIPs: ['None'], loadBalancerIP: '1.1.1.1' },
        ...{ externalIPs: ['01.1.1.1'], sessionAffinity: 'ClientIP', externalName: 'a' },
        loadBalancerSourceRanges: ['10.0.0.1/8', '010.0.0.0/8', '2001:DB8::/32', '10.0.0.0/8'],
      },
    },
    [
      'spec.loadBalancerIP is ignored for headless services',
      'spec.externalIPs is ignored for headless services',
      'spec.SessionAffinity is ignored for headless services',
      'spec.externalIPs[0]: non-standard IP address "01.1.1.1" will be considered invalid in a future Kubernetes ' +
        'release: use "1.1.1.1"',
      'spec.loadBalancerSourceRanges[0]: CIDR value "10.0.0.1/8" is ambiguous in this context (should be ' +
        '"10.0.0.0/8" or "10.0.0.1/32"?)',
      'spec.loadBalancerSourceRanges[1]: non-standard CIDR value "010.0.0.0/8" will be considered invalid in a ' +
        'future Kubernetes release: use "10.0.0.0/8"',
      'spec.loadBalancerSourceRanges[2]: IPv6 CIDR value "2001:DB8::/32" should be in RFC 5952 canonical format ' +
        '("2001:db8::/32")',
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ],
  ],
  [
    'a service that is a name',
    {
      ...inNamespace(
        objectOf('v1', 'Service', { metadata: annotatedWith('service.kubernetes.io/topology-aware-hints') }),
      ),
      spec: { type: 'ExternalName', externalName: 'a', externalIPs: ['1.1.1.1'], sessionAffinity: 'None' },
    },
    [
      'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use ' +
        'service.kubernetes.io/topology-mode instead',
      'spec.externalIPs is ignored when spec.type is "ExternalName"',
    ],
  ],
  [
    'a service account',
    objectOf('v1', 'ServiceAccount', { metadata: annotatedWith('kubernetes.io/enforce-mountable-secrets') }),
    [
      'metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate ' +
        'namespaces to isolate access to mounted secrets',
    ],
  ],
  ['a certificate that is none', tls({}), ['tls: failed to find any PEM data in certificate input']],
  [
    'a key that is none',
    tls({ 'tls.crt': pem('CERTIFICATE'), 'tls.key': pem('CERTIFICATE') }),
    ['tls: found a certificate rather than a key in the PEM for the private key'],
  ],
  ['a certificate and a key', tls({ 'tls.crt': pem('CERTIFICATE'), 'tls.key': pem('EC PRIVATE KEY') }), []],
  [
    'a storage class',
    {
      ...objectOf('storage.k8s.io/v1', 'StorageClass'),
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'beta.kubernetes.io/os', values: ['linux'] }] }],
    },
    ['allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.14; use "kubernetes.io/os" instead'],
  ],
  [
    'a storage capacity',
    {
      ...inNamespace(objectOf('storage.k8s.io/v1', 'CSIStorageCapacity')),
      nodeTopology: { matchLabels: { 'beta.kubernetes.io/arch': 'x' }, matchExpressions: oldTerm.matchExpressions },
    },
    [
      'nodeTopology.matchExpressions[0].key: beta.kubernetes.io/os is deprecated since v1.14; use ' +
        '"kubernetes.io/os" instead',
      'nodeTopology.matchLabels.beta.kubernetes.io/arch: deprecated since v1.14; use "kubernetes.io/arch" instead',
    ],
  ],
  [
    'a stateful set',
    {
      ...inNamespace(objectOf('apps/v1', 'StatefulSet')),
      metadata: { name: 'a.b', namespace: 'n' },
      spec: {
        revisionHistoryLimit: -1,
        volumeClaimTemplates: [{ spec: { resources: { requests: { storage: '1500m' } } } }],
      },
    },
    [
      'spec.volumeClaimTemplates[0].resources.requests[storage]: fractional byte value ' +
        '"1500m" is invalid, must be an ' +
        'integer',
      'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
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
