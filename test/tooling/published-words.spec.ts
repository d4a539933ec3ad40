import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { vagueWords } = (await import(pathToFileURL('tools/published-words.mjs').href)) as unknown as {
  vagueWords(root: string): string;
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'berth-words-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function found(files: Readonly<Record<string, string>>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return vagueWords(root)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(': name')[0] ?? '');
}

test('a page has none, in its blocks neither; names between backticks are code', () => {
  const page = '# Page\n\nNobody waits.\n\n```\nit is Told\n```\n\nThe field `told` is a list.\n';
  expect(found({ 'docs/page.md': page, 'libs/a/README.md': 'Somebody.' })).toEqual([
    'docs/page.md:3: "Nobody"',
    'docs/page.md:6: "Told"',
    'libs/a/README.md:1: "Somebody"',
  ]);
});

test('a program has none in its texts, over several lines too; names and comments are not published', () => {
  const program = [
    '// whoever',
    "const told = ['nobody', \"it's told\"];",
    'const text = `a ${told[0]} whatever',
    'somebody ${told[1]} b`;',
    'const part = <p>told {told}</p>;',
  ].join('\n');
  expect(
    found({ 'apps/cli/src/a.tsx': program, 'apps/cli/src/a.spec.tsx': program, 'libs/a/src/a.ts': program }),
  ).toEqual([
    'apps/cli/src/a.tsx:2: "nobody"',
    'apps/cli/src/a.tsx:2: "told"',
    'apps/cli/src/a.tsx:3: "whatever"',
    'apps/cli/src/a.tsx:4: "somebody"',
    'apps/cli/src/a.tsx:5: "told"',
  ]);
});

test('the documents of the interfaces have none; those of the last release stay as they are', () => {
  const schema = '"""Whoever asks."""\ntype A {\n  a: Int\n}\n';
  expect(
    found({
      'schema.graphql': schema,
      'released/schema.graphql': schema,
      'openapi.json': '{\n  "description": "As told."\n}\n',
    }),
  ).toEqual(expect.arrayContaining(['schema.graphql:1: "Whoever"', 'openapi.json:2: "told"']));
  expect(vagueWords(root).split('\n')).toHaveLength(2);
});
