import { boundsOf } from './period.js';

const NOW = Date.parse('2026-03-01T00:30:00Z');

test.each([
  ['', null, null],
  ['today', '2026-03-01T00:00:00.000Z', null],
  ['yesterday', '2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['week', '2026-02-23T00:00:00.000Z', null],
  ['constructor', null, null],
])('the period %j is days of UTC', (period, since, until) => {
  expect(boundsOf(period, NOW)).toEqual({ since, until });
});
