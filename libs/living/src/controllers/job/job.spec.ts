import { Scenario, type Seen } from '../../testing/scenario.js';

const cluster = () => new Scenario().node('n1').node('n2').settle();
const pods = (at: Scenario) => at.pods().map(({ status }) => status?.phase);
const status = (at: Scenario) => at.get('Job', 'sum').status;
const said = (at: Scenario, pattern: RegExp) => at.events().filter((event) => pattern.test(event));
const ends = (exitCode: string, runFor = '500ms') => ({ 'run-for': runFor, 'exit-code': exitCode });

test('pods run so many at a time until so many have succeeded, each counted once', () => {
  const at = cluster().job('sum', { model: ends('0'), spec: { parallelism: 2, completions: 5 } });
  at.advance(0.1);
  expect([status(at).active, at.pods()[0]?.metadata.finalizers]).toEqual([2, ['batch.kubernetes.io/job-tracking']]);
  at.settle();
  expect(pods(at)).toEqual(Array(5).fill('Succeeded'));
  expect(status(at)).toMatchObject({ ready: 0, terminating: 0, succeeded: 5, uncountedTerminatedPods: {} });
  expect(at.conditions('Job', 'sum')).toEqual([
    'Complete=True CompletionsReached',
    'SuccessCriteriaMet=True CompletionsReached',
  ]);
  expect(at.pods().filter(({ metadata }) => metadata.finalizers !== undefined)).toEqual([]);
  expect(said(at, /Job\/sum Completed/)).toEqual(['job-controller Job/sum Completed: Job completed']);
});

test('without a number of completions one success ends the making of pods, and the last end is the job’s', () => {
  const at = cluster()
    .job('sum', { model: { hold: 'true' }, spec: { parallelism: 3 } })
    .settle();
  const [first, ...others] = at.pods().map(({ metadata }) => metadata.name);
  const succeed = (name = '') => at.patch('Pod', name, { status: { phase: 'Succeeded' } }, 'status');
  succeed(first).settle();
  expect(status(at)).toMatchObject({ active: 2, succeeded: 1 });
  for (const name of others) succeed(name);
  at.settle();
  expect([status(at).succeeded, at.pods().length, at.conditions('Job', 'sum')[0]]).toEqual([
    ...[3, 3],
    'Complete=True CompletionsReached',
  ]);
});

test('a pod that fails is replaced after ten seconds, twenty and so on, until the limit is exceeded', () => {
  const at = cluster().job('sum', { model: ends('1', '1s'), spec: { backoffLimit: 2 } });
  const made = [5, 7, 15, 10].map((seconds) => at.advance(seconds).pods().length);
  expect(made).toEqual([1, 2, 2, 3]);
  expect([status(at).failed, at.conditions('Job', 'sum')]).toEqual([
    3,
    ['Failed=True BackoffLimitExceeded', 'FailureTarget=True BackoffLimitExceeded'],
  ]);
  expect(said(at, /Exceeded/)).toEqual([
    'job-controller Job/sum BackoffLimitExceeded: Job has reached the specified backoff limit',
  ]);
  expect(at.api.cluster.memoryOf('job-controller').size).toBe(0);
});

test('while failures are waited for, what runs is counted', () => {
  const at = cluster()
    .job('sum', { spec: { parallelism: 2, completions: 2 } })
    .settle();
  at.delete('Pod', at.pods()[0]?.metadata.name ?? '').advance(4);
  expect(status(at)).toMatchObject({ active: 1, ready: 1, failed: 1 });
  expect(status(at.advance(8))).toMatchObject({ active: 2, ready: 2, failed: 1 });
});

test('indexes run lowest first; their pods hear which they are', () => {
  const spec = { completionMode: 'Indexed', parallelism: 2, completions: 5 };
  const at = cluster()
    .job('sum', { model: { hold: 'true' }, spec })
    .settle();
  const [pod] = at.pods() as Seen[];
  expect(pod.metadata).toMatchObject({
    generateName: 'sum-0-',
    labels: { 'batch.kubernetes.io/job-completion-index': '0', 'job-name': 'sum' },
    annotations: { 'batch.kubernetes.io/job-completion-index': '0' },
  });
  expect([pod.spec.hostname, pod.spec.containers[0].env[0].name]).toEqual(['sum-0', 'JOB_COMPLETION_INDEX']);
  const indexes = () => at.pods().map(({ spec: of }: Seen) => of.hostname);
  const succeed = (index: number) => {
    const found = at.pods().find(({ spec: of }: Seen) => of.hostname === `sum-${index}`);
    return at.patch('Pod', found?.metadata.name ?? '', { status: { phase: 'Succeeded' } }, 'status').settle();
  };
  succeed(1);
  expect([status(at).completedIndexes, indexes()]).toEqual(['1', ['sum-0', 'sum-1', 'sum-2']]);
  for (const index of [2, 3, 0, 4]) succeed(index);
  expect([status(at).completedIndexes, status(at).succeeded]).toEqual(['0-4', 5]);
});

test('an index that fails too often is given up, the others go on, and the job fails at its end', () => {
  const spec = { completionMode: 'Indexed', parallelism: 3, completions: 3, backoffLimitPerIndex: 1 };
  const model = { 'run-for': '500ms', 'exit-code-by-index': '0,1,0' };
  const at = cluster().job('sum', { model, spec }).advance(5);
  expect(status(at)).toMatchObject({ completedIndexes: '0,2', failedIndexes: '' });
  at.advance(20);
  const counts = at.pods().map(({ metadata }) => metadata.annotations?.['batch.kubernetes.io/job-index-failure-count']);
  expect([counts, status(at).failedIndexes, status(at).failed]).toEqual([['0', '0', '0', '1'], '1', 2]);
  expect(at.conditions('Job', 'sum')[0]).toBe('Failed=True FailedIndexes');
});

test('a rule of the failure policy fails the job, another does not count', () => {
  const rules = [
    { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
  ];
  const spec = { backoffLimit: 0, podFailurePolicy: { rules } };
  const at = cluster()
    .job('sum', { model: ends('42'), spec })
    .settle();
  expect(at.get('Job', 'sum').status.conditions[1]).toMatchObject({
    ...{ type: 'Failed', reason: 'PodFailurePolicy' },
    message: expect.stringMatching(/^Container app for pod t\/sum-\w+ failed with exit code 42 matching FailJob rule/),
  });
  const other = cluster()
    .job('sum', { model: { hold: 'true' }, spec })
    .settle();
  const conditions = [{ type: 'DisruptionTarget', status: 'True' }];
  const name = other.pods()[0]?.metadata.name ?? '';
  other.patch('Pod', name, { status: { phase: 'Failed', conditions } }, 'status').settle(15_000);
  expect([status(other).failed, status(other).active]).toEqual([undefined, 1]);
});

test('a success policy ends the job when its indexes have succeeded, and stops the rest', () => {
  const spec = { completionMode: 'Indexed', parallelism: 3, completions: 3 };
  const successPolicy = { rules: [{ succeededIndexes: '1-2', succeededCount: 1 }] };
  const model = { 'exit-code-by-index': '0,0,0', 'start-after': '2s', 'run-for.app': '1h' };
  const at = cluster()
    .job('sum', { model, spec: { ...spec, successPolicy } })
    .settle();
  const name = at.pods()[2]?.metadata.name ?? '';
  at.patch('Pod', name, { status: { phase: 'Succeeded' } }, 'status').settle();
  expect([status(at).completedIndexes, at.pods().length, at.conditions('Job', 'sum')]).toEqual([
    ...['2', 1],
    ['Complete=True SuccessPolicy', 'SuccessCriteriaMet=True SuccessPolicy'],
  ]);
});

test('suspended its pods go, resumed they come and its time begins anew', () => {
  const at = cluster()
    .job('sum', { spec: { parallelism: 2, completions: 2, suspend: true } })
    .settle();
  expect([at.pods().length, status(at).startTime, at.conditions('Job', 'sum')]).toEqual([
    ...[0, undefined],
    ['Suspended=True JobSuspended'],
  ]);
  const counts = [false, true, false].map((suspend) =>
    [at.patch('Job', 'sum', { spec: { suspend } }).advance(5).pods().length, status(at).startTime].join(' '),
  );
  expect(counts).toEqual(['2 2026-01-05T00:00:06Z', '0 2026-01-05T00:00:06Z', '2 2026-01-05T00:00:16Z']);
  expect(said(at, /Suspended|Resumed/)).toEqual([
    'job-controller Job/sum Suspended: Job suspended',
    'job-controller Job/sum Resumed: Job resumed',
  ]);
});

test('a job is late at its deadline, and goes so long after its end as it says', () => {
  const spec = { activeDeadlineSeconds: 7, ttlSecondsAfterFinished: 30 };
  const at = cluster().job('sum', { spec }).advance(6.9);
  expect(status(at)).toMatchObject({ active: 1, ready: 1 });
  at.advance(3);
  expect([at.pods().length, at.conditions('Job', 'sum')[0]]).toEqual([0, 'Failed=True DeadlineExceeded']);
  expect(at.advance(26).get('Job', 'sum')).toBeDefined();
  expect(at.advance(4).get('Job', 'sum')).toBeUndefined();
});

test.each([
  ['Failed', [1, 2]],
  ['TerminatingOrFailed', [2, 2]],
])('with podReplacementPolicy %p a pod that terminates for long is replaced in time', (podReplacementPolicy, made) => {
  const model = { 'stop-after': '20s' };
  const at = cluster().job('sum', { model, spec: { podReplacementPolicy } }).settle();
  at.delete('Pod', at.pods()[0]?.metadata.name ?? '').advance(15);
  const count = () => said(at, /SuccessfulCreate/).length;
  expect([count(), at.advance(30) && count()]).toEqual(made);
  expect(status(at)).toMatchObject({ active: 1, failed: 1, terminating: 0 });
});

test('another controller’s job is left alone', () => {
  const at = cluster()
    .job('sum', { spec: { managedBy: 'example.com/queue' } })
    .settle();
  expect([at.pods(), status(at)]).toEqual([[], {}]);
});

test.each(['Background', 'Foreground', 'Orphan'])('deleted in the %p, no finalizer is left', (propagationPolicy) => {
  const at = cluster()
    .job('sum', { spec: { parallelism: 2 } })
    .settle();
  at.delete('Job', 'sum', { propagationPolicy }).settle();
  expect(at.get('Job', 'sum')).toBeUndefined();
  expect(at.pods().map(({ metadata }) => metadata.finalizers)).toEqual(
    propagationPolicy === 'Orphan' ? [undefined, undefined] : [],
  );
});

test('by a selector of its own it adopts pods, and releases those that match no more', () => {
  const labels = { app: 'sum' };
  const at = cluster().pod('sum').settle();
  at.job('sum', { spec: { manualSelector: true, selector: { matchLabels: labels }, parallelism: 1 } }).settle();
  expect(at.pods().map(({ metadata }) => [metadata.name, metadata.finalizers?.length])).toEqual([['sum', 1]]);
  at.patch('Pod', 'sum', { metadata: { labels: { app: 'other' } } }).settle();
  expect(at.pods().map(({ metadata }) => metadata.ownerReferences?.length)).toEqual([undefined, 1]);
  expect(at.get('Pod', 'sum').metadata.finalizers).toBeUndefined();
});

test('a refusal is said and tried again after a second, two, four', () => {
  const at = cluster().create({
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'small', namespace: 't' },
    spec: { limits: [{ type: 'Container', max: { cpu: '50m' } }] },
  });
  at.job('sum', { spec: { parallelism: 3 } }).advance(3.5);
  expect(said(at, /FailedCreate/).length).toBe(3);
  at.delete('LimitRange', 'small').advance(4);
  expect(at.pods()).toHaveLength(3);
});

test('what a job does later follows from what happened to its pods', () => {
  const at = cluster()
    .job('sum', { model: ends('0') })
    .settle();
  const causes = at.changes.flatMap(({ object, by, cause }) =>
    by === 'job-controller' && object.kind !== 'Event' ? [cause.kind] : [],
  );
  expect(new Set(causes)).toEqual(new Set(['change']));
});

test('where only a sidecar ran, its end is when the pod failed', () => {
  const init = [{ name: 'side', image: 'side:1', restartPolicy: 'Always' }];
  const template = {
    metadata: { annotations: { 'kubelet.model/hold': 'true' } },
    spec: { restartPolicy: 'Never', initContainers: init, containers: [{ name: 'app', image: 'app:1' }] },
  };
  const at = cluster().job('sum', { spec: { template } }).advance(30);
  const terminated = { exitCode: 1, finishedAt: '2026-01-05T00:00:30Z' };
  const status = {
    ...{
      phase: 'Failed',
      conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: '2026-01-05T00:00:01Z' }],
    },
    containerStatuses: [{ name: 'app', state: { waiting: { reason: 'PodInitializing' } } }],
    initContainerStatuses: [{ name: 'side', state: { terminated } }],
  };
  at.patch('Pod', at.pods()[0]?.metadata.name ?? '', { status }, 'status').advance(3);
  expect(at.pods()).toHaveLength(1);
  expect(at.advance(6).pods()).toHaveLength(2);
});
