import { yamlText } from './yaml-text.js';

test('keys are in order, also by their numbers, and lists are not indented', () => {
  const value = { b: [{ n: '1', a: 'x' }, ['c', []]], a10: {}, a2: null, 'a-b': [], 'a.b': true };
  expect(yamlText(value)).toBe('a-b: []\na.b: true\na2: null\na10: {}\nb:\n- a: x\n  "n": "1"\n- - c\n  - []\n');
});

test('a key with a line feed is in quotes', () => {
  expect(yamlText({ 'a\nb': 1 })).toBe('"a\\nb": 1\n');
});

const CASES: [text: string, written: string][] = [
  ['2026-01-01T00:00:00Z', '"2026-01-01T00:00:00Z"'],
  ['*/5 * * * *', "'*/5 * * * *'"],
  ["it's: so", "'it''s: so'"],
  ['yes', '"yes"'],
  ['yEs', 'yEs'],
  ['0x1F', '"0x1F"'],
  ['1_000', '"1_000"'],
  ['10m', '10m'],
  ['12:30', '"12:30"'],
  ['', '""'],
  [' a', "' a'"],
  ['a\tb', '"a\\tb"'],
  ['a: b', "'a: b'"],
  ['a:b', 'a:b'],
  ['one\ntwo\n', '|\n  one\n  two'],
  ['one\n\ntwo', '|-\n  one\n\n  two'],
  ['one \ntwo', '"one \\ntwo"'],
  [`${'x'.repeat(90)} y z`, `${'x'.repeat(90)}\n  y z`],
  [`${'x'.repeat(90)}: y z`, `'${'x'.repeat(90)}:\n  y z'`],
];
test.each(CASES)('a text is plain where it can be: %j', (text, written) => {
  expect(yamlText({ a: text })).toBe(`a: ${written}\n`);
});
