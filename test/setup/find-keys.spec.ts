import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyText, newKey, provideAdminKey } from '#access';
import { createTestDatabase } from '#test-database';
import { CALLER, TestServices } from '../services/index.js';
import { findKeys, tellOf, type FoundKey } from './find-keys.js';
import { KEYS_FILE, keepSaid, noteKey, RUN_FOLDER, sha256 } from './run-folder.js';

let folder: string;
const ofRun = process.env[RUN_FOLDER] ?? '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-find-'));
  process.env[RUN_FOLDER] = folder;
});
afterEach(() => {
  process.env[RUN_FOLDER] = ofRun;
  rmSync(folder, { recursive: true });
});

const SECRET = 'Zq3'.repeat(11).slice(0, 32);

async function foundIn(text: string): Promise<readonly FoundKey[]> {
  noteKey(sha256(SECRET));
  keepSaid(text);
  return (await findKeys(folder)).found;
}

test.each([
  ['by itself', SECRET],
  ['in a line of a log', `{"level":30,"authorization":"Bearer berth_000000000000_${SECRET}_000000"}`],
  ['between other letters', `aaa${SECRET}bbb`],
  ['in a URL', `GET /v1/clusters?key=berth%5F000000000000%5F${SECRET}`],
])('a secret is found %s', async (_, text) => {
  const found = await foundIn(`nothing\n${text}\nnothing`);
  expect(found).toEqual([{ file: 'find-keys.spec.log', line: 2, text: expect.stringContaining('[a key]') }]);
  expect(JSON.stringify(found)).not.toContain(SECRET);
});

test.each([
  ['the id of a key', 'key:0123456789Ab'],
  ['the hash of a secret', sha256(SECRET)],
  ['a secret that was cut', SECRET.slice(1)],
  ['a digest', sha256('anything').toUpperCase()],
])('%s is none', async (_, text) => {
  expect(await foundIn(text)).toEqual([]);
});

test('what is a key by its form is found, whoever made it, and the first one may be shown', async () => {
  const key = keyText(newKey());
  writeFileSync(join(folder, KEYS_FILE), '');
  writeFileSync(join(folder, 'a.log'), `  Admin key  ${key} (shown once)\nand ${key}\nand ${key.slice(0, -1)}~\n`);
  expect((await findKeys(folder)).found).toEqual([{ file: 'a.log', line: 2, text: 'and [a key]' }]);
});

test('a run hears where, without the key', async () => {
  noteKey(sha256(SECRET));
  keepSaid(`${'x'.repeat(5_000)} ${SECRET}`);
  const reported = tellOf(await findKeys(folder), folder);
  expect(reported).toContain(
    `1 of 1 lines that services said have one of 1 keys in them:\n${folder}/find-keys.spec.log:1:`,
  );
  expect(reported).not.toContain(SECRET);
  expect(reported.length).toBeLessThan(1_000);
});

test('every key is noted where it is made, and its secret is not', async () => {
  const noted = (): string => readFileSync(join(folder, KEYS_FILE), 'utf8');
  const { secret } = newKey();
  expect(noted()).toBe(`${sha256(secret)}\n`);
  const services = await TestServices.create(await createTestDatabase());
  try {
    const [, , first = ''] = (await provideAdminKey(services.database, CALLER))?.split('_') ?? [];
    expect(noted().split('\n')).toEqual([sha256(secret), sha256(first), '']);
    expect(noted()).not.toContain(first);
  } finally {
    await services.drop();
  }
});
