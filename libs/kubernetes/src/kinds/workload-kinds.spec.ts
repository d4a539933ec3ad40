import { admitted, inNamespace, objectOf, problemsOf } from '../testing/admission.js';

const container = { name: 'c', image: 'i:1' };
const template = (spec: object = {}, labels: object = { a: 'b' }): object => ({
  metadata: { labels },
  spec: { containers: [container], ...spec },
});
const selector = { matchLabels: { a: 'b' } };
const of = (apiVersion: string, kind: string, spec: object) => inNamespace(objectOf(apiVersion, kind, { spec }));
const deployment = (spec: object = {}) => of('apps/v1', 'Deployment', { selector, template: template(), ...spec });
const daemonSet = (spec: object = {}) => of('apps/v1', 'DaemonSet', { selector, template: template(), ...spec });
const never = { restartPolicy: 'Never' };
const job = (spec: object = {}) => {
  const object = of('batch/v1', 'Job', { template: template(never), ...spec });
  return { ...object, metadata: { ...object.metadata, uid: 'u' } };
};
const cronJob = (spec: object = {}) =>
  of('batch/v1', 'CronJob', { schedule: '5 * * * *', jobTemplate: { spec: { template: template(never) } }, ...spec });
const configMap = (fields: object) => inNamespace(objectOf('v1', 'ConfigMap', fields));
const lease = (spec: object) => of('coordination.k8s.io/v1', 'Lease', spec);

test.each([
  [deployment(), { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 }],
  [deployment({ strategy: { type: 'Recreate' } }), { strategy: { type: 'Recreate' } }],
  [
    deployment({ strategy: { rollingUpdate: { maxSurge: 2 } } }),
    { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2, maxUnavailable: '25%' } } },
  ],
  [daemonSet(), { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } } }],
  [job(), { completions: 1, parallelism: 1, backoffLimit: 6, completionMode: 'NonIndexed', suspend: false }],
  [job({ parallelism: 3 }), { parallelism: 3 }],
  [
    job({ completionMode: 'Indexed', completions: 2, backoffLimitPerIndex: 1 }),
    { backoffLimit: 2147483647, podReplacementPolicy: 'TerminatingOrFailed' },
  ],
  [cronJob(), { concurrencyPolicy: 'Allow', successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 }],
])('what is left open is filled in: %#', (object, spec) => expect(admitted(object)['spec']).toMatchObject(spec));

test('a job finds its pods by its uid, and has the labels of its template', () => {
  const { metadata, spec } = admitted(job()) as { metadata: object; spec?: object };
  const labels = { 'batch.kubernetes.io/job-name': 'a', 'batch.kubernetes.io/controller-uid': 'u', 'job-name': 'a' };
  expect(spec).toMatchObject({ selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': 'u' } } });
  expect(spec).toMatchObject({ template: { metadata: { labels: { a: 'b', ...labels } } } });
  expect(metadata).toMatchObject({ labels });
});

test('a changed template of a daemon set has the next number', () => {
  const old = admitted(daemonSet());
  const number = 'deprecated.daemonset.template.generation';
  expect(old.metadata.annotations).toEqual({ [number]: '1' });
  const next = (template: object) =>
    admitted(daemonSet({ template }), { operation: 'update', old }).metadata.annotations?.[number];
  expect([next(template()), next(template({ hostNetwork: true }))]).toEqual(['1', '2']);
});

test.each([
  [deployment({ selector: undefined }), ['spec.selector: Required value', 'spec.template.metadata.labels: Invalid']],
  [
    deployment({ template: template({}, {}) }),
    ['spec.template.metadata.labels: Invalid value: {}: `selector` does not match template `labels`'],
  ],
  [
    deployment({ template: { spec: { containers: [container] } } }),
    ['spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`'],
  ],
  [deployment({ replicas: -1 }), ['spec.replicas: Invalid value: -1: must be greater than or equal to 0']],
  [
    deployment({ strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '0%' } } }),
    ['spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "0%": may not be 0 when `maxSurge` is 0'],
  ],
  [
    deployment({ strategy: { rollingUpdate: { maxUnavailable: '101%' } } }),
    ['spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%'],
  ],
  [
    deployment({ progressDeadlineSeconds: 5, minReadySeconds: 5 }),
    ['spec.progressDeadlineSeconds: Invalid value: 5: must be greater than minReadySeconds'],
  ],
  [
    daemonSet({ updateStrategy: { rollingUpdate: { maxSurge: 1 } } }),
    ['spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero'],
  ],
  [daemonSet({ selector: {} }), ['spec.selector: Invalid value: {}: empty selector is invalid for daemonset']],
  [job({ template: template() }), ['spec.template.spec.restartPolicy: Required value: valid values']],
  [
    job({ maxFailedIndexes: 1 }),
    ['spec.backoffLimitPerIndex: Required value', 'spec.maxFailedIndexes: Invalid value: 1: requires indexed'],
  ],
  [
    job({ podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [3, 0, 3] } }] } }),
    [
      'spec.podFailurePolicy.rules[0].onExitCodes.values[1]: Invalid value: 0',
      'spec.podFailurePolicy.rules[0].onExitCodes.values[2]: Duplicate value: 3',
      'spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: [3,0,3]: must be ordered',
    ],
  ],
  [
    job({
      completionMode: 'Indexed',
      completions: 4,
      successPolicy: { rules: [{ succeededIndexes: '1,3-9' }, { succeededIndexes: '0-1', succeededCount: 3 }] },
    }),
    [
      'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "1,3-9": error parsing succeededIndexes: too large',
      'spec.successPolicy.rules[1].succeededCount: Invalid value: 3: must be less than or equal to 2',
    ],
  ],
  [
    job({ successPolicy: { rules: [] } }),
    ['spec.successPolicy: Invalid value: {"Rules":[]}: requires indexed completion mode'],
  ],
  [job({ managedBy: 'bad!' }), ['spec.managedBy: Invalid value: "bad!": must be a domain-prefixed path']],
  [cronJob({ schedule: '* * *' }), ['spec.schedule: Invalid value: "* * *": expected exactly 5 fields, found 3']],
  [cronJob({ schedule: '@never' }), ['spec.schedule: Invalid value: "@never": unrecognized descriptor: @never']],
  [
    cronJob({ schedule: '1-x * * foo *' }),
    ['spec.schedule: Invalid value: "1-x * * foo *": failed to parse int from x'],
  ],
  [cronJob({ timeZone: 'europe/berlin' }), ['spec.timeZone: Invalid value: "europe/berlin": unknown time zone']],
  [
    cronJob({ timeZone: 'local' }),
    ['timeZone must be an explicit time zone', 'spec.timeZone: Invalid value: "local": unknown time zone local'],
  ],
  [
    cronJob({ schedule: 'TZ=UTC * * * * *', timeZone: 'UTC' }),
    ['cannot use TZ or CRON_TZ in schedule, use timeZone field instead'],
  ],
  [
    job({ completionMode: 'Indexed', completions: 100_001, backoffLimitPerIndex: 1, parallelism: 10_001 }),
    [
      'spec.maxFailedIndexes: Required value: must be specified when completions is above 100000',
      'spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions are above',
    ],
  ],
  [job({ managedBy: '' }), ['spec.managedBy: Required value']],
  [cronJob({ timeZone: 'Mars/Base' }), ['spec.timeZone: Invalid value: "Mars/Base": unknown time zone Mars/Base']],
  [configMap({ data: { 'a b': '' } }), ['data[a b]: Invalid value: "a b": a valid config key']],
  [configMap({ data: { a: '' }, binaryData: { a: '' } }), ['data[a]: Invalid value: "a": duplicate of key present']],
  [configMap({ data: { a: 'é'.repeat(2 ** 19 + 1) } }), ['[]: Too long: may not be more than 1048576 bytes']],
  [lease({ leaseDurationSeconds: 0 }), ['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0']],
])('what may not be is refused: %#', (object, problems) => {
  const found = problemsOf(object);
  expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});

test.each(['*/5 0-4,8 1 jan-mar mon', '@every 1h30m', '@daily', '0 0 31 12 6', '5/15 * ? * *'])(
  '%s is a schedule',
  (schedule) => expect(problemsOf(cronJob({ schedule }))).toEqual([]),
);

test.each([
  [deployment(), deployment({ selector: { matchLabels: { a: 'c' } }, template: template({}, { a: 'c' }) }), 'selector'],
  [deployment(), deployment({ replicas: 4, template: template({ hostNetwork: true }) }), undefined],
  [job({ completionMode: 'Indexed', completions: 2 }), job({ completionMode: 'Indexed', completions: 3 }), 'in tandem'],
  [
    job({ completionMode: 'Indexed', completions: 2 }),
    job({ completionMode: 'Indexed', completions: 3, parallelism: 3 }),
    undefined,
  ],
  [job(), job({ completionMode: 'Indexed' }), 'completionMode'],
  [job({ suspend: true }), job({ template: template({ ...never, nodeSelector: { a: 'b' } }) }), undefined],
  [configMap({ immutable: true, data: { a: 'b' } }), configMap({ data: { a: 'c' } }), 'immutable'],
  [configMap({ data: { a: 'b' } }), configMap({ immutable: true }), undefined],
])('what may change and what may not: %#', (before, after, word) => {
  const old = admitted(structuredClone(before));
  const kept = { ...after, metadata: { ...after.metadata, ...(after.kind === 'Job' && { uid: 'u' }) } };
  const withSelector =
    after.kind === 'Job'
      ? {
          ...kept,
          spec: {
            ...(old as { spec?: object }).spec,
            ...(after as { spec?: object }).spec,
            template: labelled(old, after),
          },
        }
      : kept;
  const problems = problemsOf(structuredClone(withSelector), { operation: 'update', old });
  if (word === undefined) expect(problems).toEqual([]);
  else expect(problems.join('\n')).toContain(word);
});

/** The template of a change, with the labels that the job was given. */
function labelled(old: object, after: object): object {
  const [{ template: before }, { template: now }] = [old, after].map(
    (one) => (one as { spec: { template: { metadata: object; spec: object } } }).spec,
  ) as [{ template: { metadata: object } }, { template: object }];
  return { ...now, metadata: before.metadata };
}
