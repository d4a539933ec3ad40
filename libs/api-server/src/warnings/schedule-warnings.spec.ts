import { warningsOf } from '../index.js';
import { inNamespace, objectOf } from '../../../kubernetes/src/testing/admission.js';

test('a schedule with a time zone is warned of when it is kept', () => {
  const cronJob = { ...inNamespace(objectOf('batch/v1', 'CronJob')), spec: { schedule: 'TZ=UTC * * * * *' } };
  expect([true, false].map((isNew) => warningsOf(cronJob, { isNew }))).toEqual([
    [],
    [expect.stringMatching(/^cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https/)],
  ]);
});
