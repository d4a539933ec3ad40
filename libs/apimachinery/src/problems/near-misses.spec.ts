import { didYouMean, nearMisses } from './near-misses.js';

const KNOWN = ['labelSelector', 'fieldSelector', 'dryRun', 'limit', 'cpu'];

test.each<[string, string[]]>([
  ['labelSelectors', ['labelSelector']],
  ['labelselector', ['labelSelector']],
  ['dry_run', ['dryRun']],
  ['cpus', ['cpu']],
  ['label', ['labelSelector']],
  ['limti', ['limit']],
  ['dryRnu', ['dryRun']],
  ['x', []],
  ['pageToken', []],
])('%s', (word, meant) => {
  expect(nearMisses(word, KNOWN)).toEqual(meant);
});

test('a word of three million letters is near none', () => {
  expect(nearMisses('l'.repeat(3_000_000), KNOWN)).toEqual([]);
});

test('a word of one letter is near no other', () => {
  expect([nearMisses('c', ['a', 'b']), nearMisses('n3', ['n1'])]).toEqual([[], ['n1']]);
});

test('the nearest comes first, and three at most', () => {
  expect(nearMisses('nodes', ['modes', 'node', 'nodes', 'codes'])).toEqual(['nodes', 'modes', 'node']);
});

test('as the end of a message', () => {
  expect(didYouMean('dryrun', KNOWN)).toBe(', did you mean dryRun?');
  expect(didYouMean('nodes', ['modes', 'codes'])).toBe(', did you mean modes or codes?');
  expect(didYouMean('abcdef', KNOWN)).toBe('');
});
