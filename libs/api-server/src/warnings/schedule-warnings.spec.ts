import { warningsOf } from '../index.js';
import { inNamespace, objectOf } from '../../../kubernetes/src/testing/admission.js';

test('more indexes than can be tracked are warned of, of a job and of the jobs to come', () => {
  const spec = { completionMode: 'Indexed', completions: 100_001, parallelism: 10_001 };
  const job = (fields: object) => ({ ...inNamespace(objectOf('batch/v1', 'Job')), spec: { ...spec, ...fields } });
  const cronJob = { ...inNamespace(objectOf('batch/v1', 'CronJob')), spec: { jobTemplate: { spec } } };
  const objects = [job({}), cronJob, job({ completions: 100_000 }), job({ completionMode: 'NonIndexed' })];
  expect(objects.map((one) => warningsOf(one, { isNew: false, isNewGeneration: true }))).toEqual([
    [expect.stringMatching(/^spec: In Indexed Jobs with/)],
    [expect.stringMatching(/^spec.jobTemplate.spec: In Indexed Jobs with/)],
    [],
    [],
  ]);
});

test('a schedule with a time zone is warned of when it is kept', () => {
  const cronJob = { ...inNamespace(objectOf('batch/v1', 'CronJob')), spec: { schedule: 'TZ=UTC * * * * *' } };
  expect([true, false].map((isNew) => warningsOf(cronJob, { isNew }))).toEqual([
    [],
    [expect.stringMatching(/^cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https/)],
  ]);
});
