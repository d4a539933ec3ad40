import { ago, amount, amountOf, counted, dayAndTime, duration, grouped } from './words.js';
import { percent, shortened, signed, timeSpan } from './words.js';

test.each([
  [0, '0 ms'],
  [840, '840 ms'],
  [3_240, '3.2 s'],
  [60_000, '1 min'],
  [5_400_000, '1.5 h'],
  [345_600_000, '4 d'],
])('%d ms are %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test.each([
  ['cpu', 3.5, '3.5 CPU'],
  ['cpu', 408.25, '408.3 CPU'],
  ['cpu', 106_512.25, '106,512 CPU'],
  ['memory', 1_073_741_824, '1.0 Gi'],
  ['memory', 549_755_813_888, '512 Gi'],
  ['ephemeral-storage', 512, '512'],
  ['nvidia.com/gpu', 8, '8'],
])('%s %d reads %s', (resource, value, text) => {
  expect(amount(resource, value)).toBe(text);
});

test.each([
  [
    '1200 pods wait for a node: 50000 nodes have gpu=12345.',
    '1,200 pods wait for a node: 50,000 nodes have gpu=12345.',
  ],
  ['no node has name web-4711 and 999 have none', 'no node has name web-4711 and 999 have none'],
  ['0/5000 nodes are available: 5000 Insufficient cpu.', '0/5000 nodes are available: 5000 Insufficient cpu.'],
])('%s: counts of a sentence', (sentence, text) => {
  expect(grouped(sentence)).toBe(text);
});

test('two times say their day once where it is the same', () => {
  const at = (day: string): string => `2026-11-${day}T12:00:05Z`;
  expect(timeSpan(at('21'), '2026-11-21T13:00:00Z')).toEqual(['21 Nov 2026, 12:00:05', '13:00:00 UTC']);
  expect(timeSpan(at('21'), at('22'))).toEqual(['21 Nov 2026, 12:00:05', '22 Nov 2026, 12:00:05 UTC']);
});

test('an amount with what it is of', () => {
  expect([amountOf('cpu', 3.15), amountOf('memory', 2 ** 30), amountOf('nvidia.com/gpu', 8)]).toEqual([
    '3.15 CPU',
    '1.0 Gi memory',
    '8 nvidia.com/gpu',
  ]);
});

test('times are UTC, whoever reads them', () => {
  expect(dayAndTime('2026-11-21T12:00:05+01:00')).toBe('21 Nov 2026, 11:00:05 UTC');
  expect(ago('2026-11-21T12:00:00Z', Date.parse('2026-11-21T12:02:00Z'))).toBe('2 min ago');
  expect(ago('2023-05-04T12:00:00Z', Date.parse('2026-12-01T12:00:00Z'))).toBe('3.6 y ago');
});

test('differences have a sign, and nothing has none', () => {
  expect([12, -1_500, 0].map((number) => signed(number))).toEqual(['+12', '−1,500', '0']);
  expect(signed(-1_073_741_824, (value) => amount('memory', value))).toBe('−1.0 Gi');
});

test('shares and counts', () => {
  expect([percent(0.8571), percent(null), counted(1, 'node'), counted(1523, 'node')]).toEqual([
    '85.7 %',
    '',
    '1 node',
    '1,523 nodes',
  ]);
});

test.each([
  ['web-1', 'web-1'],
  ['gke-prod-pool-a1b2-xyz7', 'gke-p…2-xyz7'],
  ['', ''],
])('%s reads %s where twelve letters have room', (name, text) => {
  expect(shortened(name, ({ length }) => length <= 12)).toBe(text);
});
