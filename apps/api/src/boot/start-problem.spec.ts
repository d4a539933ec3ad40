import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
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

async function listening(host: string, port = 0): Promise<unknown> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', resolve).listen({ host, port }, () => {
      server.close(resolve);
    });
  });
}

test('an address that this machine has not', async () => {
  // TEST-NET-1, which is nobody's (RFC 5737).
  expect(startProblem(await listening('192.0.2.1'))).toBe('HOST=192.0.2.1: this machine has no such address.');
});

test('a name that there is not', async () => {
  expect(startProblem(await listening('berth.invalid'))).toMatch(/^HOST=berth\.invalid: there is no such name \(E/);
});

test('a port that another program has', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const said = startProblem(await listening('127.0.0.1', port));
  other.close();
  expect(said).toMatch(`Port ${port} is in use`);
});
