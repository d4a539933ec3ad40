import type { KubernetesObject } from '../types/index.js';
import { admitted, objectOf, podWith, problemsOf } from '../testing/admission.js';

const update = (before: KubernetesObject, after: KubernetesObject): string[] => {
  const old = admitted(structuredClone(before));
  return problemsOf(structuredClone(after), { operation: 'update', old });
};
const gated = { schedulingGates: [{ name: 'g' }, { name: 'h' }] };
const required = (...expressions: object[]) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: expressions }] },
    },
  },
});
const zone = { key: 'zone', operator: 'In', values: ['a'] };
const disk = { key: 'disk', operator: 'Exists' };

describe('a pod may change', () => {
  const cases: [name: string, before: object, after: object][] = [
    ['nothing', { nodeSelector: { a: 'b' } }, { nodeSelector: { a: 'b' } }],
    ['its images', {}, { containers: [{ name: 'c', image: 'other', imagePullPolicy: 'Always' }] }],
    ['its deadline, downwards', { activeDeadlineSeconds: 10 }, { activeDeadlineSeconds: 5 }],
    [
      'its tolerations, by adding',
      { tolerations: [{ key: 'a', operator: 'Exists' }] },
      { tolerations: [{ operator: 'Exists' }, { key: 'a', operator: 'Exists' }] },
    ],
    ['its gates, by removing', gated, { schedulingGates: [{ name: 'h' }] }],
    [
      'its node selector while gated, by adding',
      { ...gated, nodeSelector: { a: 'b' } },
      { ...gated, nodeSelector: { a: 'b', c: 'd' } },
    ],
    [
      'its node affinity while gated, by adding',
      { ...gated, ...required(zone) },
      { ...gated, ...required(zone, disk) },
    ],
    ['its node affinity while gated, from nothing', gated, { ...gated, ...required(zone) }],
    [
      'how amounts are written',
      { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1000m' } } }] },
      { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: 1 } } }] },
    ],
  ];
  test.each(cases)('%s', (_name, before, after) => expect(update(podWith(before), podWith(after))).toEqual([]));
});

describe('a pod may not change', () => {
  const other = /^spec: Forbidden: pod updates may not change fields other than `spec.containers\[\*\].image`,/;
  const cases: [name: string, before: object, after: object, problem: RegExp][] = [
    ['its node', { nodeName: 'a' }, { nodeName: 'b' }, other],
    ['its node selector', {}, { nodeSelector: { a: 'b' } }, other],
    ['its resources', {}, { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] }, other],
    [
      'its containers',
      {},
      {
        containers: [
          { name: 'c', image: 'i' },
          { name: 'd', image: 'i' },
        ],
      },
      /^spec.containers: Forbidden: pod updates may not add or remove containers$/,
    ],
    [
      'its deadline, upwards',
      { activeDeadlineSeconds: 5 },
      { activeDeadlineSeconds: 10 },
      /^spec.activeDeadlineSeconds: Invalid value: 10: must be less than or equal/,
    ],
    [
      'its tolerations, by removing',
      { tolerations: [{ operator: 'Exists' }] },
      {},
      /^spec.tolerations: Forbidden: existing toleration can not be modified/,
    ],
    [
      'its gates, by adding',
      gated,
      { schedulingGates: [...gated.schedulingGates, { name: 'i' }] },
      /^spec.schedulingGates\[2\].name: Forbidden: only deletion is allowed/,
    ],
    [
      'its node selector while gated, by removing',
      { ...gated, nodeSelector: { a: 'b' } },
      gated,
      /^spec.nodeSelector: Invalid value: {}: only additions/,
    ],
    [
      'its node affinity while gated, by removing',
      { ...gated, ...required(zone, disk) },
      { ...gated, ...required(zone) },
      /only additions are allowed/,
    ],
  ];
  test.each(cases)('%s', (_name, before, after, problem) => {
    expect(update(podWith(before), podWith(after))).toEqual([expect.stringMatching(problem)]);
  });
});

describe('objects may not change', () => {
  const named = (object: KubernetesObject) => ({ ...object, metadata: { name: 'a', namespace: 'n' } });
  const claim = (size: string, fields: object = {}) =>
    named(
      objectOf('v1', 'PersistentVolumeClaim', {
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: size } } },
        ...fields,
      }),
    );
  const volume = (driver: string) =>
    objectOf('v1', 'PersistentVolume', {
      spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, csi: { driver, volumeHandle: 'h' } },
    });
  const cases: [name: string, before: KubernetesObject, after: KubernetesObject, fields: string[]][] = [
    ['their name', objectOf('v1', 'Node'), { ...objectOf('v1', 'Node'), metadata: { name: 'b' } }, ['metadata.name']],
    [
      'their uid',
      { ...objectOf('v1', 'Node'), metadata: { name: 'a', uid: '1' } },
      { ...objectOf('v1', 'Node'), metadata: { name: 'a', uid: '2' } },
      ['metadata.uid'],
    ],
    [
      'the provider of a node',
      objectOf('v1', 'Node', { spec: { providerID: 'p' } }),
      objectOf('v1', 'Node', { spec: { providerID: 'q' } }),
      ['spec.providerID'],
    ],
    [
      'the value of a priority class',
      objectOf('scheduling.k8s.io/v1', 'PriorityClass', { value: 1 }),
      objectOf('scheduling.k8s.io/v1', 'PriorityClass', { value: 2 }),
      ['value'],
    ],
    [
      'what a storage class does',
      objectOf('storage.k8s.io/v1', 'StorageClass', { provisioner: 'p' }),
      objectOf('storage.k8s.io/v1', 'StorageClass', {
        provisioner: 'q',
        reclaimPolicy: 'Retain',
        volumeBindingMode: 'WaitForFirstConsumer',
      }),
      ['provisioner', 'reclaimPolicy', 'volumeBindingMode'],
    ],
    ['the source of a volume', volume('a'), volume('b'), ['spec.persistentvolumesource']],
    ['an unbound claim', claim('1Gi'), claim('2Gi'), ['spec']],
    [
      'what a replica set counts',
      named(
        objectOf('apps/v1', 'ReplicaSet', {
          spec: { selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b', c: 'd' } } } },
        }),
      ),
      named(
        objectOf('apps/v1', 'ReplicaSet', {
          spec: { selector: { matchLabels: { c: 'd' } }, template: { metadata: { labels: { a: 'b', c: 'd' } } } },
        }),
      ),
      ['spec.selector'],
    ],
    [
      'whether a driver attaches',
      objectOf('storage.k8s.io/v1', 'CSIDriver', { spec: { attachRequired: true } }),
      objectOf('storage.k8s.io/v1', 'CSIDriver', { spec: { attachRequired: false } }),
      ['spec.attachRequired'],
    ],
  ];
  test.each(cases)('%s', (_name, before, after, fields) => {
    expect(update(before, after).map((problem) => problem.split(': ')[0])).toEqual(fields);
  });

  test('but a bound claim may grow', () => {
    const bound = { status: { phase: 'Bound', capacity: { storage: '1Gi' } } };
    expect(update(claim('1Gi', bound), claim('2Gi', bound))).toEqual([]);
  });
  test('and an import is free to', () => {
    const old = admitted(podWith({ nodeName: 'a' }));
    expect(problemsOf(podWith({ nodeName: 'b' }), { operation: 'import', old })).toEqual([]);
  });
});
