import { admitted, inNamespace, objectOf, problemsOf, updateProblemsOf } from '../testing/admission.js';

const labels = { app: 'a' };
const containers = [{ name: 'c', image: 'i' }];
const template = { metadata: { labels }, spec: { containers } };
const selector = { matchLabels: labels };
const controller = (kind: string, spec: object = {}) =>
  inNamespace(objectOf('apps/v1', kind, { spec: { selector, template, ...spec } }));
const job = (spec: object = {}) => {
  const pods = { spec: { containers, restartPolicy: 'Never' } };
  return inNamespace(objectOf('batch/v1', 'Job', { spec: { template: pods, ...spec } }));
};

describe('a template without containers is refused', () => {
  test.each(['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'])('of a %s', (kind) =>
    expect(problemsOf(controller(kind, { template: { metadata: { labels }, spec: {} } }))).toEqual([
      'spec.template.spec.containers: Required value',
    ]),
  );
  test('of a job', () =>
    expect(problemsOf(job({ template: {} }), { newUid: () => 'u' })).toEqual([
      'spec.template.spec.containers: Required value',
      'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    ]));
});

describe('a job without a name is refused', () => {
  const nameless = 'metadata.name: Required value: name or generateName is required';
  test('made by itself', () => {
    const { metadata, ...rest } = job();
    expect(problemsOf({ ...rest, metadata: { ...metadata, name: '' } }, { newUid: () => 'u' })).toEqual([nameless]);
  });
  test('made on a schedule', () => {
    const spec = { schedule: '@daily', jobTemplate: { spec: job()['spec'] } };
    const cronJob = inNamespace(objectOf('batch/v1', 'CronJob', { spec }));
    expect(problemsOf({ ...cronJob, metadata: { name: '', namespace: 'n' } })).toEqual([nameless]);
  });
});

describe('a selector that cannot be compiled is shown, and the template is not judged by it', () => {
  const unsound = { matchLabels: { 'x.io/b': 'b', a: '' }, matchExpressions: [{ key: 'a', operator: 'In' }] };
  const reported = `{"matchLabels":{"a":"","x.io/b":"b"},"matchExpressions":[{"key":"a","operator":"In"}]}`;
  const cases: [kind: string, detail: string][] = [
    ['Deployment', ': invalid label selector'],
    ['ReplicaSet', ': invalid label selector'],
    ['StatefulSet', ''],
  ];
  test.each(cases)('of a %s', (kind, detail) =>
    expect(problemsOf(controller(kind, { selector: unsound }))).toEqual([
      "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      `spec.selector: Invalid value: ${reported}${detail}`,
    ]),
  );
  test('of a replication controller, any text is one', () => {
    const rc = inNamespace(objectOf('v1', 'ReplicationController', { spec: { selector: { app: '$' }, template } }));
    expect(problemsOf(rc)).toEqual([
      'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`',
    ]);
  });
});

describe('a strategy that is none is shown as the structure of the API server', () => {
  const cases: [kind: string, field: string, text: string][] = [
    ['Deployment', 'strategy', 'Unsupported value: {"Type":"x","RollingUpdate":null}: supported values: "Recreate"'],
    ['DaemonSet', 'updateStrategy', 'Unsupported value: {"Type":"x","RollingUpdate":null}: supported values: "Roll'],
    ['StatefulSet', 'updateStrategy', 'Invalid value: {"Type":"x","RollingUpdate":null}: must be'],
  ];
  test.each(cases)('of a %s', (kind, field, text) =>
    expect(problemsOf(controller(kind, { [field]: { type: 'x' } }))[0]).toContain(`spec.${field}: ${text}`),
  );
});

describe('a stateful set', () => {
  test('has claims that ask for something, and the name of a service', () => {
    const spec = { serviceName: 'A', volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: {} }] };
    const fields = problemsOf(controller('StatefulSet', spec)).map((problem) => problem.split(': ')[0]);
    expect(fields).toEqual([
      'spec.volumeClaimTemplates[0].spec.accessModes',
      'spec.volumeClaimTemplates[0].spec.resources[storage]',
      'spec.serviceName',
    ]);
  });
});

describe('a change is judged twice', () => {
  const two = [...containers, ...containers];
  const duplicate = 'spec.template.spec.containers[1].name: Duplicate value: "c"';
  test('of a replication controller', () => {
    const rc = (list: object[]) => {
      const pods = { metadata: { labels }, spec: { containers: list } };
      return inNamespace(objectOf('v1', 'ReplicationController', { spec: { template: pods } }));
    };
    expect(updateProblemsOf(rc(containers), rc(two))).toEqual([duplicate, duplicate]);
  });
  test('of a job, whose template stays', () => {
    const old = admitted(job(), { newUid: () => 'u' });
    const { spec, ...rest } = structuredClone(old) as typeof old & { spec: { template: { spec: object } } };
    Object.assign(spec.template.spec, { containers: two });
    const problems = problemsOf({ ...rest, spec }, { operation: 'update', old });
    expect(problems.slice(0, 2)).toEqual([duplicate, duplicate]);
    expect(problems[2]).toMatch(/^spec\.template: Invalid value: \{"labels":\{.*"Spec":\{"Volumes":null/);
  });
});

test('a selector that is taken away is shown as null', () => {
  const problems = updateProblemsOf(controller('Deployment'), controller('Deployment', { selector: undefined }));
  expect(problems.at(-1)).toBe('spec.selector: Invalid value: null: field is immutable');
});
