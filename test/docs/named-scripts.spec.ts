import { readFileSync } from 'node:fs';

test('every command of the pages that is a script of the package is there', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const pages = ['README.md', 'docs/development.md', 'docs/operations.md'];
  const named = pages.flatMap((page) => readFileSync(page, 'utf8').match(/npm (run )?[a-z:]+/g) ?? []);
  const names = [...new Set(named.map((text) => text.replace(/npm (run )?/, '')))].filter((name) => name !== 'ci');
  expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
  expect(names.length).toBeGreaterThan(5);
});
