import { expressionProblem } from './selector-expression.js';

test.each([
  'device.driver == "gpu.example.com"',
  'device.attributes["a"].b',
  'device.attributes["a"].b > 3',
  'device.attributes["a"].b.isGreaterThan(semver("1.0.0"))',
  'device.attributes["a"].?b.orValue(1) == 1',
  'device.attributes["a"].b == r"\\d"',
  'device.attributes["a"].exists(k, k == "x")',
  'device.capacity["a"].memory.isGreaterThan(quantity("1Gi"))',
  'cel.bind(dra, device.attributes["dra.example.com"], dra.big && dra.fast)',
  'has(device.attributes["a"].b)',
  '"x" in device.attributes',
  '{"a": 1}["a"] == 1',
])('%s compiles', (expression) => {
  expect(expressionProblem(expression)).toBeUndefined();
});

/** What API server v1.34.9 says of each. */
const PROBLEMS: readonly (readonly [expression: string, problem: string])[] = [
  ['1', 'must evaluate to bool or the unknown type, not int'],
  ['device.driver', 'must evaluate to bool or the unknown type, not string'],
  ['[1,2]', 'must evaluate to bool or the unknown type, not list(int)'],
  ['device.capacity["a"].memory', 'must evaluate to bool or the unknown type, not kubernetes.Quantity'],
  ['device.attributes.x', 'must evaluate to bool or the unknown type, not map(string, google.protobuf.Any)'],
  ['device.nope', "ERROR: <input>:1:7: undefined field 'nope'\n | device.nope\n | ......^"],
  ['(device).nope', "ERROR: <input>:1:9: undefined field 'nope'\n | (device).nope\n | ........^"],
  ['true &&\n\tfoo', "ERROR: <input>:2:2: undeclared reference to 'foo' (in container '')\n |  foo\n | .^"],
  ['nope(1)', "ERROR: <input>:1:5: undeclared reference to 'nope' (in container '')\n | nope(1)\n | ....^"],
  [
    'device.driver.foo()',
    "ERROR: <input>:1:18: undeclared reference to 'foo' (in container '')" +
      '\n | device.driver.foo()\n | .................^',
  ],
  [
    'device.driver == 1',
    "ERROR: <input>:1:15: found no matching overload for '_==_' applied to '(string, int)'" +
      '\n | device.driver == 1\n | ..............^',
  ],
  [
    '!device.driver',
    "ERROR: <input>:1:1: found no matching overload for '!_' applied to '(string)'\n | !device.driver\n | ^",
  ],
  ['device.', "ERROR: <input>:1:8: Syntax error: no viable alternative at input '.'\n | device.\n | .......^"],
];

test.each(PROBLEMS)('%s does not', (expression, problem) => {
  expect(expressionProblem(expression)).toBe(problem.startsWith('ERROR') ? `compilation failed: ${problem}` : problem);
});

test('a long list compiles', () => {
  const models = Array.from({ length: 2_000 }, () => '"a"').join();
  expect(expressionProblem(`device.attributes["a"].model in [${models}]`)).toBeUndefined();
});

const EXPECTED =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

test('an expression that ends too early', () => {
  const found = `Syntax error: mismatched input '<EOF>' expecting ${EXPECTED}`;
  expect(expressionProblem('')).toBe(`compilation failed: ERROR: <input>:1:0: ${found}`);
  expect(expressionProblem('true ||')).toBe(
    `compilation failed: ERROR: <input>:1:8: ${found}\n | true ||\n | .......^`,
  );
});
