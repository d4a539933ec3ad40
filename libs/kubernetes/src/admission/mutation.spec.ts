import {
  admit,
  type AdmissionContext,
  type AdmissionResult,
  type KubernetesObject,
  type LimitRange,
  type RuntimeClass,
} from '../index.js';
import { creating, inNamespace, objectOf, podWith } from '../testing/admission.js';
import type { Mutation } from './mutation.js';
import { ADMISSION_STEPS } from './steps.js';

const PATH_OF_NOTE = '/metadata/annotations/kubernetes.io~1limit-ranger';
const failing = (name: string) => ({
  key: `node.kubernetes.io/${name}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
});
const TOLERATED = {
  step: 'DefaultTolerationSeconds',
  changes: [
    { path: '/spec/tolerations/0', value: failing('not-ready') },
    { path: '/spec/tolerations/1', value: failing('unreachable') },
  ],
};
const NO_CLASS = {
  step: 'Priority',
  changes: [
    { path: '/spec/priority', value: 0 },
    { path: '/spec/preemptionPolicy', value: 'PreemptLowerPriority' },
  ],
};
const GPU = { 'example.com/gpu': '1' };
const RANGE = {
  ...inNamespace(objectOf('v1', 'LimitRange')),
  spec: { limits: [{ type: 'Container', default: GPU, defaultRequest: { cpu: '100m', ...GPU } }] },
} as unknown as LimitRange;
const SLOW = { key: 'slow', operator: 'Exists' };
const RUNTIME = {
  ...objectOf('node.k8s.io/v1', 'RuntimeClass'),
  handler: 'h',
  overhead: { podFixed: { cpu: '1' } },
  scheduling: { nodeSelector: { 'example.com/runs': 'h' }, tolerations: [SLOW] },
} as unknown as RuntimeClass;
const SPREAD = {
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable: 'DoNotSchedule',
  labelSelector: { matchLabels: { app: 'web' } },
  matchLabelKeys: ['version'],
};
const TERM = { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'web' } }, mismatchLabelKeys: ['version'] };

/** What is wanted of an object that was admitted, but for the uid: of a status no plugin says anything. */
function whole(result: AdmissionResult): unknown {
  if (!('object' in result)) return result;
  const { metadata, spec } = result.object as KubernetesObject & { readonly spec?: unknown };
  return { metadata: { ...metadata, uid: 'u' }, spec };
}

function mutationsOf(given: KubernetesObject, context: Partial<AdmissionContext> = {}): readonly Mutation[] {
  const result = admit(structuredClone(given), { ...creating, ...context });
  if ('mutations' in result) return result.mutations;
  throw new Error('it was not admitted');
}

const labelled = (spec: object): KubernetesObject => {
  const pod = podWith(spec);
  return { ...pod, metadata: { ...pod.metadata, labels: { version: '2' } } };
};
const memory = { containers: [{ name: 'c', image: 'i', resources: { requests: { memory: '1Gi' } } }] };
const notReady = {
  ...objectOf('v1', 'Node'),
  spec: { taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }] },
  status: { capacity: { pods: '9' } },
};
const claim = {
  ...inNamespace(objectOf('v1', 'PersistentVolumeClaim')),
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};

const cases: [step: string, given: KubernetesObject, context: Partial<AdmissionContext>, want: readonly Mutation[]][] =
  [
    ['DefaultTolerationSeconds', podWith(), {}, [NO_CLASS, TOLERATED]],
    [
      'LimitRanger',
      podWith({ priorityClassName: 'system-node-critical', tolerations: [{ operator: 'Exists' }] }),
      { limitRanges: () => [RANGE] },
      [
        {
          step: 'LimitRanger',
          changes: [
            { path: '/spec/containers/0/resources/requests/cpu', value: '100m' },
            { path: '/spec/containers/0/resources/requests/example.com~1gpu', value: '1' },
            { path: '/spec/containers/0/resources/limits/example.com~1gpu', value: '1' },
            {
              path: PATH_OF_NOTE,
              value:
                'LimitRanger plugin set: cpu, example.com/gpu request for container c; example.com/gpu limit for ' +
                'container c',
            },
          ],
        },
        {
          step: 'Priority',
          changes: [
            { path: '/spec/priority', value: 2_000_001_000 },
            { path: '/spec/preemptionPolicy', value: 'PreemptLowerPriority' },
          ],
        },
      ],
    ],
    [
      'PodTolerationRestriction',
      podWith(memory),
      { memoryPressureTolerations: true },
      [
        NO_CLASS,
        TOLERATED,
        {
          step: 'PodTolerationRestriction',
          changes: [
            {
              path: '/spec/tolerations/2',
              value: { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
            },
          ],
        },
      ],
    ],
    [
      'RuntimeClass',
      podWith({ runtimeClassName: 'a', priority: 0, preemptionPolicy: 'PreemptLowerPriority' }),
      { runtimeClass: () => RUNTIME },
      [
        TOLERATED,
        {
          step: 'RuntimeClass',
          changes: [
            { path: '/spec/overhead', value: { cpu: '1' } },
            { path: '/spec/nodeSelector/example.com~1runs', value: 'h' },
            { path: '/spec/tolerations', value: [failing('not-ready'), failing('unreachable'), SLOW] },
          ],
        },
      ],
    ],
    [
      'MatchLabelKeys',
      labelled({
        topologySpreadConstraints: [SPREAD],
        affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [TERM] } },
      }),
      {},
      [
        NO_CLASS,
        TOLERATED,
        {
          step: 'MatchLabelKeys',
          changes: [
            {
              path:
                '/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/0/labelSelector' +
                '/matchExpressions/0',
              value: { key: 'version', operator: 'NotIn', values: ['2'] },
            },
            {
              path: '/spec/topologySpreadConstraints/0/labelSelector/matchExpressions/0',
              value: { key: 'version', operator: 'In', values: ['2'] },
            },
          ],
        },
      ],
    ],
    [
      'DefaultStorageClass',
      claim,
      { defaultStorageClass: () => ({ ...objectOf('storage.k8s.io/v1', 'StorageClass'), provisioner: 'p' }) as never },
      [
        { step: 'DefaultStorageClass', changes: [{ path: '/spec/storageClassName', value: 'a' }] },
        {
          step: 'StorageObjectInUseProtection',
          changes: [{ path: '/metadata/finalizers/0', value: 'kubernetes.io/pvc-protection' }],
        },
      ],
    ],
    [
      'NodePods',
      { ...objectOf('v1', 'Node'), status: { capacity: { cpu: '4' } } },
      {},
      [
        {
          step: 'NodePods',
          changes: [
            { path: '/status/capacity/pods', value: '110' },
            { path: '/status/allocatable/pods', value: '110' },
          ],
        },
      ],
    ],
    ['ConditionTaints', notReady, {}, [{ step: 'ConditionTaints', changes: [{ path: '/spec/taints', value: null }] }]],
  ];
test.each(cases)('a step tells what it sets: %s', (_step, given, context, want) => {
  expect(mutationsOf(given, context)).toEqual(want);
});

test('what is reported is all that the steps did', () => {
  for (const [step, given, context] of cases) {
    const done = admit(structuredClone(given), { ...creating, ...context });
    const reported = { ...structuredClone(given), metadata: { ...structuredClone(given.metadata), uid: 'u' } };
    for (const { changes } of mutationsOf(given, context))
      for (const { path, value } of changes) set(reported, path, value);
    // What has a uid was admitted elsewhere: it is completed, and no plugin does anything to it.
    const completed = admit(reported, { ...creating, operation: 'import' });
    expect([step, whole(completed)]).toEqual([step, whole(done)]);
  }
});

test('every step that changes objects is among these', () => {
  const mutating = ADMISSION_STEPS.filter(({ does }) => does === 'mutate').map(({ name }) => name);
  const reported = cases.flatMap(([, given, context]) => mutationsOf(given, context).map(({ step }) => step));
  expect(mutating.filter((name) => !reported.includes(name))).toEqual(['Defaults', 'Strategy']);
});

test('what an object says itself, and what another server made of it, is no change', () => {
  const whole = { priority: 7, preemptionPolicy: 'Never', tolerations: [{ operator: 'Exists' }] };
  const known = podWith(whole);
  expect(mutationsOf({ ...known, metadata: { ...known.metadata, uid: 'u' } }, { operation: 'import' })).toEqual([]);
});

/** Sets a value where a pointer says; what leads there is made. */
function set(object: object, pointer: string, value: unknown): void {
  const parts = pointer.split('/').slice(1);
  const names = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = names.pop() ?? '';
  let at = object as Record<string, unknown>;
  for (const [index, name] of names.entries())
    at = (at[name] ??= /^\d+$/.test(names[index + 1] ?? last) ? [] : {}) as Record<string, unknown>;
  if (value === null) Reflect.deleteProperty(at, last);
  else at[last] = value;
}
