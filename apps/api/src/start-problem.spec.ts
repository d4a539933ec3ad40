import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSigningKey } from '#history';
import { startProblem } from './start-problem.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-start-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a data folder that cannot be used is named, with what is wrong with it', async () => {
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, 'file', 'signing-key.pem');
  const said = await openSigningKey(path).then(() => 'opened', startProblem);
  expect(said).toBe(`${path} cannot be used: something else than a folder is in its place (ENOTDIR).`);
});

test('what is about no file is said whole', () => {
  const error = Object.assign(new Error('connect ENOENT /run/postgres'), { code: 'ENOENT', syscall: 'connect' });
  expect(startProblem(error)).toContain('connect ENOENT /run/postgres\n');
});
