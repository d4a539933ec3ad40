import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formOf, pageFiles } from './page-files.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  mkdirSync(join(folder, 'assets'));
  for (const name of ['index.html', '.made-from', 'assets/a-1.js', 'assets/a-1.js.br', 'assets/a-1.js.gz'])
    writeFileSync(join(folder, name), name);
});

afterAll(() => rmSync(folder, { recursive: true }));

test('a folder has the files of types that browsers load, each with the forms that lie beside it', () => {
  expect([...pageFiles(folder)]).toEqual([
    [
      'index.html',
      { path: join(folder, 'index.html'), type: 'text/html; charset=utf-8', isLasting: false, encodings: [] },
    ],
    [
      'assets/a-1.js',
      {
        path: join(folder, 'assets/a-1.js'),
        type: 'text/javascript; charset=utf-8',
        isLasting: true,
        encodings: ['br', 'gzip'],
      },
    ],
  ]);
  expect(pageFiles(join(folder, 'nowhere')).size).toBe(0);
});

test.each([
  [undefined, 'a.js'],
  ['identity', 'a.js'],
  ['gzip, deflate', 'a.js.gz'],
  ['gzip, deflate, br', 'a.js.br'],
  ['br;q=0, gzip;q=0.5', 'a.js.gz'],
])('a caller that accepts %s gets %s', (accepted, path) => {
  const file = { path: 'a.js', type: 'text/javascript', isLasting: true, encodings: ['br', 'gzip'] };
  expect(formOf(file, accepted).path).toBe(path);
});
