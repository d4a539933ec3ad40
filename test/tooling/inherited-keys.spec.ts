import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

const { inheritedKeys } = (await import(pathToFileURL('tools/lint/inherited-keys.mjs').href)) as unknown as {
  inheritedKeys: never;
};

const FILE = join(process.cwd(), 'judged.ts');
const DECLARED = 'declare const map: Record<string, number>; declare const key: string; declare let sum: unknown;\n';

/** What the rule says of each line, with the types of the compiler. */
function found(...lines: string[]): Record<string, string | undefined> {
  const code = DECLARED + lines.join('\n');
  const host = ts.createCompilerHost({});
  const { getSourceFile } = host;
  const options = { strict: true, target: ts.ScriptTarget.ES2023, types: [] };
  host.getSourceFile = (name, ...more) =>
    name === FILE
      ? ts.createSourceFile(name, code, ts.ScriptTarget.ES2023, true)
      : getSourceFile.call(host, name, ...more);
  const programs = [ts.createProgram([FILE], options, host)];
  const config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser as never, parserOptions: { programs } },
    plugins: { berth: { rules: { 'inherited-keys': inheritedKeys } } },
    rules: { 'berth/inherited-keys': 2 as const },
  };
  const reported = new Linter({ cwd: process.cwd() }).verify(code, [config], FILE);
  return Object.fromEntries(reported.map(({ line, messageId, message }) => [lines[line - 2], messageId ?? message]));
}

test('a plain object with any text as its key is found, and what no object inherits is not', () => {
  expect(
    found(
      'sum = map[key];',
      'map[key] = 1;',
      'sum = key in map;',
      'sum = [key].map((one) => map[one]);',
      'sum = Object.hasOwn(map, "a") ? map[key] : 0;',
      'sum = Object.hasOwn(map, key) ? map[key] : 0;',
      'for (const one of Object.keys(map)) sum = map[one];',
      'sum = map[`g${key}`];',
      'delete map[key];',
      'sum = [1][0]; sum = map["a"];',
    ),
  ).toEqual({
    'sum = map[key];': 'read',
    'map[key] = 1;': 'write',
    'sum = key in map;': 'within',
    'sum = [key].map((one) => map[one]);': 'read',
    'sum = Object.hasOwn(map, "a") ? map[key] : 0;': 'read',
  });
});
