import { admit, type KubernetesObject, type PriorityClass, type RuntimeClass } from '../index.js';
import { admitted, creating, forbiddenBy, objectOf, podWith, problemsOf } from '../testing/admission.js';

const high: PriorityClass = {
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name: 'high' },
  value: 1000,
  preemptionPolicy: 'Never',
};
const kata: RuntimeClass = {
  apiVersion: 'node.k8s.io/v1',
  kind: 'RuntimeClass',
  metadata: { name: 'kata' },
  handler: 'kata',
  overhead: { podFixed: { cpu: '250m' } },
  scheduling: {
    nodeSelector: { kata: 'yes' },
    tolerations: [
      { key: 'kata', operator: 'Exists' },
      { key: 'x', operator: 'Exists' },
    ],
  },
};
const classes = {
  priorityClass: (name: string) => (name === 'high' ? high : undefined),
  runtimeClass: (name: string) => (name === 'kata' ? kata : undefined),
};

describe('priority', () => {
  const cases: [name: string, spec: object, context: object, want: object][] = [
    ['of no class', {}, {}, { priority: 0, preemptionPolicy: 'PreemptLowerPriority' }],
    ['of a class', { priorityClassName: 'high' }, {}, { priority: 1000, preemptionPolicy: 'Never' }],
    [
      'of the default class',
      {},
      { defaultPriorityClass: () => high },
      { priorityClassName: 'high', priority: 1000, preemptionPolicy: 'Never' },
    ],
    [
      'of the system',
      { priorityClassName: 'system-node-critical' },
      {},
      { priority: 2000001000, preemptionPolicy: 'PreemptLowerPriority' },
    ],
    ['equal to its class', { priorityClassName: 'high', priority: 1000 }, {}, { priority: 1000 }],
    [
      'imported without a class',
      { priority: 7 },
      { operation: 'import', defaultPriorityClass: () => high },
      { priority: 7 },
    ],
    [
      'imported with a class that is not there',
      { priorityClassName: 'gone', priority: 7 },
      { operation: 'import' },
      { priority: 7, priorityClassName: 'gone' },
    ],
    [
      'imported from when the class was worth something else',
      { priorityClassName: 'high', priority: 7 },
      { operation: 'import' },
      { priority: 7 },
    ],
  ];
  test.each(cases)('%s', (_name, spec, context, want) =>
    expect(admitted(podWith(spec), { ...classes, ...context })['spec']).toMatchObject(want),
  );

  test('is refused where it contradicts the class or the class is not there', () => {
    expect(forbiddenBy(podWith({ priorityClassName: 'gone' }), classes)).toEqual({
      step: 'Priority',
      forbidden: ['no PriorityClass with name gone was found'],
    });
    expect(forbiddenBy(podWith({ priority: 7 }), classes)?.forbidden).toEqual([
      'the integer value of priority (7) must not be provided in pod spec; priority ' +
        'admission controller computed 0 from the given PriorityClass name',
    ]);
    expect(forbiddenBy(podWith({ preemptionPolicy: 'Never' }), classes)?.forbidden).toEqual([
      'the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority ' +
        'admission controller computed PreemptLowerPriority from the given PriorityClass name',
    ]);
  });
  test('of an imported pod may be found later', () => {
    const pod = podWith({ priorityClassName: 'high', runtimeClassName: 'kata' });
    const first = admit(pod, { ...creating, operation: 'import' });
    expect(first).toMatchObject({
      unresolved: [
        { kind: 'PriorityClass', name: 'high' },
        { kind: 'RuntimeClass', name: 'kata' },
      ],
    });
    expect(admit(pod, { ...creating, ...classes, operation: 'import' })).toMatchObject({
      unresolved: [],
      object: { spec: { priority: 1000, overhead: { cpu: '250m' } } },
    });
  });
  test('stays on update', () => {
    const old = admitted(podWith({ priorityClassName: 'high' }), classes);
    expect(admitted(podWith({ priorityClassName: 'high' }), { operation: 'update', old })['spec']).toMatchObject({
      priority: 1000,
      preemptionPolicy: 'Never',
    });
  });
});

test('one priority class is the default', () => {
  const ofValue = (name: string) => ({
    ...objectOf('scheduling.k8s.io/v1', 'PriorityClass', { value: 1, globalDefault: true }),
    metadata: { name },
  });
  const context = { defaultPriorityClass: () => high };
  const forbidden = ['PriorityClass high is already marked as default. Only one default can exist'];
  expect(forbiddenBy(ofValue('other'), context)).toEqual({ step: 'Priority', forbidden });
  expect(forbiddenBy(ofValue('other'))).toBeUndefined();
  const old = ofValue('high');
  expect(forbiddenBy(ofValue('high'), { ...context, operation: 'update', old })).toBeUndefined();
});

describe('a runtime class', () => {
  test('adds its overhead, nodes and tolerations', () => {
    const spec = {
      runtimeClassName: 'kata',
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'x', operator: 'Exists' }],
    };
    expect(admitted(podWith(spec), classes)['spec']).toMatchObject({
      overhead: { cpu: '250m' },
      nodeSelector: { disk: 'ssd', kata: 'yes' },
      tolerations: [
        { key: 'x', operator: 'Exists' },
        { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' },
        { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' },
        { key: 'kata', operator: 'Exists' },
      ],
    });
  });
  const refused: [name: string, spec: object, reason: string][] = [
    ['that is not there', { runtimeClassName: 'gone' }, 'pod rejected: RuntimeClass "gone" not found'],
    [
      'with another overhead',
      { runtimeClassName: 'kata', overhead: { cpu: '1' } },
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    ],
    [
      'and another node',
      { runtimeClassName: 'kata', nodeSelector: { kata: 'no' } },
      'conflict: runtimeClass.scheduling.nodeSelector[kata] = yes; ' + 'pod.spec.nodeSelector[kata] = no',
    ],
    [
      'missing, with an overhead',
      { overhead: { cpu: '1' } },
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    ],
  ];
  test.each(refused)('%s is refused', (_name, spec, reason) =>
    expect(forbiddenBy(podWith(spec), classes)).toEqual({ step: 'RuntimeClass', forbidden: [reason] }),
  );
});

describe('what is no object of a kind is refused', () => {
  const cases: [name: string, object: unknown, problems: string[]][] = [
    ['nothing', null, ['apiVersion: Required value', 'kind: Required value']],
    ['a list', [], ['apiVersion: Required value', 'kind: Required value']],
    [
      'a kind that is not kept',
      objectOf('v1', 'ComponentStatus'),
      ['kind: Invalid value: "ComponentStatus": no kind "ComponentStatus" is kept in version "v1"'],
    ],
    [
      'a kind of every object',
      objectOf('v1', 'constructor'),
      ['kind: Invalid value: "constructor": no kind "constructor" is kept in version "v1"'],
    ],
    [
      'without metadata',
      { apiVersion: 'v1', kind: 'Node' },
      ['metadata.name: Required value: name or generateName is required'],
    ],
    [
      'with metadata of the wrong type',
      { apiVersion: 'v1', kind: 'Node', metadata: 'a' },
      ['metadata: Invalid value: "string": must be an object'],
    ],
  ];
  test.each(cases)('%s', (_name, object, problems) => {
    expect(problemsOf(object as ReturnType<typeof objectOf>)).toEqual(problems);
  });
});

test('unknown fields go, and __proto__ is a key like any other', () => {
  const object = JSON.parse(
    '{"apiVersion":"v1","kind":"Node","metadata":{"name":"a","__proto__":{"x":1},"labels":{}},' +
      '"spec":{"mine":[1],"taints":null},"__proto__":{"y":2}}',
  ) as ReturnType<typeof objectOf>;
  const text = JSON.stringify(admitted(object));
  expect(text).toContain('"metadata":{"name":"a"},"spec":{}');
  expect(text).not.toMatch(/mine|"x"|"y"/);
  expect(({} as Record<string, unknown>)['y']).toBeUndefined();
});

describe('the Pod Security Standard of a namespace', () => {
  const namespaceLabels = (): Record<string, string> => ({ 'pod-security.kubernetes.io/enforce': 'baseline' });
  const host = (image: string): KubernetesObject => podWith({ hostNetwork: true, containers: [{ name: 'c', image }] });
  const forbidden = ['violates PodSecurity "baseline:latest": host namespaces (hostNetwork=true)'];

  test('refuses a new pod', () => {
    expect(forbiddenBy(host('i'), { namespaceLabels })).toEqual({ step: 'PodSecurity', forbidden });
    expect(forbiddenBy(host('i'), { namespaceLabels: () => ({}) })).toBeUndefined();
  });

  test('refuses another image of one that is there, and nothing else', () => {
    const old = admitted(host('i'));
    const changing = { operation: 'update', old, namespaceLabels } as const;
    const labelled = { ...host('i'), metadata: { ...old.metadata, labels: { a: 'b' } } };
    expect(forbiddenBy({ ...old, metadata: labelled.metadata }, changing)).toBeUndefined();
    const [container] = (old['spec'] as { readonly containers: readonly object[] }).containers;
    const other = { ...old, spec: { ...(old['spec'] as object), containers: [{ ...container, image: 'j' }] } };
    expect(forbiddenBy(other, changing)).toEqual({ step: 'PodSecurity', forbidden });
  });
});
