import { cronProblem, dueTimes, isZone, nextAfter } from './cron.js';
import { periodBefore, type PeriodName } from './period.js';

const BERLIN = 'Europe/Berlin';

test.each<readonly [what: string, cron: string, zone: string, after: string, next: readonly string[]]>([
  ['Monday mornings', '0 7 * * MON', BERLIN, '2026-11-27T12:00Z', ['2026-11-30T06:00Z', '2026-12-07T06:00Z']],
  ['skipped by the clocks', '30 2 * * *', BERLIN, '2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
  ['twice by the clocks', '30 2 * * *', BERLIN, '2026-10-24T12:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
  [
    'every hour, one skipped',
    '30 * * * *',
    BERLIN,
    '2026-03-29T00:00Z',
    ['2026-03-29T00:30Z', '2026-03-29T01:30Z', '2026-03-29T02:30Z'],
  ],
  [
    'every hour, one twice',
    '0 * * * *',
    BERLIN,
    '2026-10-24T23:30Z',
    ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
  ],
  [
    'a midnight that is skipped',
    '0 0 * * *',
    'America/Sao_Paulo',
    '2018-11-03T12:00Z',
    ['2018-11-04T03:00Z', '2018-11-05T02:00Z'],
  ],
  ['other halves of the world', '0 9 1 * *', 'Asia/Kolkata', '2026-01-01T03:30Z', ['2026-02-01T03:30Z']],
])('next times: %s', (_, cron, zone, after, next) => {
  let time = new Date(after);
  for (const wanted of next) {
    time = nextAfter({ cron, zone }, time) ?? new Date(0);
    expect(time).toEqual(new Date(wanted));
  }
});

test.each<readonly [PeriodName, time: string, from: string, to: string]>([
  ['last-hour', '2026-10-25T01:59Z', '2026-10-25T00:00Z', '2026-10-25T01:00Z'],
  ['last-day', '2026-10-25T23:00Z', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
  ['last-day', '2026-10-25T22:59:59Z', '2026-10-23T22:00Z', '2026-10-24T22:00Z'],
  ['last-day', '2026-03-30T05:00Z', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
  ['last-week', '2026-11-30T06:00Z', '2026-11-22T23:00Z', '2026-11-29T23:00Z'],
  ['last-week', '2026-11-29T23:00Z', '2026-11-22T23:00Z', '2026-11-29T23:00Z'],
  ['last-month', '2026-04-01T06:00Z', '2026-02-28T23:00Z', '2026-03-31T22:00Z'],
  ['last-quarter', '2026-11-27T00:00Z', '2026-06-30T22:00Z', '2026-09-30T22:00Z'],
  ['last-year', '2026-11-27T00:00Z', '2024-12-31T23:00Z', '2025-12-31T23:00Z'],
])('%s before %s', (name, time, from, to) => {
  expect(periodBefore(name, new Date(time), BERLIN)).toEqual({ from: new Date(from), to: new Date(to) });
});

test('of the times that have passed the last is due, and the others are counted', () => {
  const times = { cron: '0 3 * * *', zone: BERLIN };
  const first = new Date('2026-03-27T02:00Z');
  expect(dueTimes(times, first, new Date('2026-03-27T02:00Z'))).toEqual({ last: first, before: 0 });
  expect(dueTimes(times, first, new Date('2026-03-28T01:59Z'))).toEqual({ last: first, before: 0 });
  expect(dueTimes(times, first, new Date('2026-03-31T12:00Z'))).toEqual({
    last: new Date('2026-03-31T01:00Z'),
    before: 4,
  });
  const minutes = { cron: '* * * * *', zone: 'UTC' };
  expect(dueTimes(minutes, new Date('2026-01-01T00:00Z'), new Date('2026-03-01T00:00:30Z'))).toEqual({
    last: new Date('2026-03-01T00:00Z'),
    before: 1_000,
  });
});

test('what is no expression or zone is said', () => {
  expect(['0 7 * * MON', '*/5 * * * *', '@daily', '0 0 29 2 *'].map(cronProblem)).toEqual(Array(4).fill(undefined));
  for (const cron of ['', 'often', '0 7 * *', '0 0 7 * * MON', '0 0 30 2 *', '61 * * * *', '2030-01-01T00:00:00'])
    expect([cron, cronProblem(cron)]).toEqual([cron, expect.any(String)]);
  expect(['Europe/Berlin', 'UTC', 'Asia/Kolkata'].map(isZone)).toEqual([true, true, true]);
  expect(['Mars/Base', '', '+01:00'].map(isZone)).toEqual([false, false, false]);
});
