import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideDataFolder } from './data-folder.js';
import { startProblem } from './start-problem.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-data-'));
});
afterEach(() => rm(folder, { recursive: true }));

function said(path: string): Promise<string> {
  return provideDataFolder(path).then(() => 'can be used', startProblem);
}

test('it is made with the folders above it, and stays as it is', async () => {
  const path = join(folder, 'a', 'b');
  expect(await said(path)).toBe('can be used');
  expect(await said(path)).toBe('can be used');
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('a file in its place', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(await said(join(folder, 'file'))).toMatch('file cannot be used: something else is in its place (EEXIST).');
});

test('a file in the place of a folder above it', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(await said(join(folder, 'file', 'data'))).toMatch('something else than a folder is in its place (ENOTDIR).');
});

test('a file system that takes none, above it', async () => {
  // Of all users, and whatever is mounted where: nobody makes folders here.
  expect(await said('/sys/kernel/berth')).toMatch(/ cannot be used: this user may not do that there|read-only/);
});
