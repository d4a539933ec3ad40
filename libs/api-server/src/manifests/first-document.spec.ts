import { readFirstDocument } from './first-document.js';

const LONGEST = 1_000;

describe('a text that cannot be read is reported as by go-yaml', () => {
  const cases: [text: string, problem: string][] = [
    ['a: b\nc: {d: e\n', "line 2: did not find expected ',' or '}'"],
    ['a: b\nc: [d, {e: f}\n', "line 2: did not find expected ',' or ']'"],
    ['a: b\nc: "d\n', 'line 3: found unexpected end of stream'],
    ['a: b\nc:\n\td: e\n', 'line 3: found character that cannot start any token'],
    ['a: *b\n', "unknown anchor 'b' referenced"],
    [
      'a:\n  ? [b, 1, true, {c: null}]\n  : d\n',
      'invalid map key: []interface {}{"b", 1, true, map[interface {}]interface {}{"c":interface {}(nil)}}',
    ],
    ['a: b\nc: d: e\n', 'line 2: mapping values are not allowed in this context'],
    ['a: b\nc: "d\n  e\n', 'line 4: found unexpected end of stream'],
    ['a: b\n  c: "d"\n', 'line 2: mapping values are not allowed in this context'],
  ];
  test.each(cases)('%j', (text, problem) => {
    expect(readFirstDocument(text, LONGEST)).toEqual({ problem: `yaml: ${problem}` });
  });
});

describe('the first document counts, and what is behind it is not read', () => {
  const cases: [text: string, value: unknown][] = [
    ['', null],
    ['---\n', null],
    ['# only a comment\n', null],
    ['%YAML 1.1\n---\na: 1\n', { a: 1 }],
    ['a: 1\n---\na: {\n', { a: 1 }],
    ['---\na: 1\n...\na: {\n', { a: 1 }],
    ['- a\n', ['a']],
    ['a: |\n  ---\n', { a: '---\n' }],
  ];
  test.each(cases)('%j', (text, value) => {
    const read = readFirstDocument(text, LONGEST);
    expect('problem' in read ? read : (read.value ?? null)).toEqual(value);
  });
});

test('keys are in order, as in the JSON that is made of them', () => {
  const read = readFirstDocument('b:\n- d: 1\n  c: 2\na: 1\n', LONGEST);
  expect(JSON.stringify('value' in read && read.value)).toBe('{"a":1,"b":[{"c":2,"d":1}]}');
});
