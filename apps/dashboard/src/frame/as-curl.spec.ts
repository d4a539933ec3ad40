import { runProgram } from '#test-programs';
import { asCurl } from './as-curl.js';

test('a shell gives curl what the page sent, whatever is in it', () => {
  const variables = { pod: `it's "$HOME" \\ \`id\`` };
  const text = asCurl('http://127.0.0.1:3000', 'query Q {\n  cluster { name }\n}', variables, "o'quay");
  const printed = runProgram('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${text}`], {
    env: { BERTH_KEY: 'berth_1' },
  }).stdout.split('\n');
  expect(printed).toContain('authorization: Bearer berth_1');
  expect(printed).toContain("x-berth-team: o'quay");
  expect(JSON.parse(printed.at(-2) ?? '')).toEqual({ query: 'query Q { cluster { name } }', variables });
});
