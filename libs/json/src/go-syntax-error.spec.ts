import { goSyntaxError } from './go-syntax-error.js';

const saidOf = (text: string): string | undefined => goSyntaxError(new TextEncoder().encode(text));

test.each([
  ['', 'unexpected end of JSON input'],
  ['{', 'unexpected end of JSON input'],
  ['{"a":1', 'unexpected end of JSON input'],
  ['"a', 'unexpected end of JSON input'],
  ["{'a':1}", "invalid character '\\'' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b"', `invalid character '"' after object key:value pair`],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['[1 2]', "invalid character '2' after array element"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['{}}', "invalid character '}' after top-level value"],
  ['tru1', "invalid character '1' in literal true (expecting 'e')"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['01', "invalid character '1' after top-level value"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1e+x', "invalid character 'x' in exponent of numeric literal"],
  ['"a\nb"', "invalid character '\\n' in string literal"],
  ['"\\q"', "invalid character 'q' in string escape code"],
  ['"\\u12x4"', "invalid character 'x' in \\u hexadecimal character escape"],
  ['é', "invalid character 'Ã' looking for beginning of value"],
  ['\u0001', "invalid character '\\x01' looking for beginning of value"],
])('Go says of %j: %s', (text, message) => {
  expect(saidOf(text)).toBe(message);
});

test('what is JSON has no fault, however deep it nests', () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const text of ['{"a":[1,-0.5e3,true,null,{}],"b":"\\u00e9\\n"} ', ' 0', '[]', nested])
    expect(saidOf(text)).toBeUndefined();
});
