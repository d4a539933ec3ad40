import { findSeenCluster } from '#cluster';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminKeyError, Authenticator, KeyService, keyText, newKey } from '#access';
import { CALLER, TestServices, valueOf } from '#test-services';
import { ADMIN_KEY_FILE, provideFirstKey } from './first-key.js';
import { createLogger } from './logger.js';

let services: TestServices;
let dataDir: string;
beforeEach(async () => {
  services = await TestServices.create();
  dataDir = await mkdtemp(join(tmpdir(), 'berth-first-key-'));
});
afterEach(async () => {
  await services.drop();
  await rm(dataDir, { recursive: true });
});

const provide = (adminKey?: string): Promise<string | undefined> =>
  provideFirstKey(
    services.database,
    { auth: { mode: 'keys', adminKey }, dataDir, host: '127.0.0.1' },
    createLogger('silent'),
  );

test('it is written for its owner alone to read, whatever was there, and made once', async () => {
  const path = join(dataDir, ADMIN_KEY_FILE);
  await writeFile(path, 'an old one', { mode: 0o644 });
  const key = await provide();
  expect(await readFile(path, 'utf8')).toBe(`${key}\n`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await provide()).toBeUndefined();
});

test('one that cannot be written is not made: the next start makes it', async () => {
  const path = join(dataDir, ADMIN_KEY_FILE);
  await mkdir(path);
  await expect(provide()).rejects.toThrow();
  expect(await services.rows('SELECT id FROM api_keys')).toEqual([]);
  await rm(path, { recursive: true });
  expect(await provide()).toMatch(/^berth_/);
});

test('a new key of the operator’s own is the way back in when all others are lost', async () => {
  await provide();
  const key = keyText(newKey());
  expect(await provide(key)).toBeUndefined();
  const authenticator = new Authenticator(services.database, { mode: 'keys' });
  expect(await authenticator.authenticate(`Bearer ${key}`)).toMatchObject({ roles: ['admin', 'auditor'] });
  const log = await services.rows<{ body: string }>("SELECT convert_from(body, 'UTF8') AS body FROM access_log");
  expect(log.map(({ body }) => body)).toContainEqual(expect.stringContaining(`"key":"${key.split('_')[1]}"`));
});

test('a key of the operator’s own runs the service, or there is no start', async () => {
  const keys = new KeyService(services.database, findSeenCluster);
  const made = async (roles: readonly ('admin' | 'editor')[]) =>
    valueOf(await keys.create(CALLER, 'default', { name: 'own', roles }));
  const [admin, editor] = [await made(['admin']), await made(['editor'])];
  expect(await provide(admin.key)).toBeUndefined();
  await expect(provide(editor.key)).rejects.toThrow(AdminKeyError);
  valueOf(await keys.revoke(CALLER, 'default', admin.id));
  await expect(provide(admin.key)).rejects.toThrow('was revoked');
  const other = (text: string): string => text.split('_')[2] ?? '';
  const mixed = editor.key.replace(other(editor.key), other(admin.key));
  await expect(provide(mixed)).rejects.toThrow('is no key');
});
