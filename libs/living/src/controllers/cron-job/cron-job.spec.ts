import { Scenario, type Seen } from '../../testing/scenario.js';
import { readSchedule } from './schedule.js';
import { writtenIn } from './zone.js';

const ends = (exitCode: string) => ({ 'run-for': '1s', 'exit-code': exitCode });
const jobs = (at: Scenario) => at.list('Job').map(({ metadata }) => metadata.name);
const said = (at: Scenario, pattern: RegExp) =>
  at.events().flatMap((event) => (pattern.test(event) && event.includes('CronJob/') ? [event.split(' ')[2]] : []));
/** The name of the job of a minute after the first. */
const job = (minute: number) => `tick-${Date.parse('2026-01-05T00:00:00Z') / 60_000 + minute}`;

function cluster(spec: object, model: object = {}): Scenario {
  const annotations = Object.fromEntries(Object.entries(model).map(([key, value]) => [`kubelet.model/${key}`, value]));
  const container = { name: 'app', image: 'app:1' };
  const template = { metadata: { annotations }, spec: { restartPolicy: 'Never', containers: [container] } };
  return new Scenario()
    .node('n1')
    .create({
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'tick', namespace: 't' },
      spec: { schedule: '* * * * *', jobTemplate: { spec: { backoffLimit: 0, template } }, ...spec },
    });
}

test('every minute a job is made that is named after it; of those that ended so many stay', () => {
  const at = cluster({ successfulJobsHistoryLimit: 2 }, ends('0')).advance(59);
  expect(jobs(at)).toEqual([]);
  expect([jobs(at.advance(1.5)), at.get('CronJob', 'tick').status.active[0].name]).toEqual([[job(1)], job(1)]);
  at.advance(190);
  expect(jobs(at)).toEqual([job(3), job(4)]);
  const { metadata, spec } = at.list('Job')[0];
  expect(metadata).toMatchObject({
    annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': '2026-01-05T00:03:00Z' },
    ownerReferences: [{ kind: 'CronJob', name: 'tick', controller: true }],
  });
  expect(spec.selector.matchLabels).toEqual({ 'batch.kubernetes.io/controller-uid': metadata.uid });
  const { status } = at.get('CronJob', 'tick');
  expect(status).toMatchObject({ lastScheduleTime: '2026-01-05T00:04:00Z' });
  expect([status.active, Date.parse(status.lastSuccessfulTime) > Date.parse(status.lastScheduleTime)]).toEqual([
    ...[undefined, true],
  ]);
  expect([said(at, /SawCompletedJob/).length, said(at, /SuccessfulDelete/).length]).toEqual([4, 2]);
});

test('jobs that failed stay by a number of their own', () => {
  const at = cluster({ failedJobsHistoryLimit: 1 }, ends('1')).advance(200);
  expect(jobs(at)).toEqual([job(3)]);
});

test.each([
  ['Allow', [job(1), job(2), job(3)], 'SuccessfulCreate:'],
  ['Forbid', [job(1)], 'JobAlreadyActive:'],
  ['Replace', [job(3)], 'SuccessfulDelete:'],
])('while its last job runs, %s', (concurrencyPolicy, left, reason) => {
  const at = cluster({ concurrencyPolicy }).advance(190);
  expect([jobs(at), said(at, /./)]).toEqual([left, expect.arrayContaining([reason])]);
});

test('what was missed comes once, unless it is too late for it', () => {
  const missed = (spec: object) => {
    const at = cluster({ suspend: true, ...spec }).advance(215);
    return at.patch('CronJob', 'tick', { spec: { suspend: false } }).advance(1);
  };
  expect(jobs(missed({}))).toEqual([job(3)]);
  const late = missed({ startingDeadlineSeconds: 20 });
  expect([jobs(late), jobs(late.advance(30))]).toEqual([[], [job(4)]]);
});

test('a new schedule is kept to from its next time on; a job that goes missing is said', () => {
  const at = cluster({ schedule: '0 * * * *' }).advance(5);
  at.patch('CronJob', 'tick', { spec: { schedule: '*/2 * * * *' } }).advance(120);
  expect(jobs(at)).toEqual([job(2)]);
  at.delete('Job', job(2), { propagationPolicy: 'Background' }).advance(1);
  expect([said(at, /MissingJob/).length, at.get('CronJob', 'tick').status.active]).toEqual([1, undefined]);
});

test('deleted it takes its jobs and their pods along', () => {
  const at = cluster({}).advance(70).delete('CronJob', 'tick').settle();
  expect([jobs(at), at.pods()]).toEqual([[], []]);
});

const NEW_YORK = 'America/New_York';
test.each([
  ['*/15 9-17 * * 1-5', '', '2026-01-02T17:50:00Z', ['2026-01-05T09:00:00Z', '2026-01-05T09:15:00Z']],
  ['0 0 13 * fri', '', '2026-02-07T00:00:00Z', ['2026-02-13T00:00:00Z', '2026-02-20T00:00:00Z']],
  ['0 0 */2 * fri', '', '2026-01-01T00:00:00Z', ['2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z']],
  ['30 2 * * *', NEW_YORK, '2026-03-07T12:00:00Z', ['2026-03-09T06:30:00Z', '2026-03-10T06:30:00Z']],
  ['30 1 1 11 *', NEW_YORK, '2026-10-30T00:00:00Z', ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']],
  ['0 0 29 2 ?', '', '2026-01-01T00:00:00Z', ['2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z']],
  ['5/20 * * jan *', '', '2026-01-31T23:50:00Z', ['2027-01-01T00:05:00Z', '2027-01-01T00:25:00Z']],
  ['@weekly', 'Asia/Kolkata', '2026-01-05T00:00:00Z', ['2026-01-10T18:30:00Z', '2026-01-17T18:30:00Z']],
  ['@every 90s', '', '2026-01-05T00:00:01Z', ['2026-01-05T00:01:31Z', '2026-01-05T00:03:01Z']],
  ['TZ=Asia/Kolkata 0 0 * * *', '', '2026-01-05T00:00:00Z', ['2026-01-05T18:30:00Z', '2026-01-06T18:30:00Z']],
])('%p in %p after %p is due at %p', (text, zone, after, want) => {
  const schedule = readSchedule(text, zone);
  const first = schedule?.(Date.parse(after)) ?? NaN;
  expect([first, schedule?.(first) ?? NaN].map((at) => new Date(at).toISOString().replace('.000', ''))).toEqual(want);
});

test('what is never due, and what cannot be read', () => {
  expect(readSchedule('59 23 31 2 *')?.(0)).toBeUndefined();
  for (const text of ['* * * *', 'x * * * *', '@sometimes', '@every x', '1/0 * * * *', 'TZ=No/Where * * * * *'])
    expect(readSchedule(text)).toBeUndefined();
  const at = cluster({ schedule: '59 23 31 2 *' }).advance(5);
  expect([said(at, /./), jobs(at)] as Seen).toEqual([['InvalidSchedule:'], []]);
});

test('times are written with the offset of their zone', () => {
  const at = Date.parse('2026-01-05T00:00:00Z');
  expect(['', 'Asia/Kolkata', NEW_YORK, 'Europe/London'].map((zone) => writtenIn(at, zone))).toEqual([
    ...['2026-01-05T00:00:00Z', '2026-01-05T05:30:00+05:30', '2026-01-04T19:00:00-05:00', '2026-01-05T00:00:00Z'],
  ]);
});
