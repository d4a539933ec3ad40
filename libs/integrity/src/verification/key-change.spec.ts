import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckpointService, confirmSigningKey, NoteFiles, recordKeyChange, type SigningKey } from '#history';
import { CALLER, node, TestServices, valueOf } from '#test-services';
import { VerificationService } from './index.js';

let services: TestServices;
let folder: string;
let path: string;
let files: NoteFiles;
beforeEach(async () => {
  services = await TestServices.create();
  folder = mkdtempSync(join(tmpdir(), 'berth-key-'));
  path = join(folder, 'signing-key.pem');
  files = new NoteFiles(join(folder, 'checkpoints'));
});
afterEach(async () => {
  await services.drop();
  rmSync(folder, { recursive: true });
});

const confirm = (mayChange = false, mayMake = true): Promise<SigningKey> =>
  confirmSigningKey(services.database, CALLER, { path, mayMake, mayChange, files });
const idOf = ({ verifier }: SigningKey): string => Buffer.from(verifier.id).toString('hex');
const sign = async (key: SigningKey, cluster: string): Promise<void> => {
  valueOf(await new CheckpointService(services.database, { key, files }).create(CALLER, cluster));
};
const replaceKey = (): void => {
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }));
};

test('a key is made once, and is the same at each start', async () => {
  const key = await confirm();
  await sign(key, await services.clusterOf(node('n1')));
  expect(idOf(await confirm())).toBe(idOf(key));
});

test.each<readonly [string, () => void]>([
  ['is not there', () => rmSync(path)],
  ['is another one', replaceKey],
])('a key that %s is no start, unless another one is meant; the log says so then', async (why, lose) => {
  const cluster = await services.clusterOf(node('n1'));
  const before = await confirm();
  await sign(before, cluster);
  lose();
  await expect(confirm()).rejects.toThrow(why);
  await expect(confirm()).rejects.toThrow('start once with BERTH_NEW_SIGNING_KEY=1');
  const key = await confirm(true);
  expect(await recordKeyChange(services.database, CALLER, { key, files })).toEqual([cluster]);
  expect(await recordKeyChange(services.database, CALLER, { key, files })).toEqual([]);
  expect(idOf(await confirm())).toBe(idOf(key));
  await sign(key, cluster);
  const verified = valueOf(
    await new VerificationService(services.database, { key: key.verifier, files }).verify(CALLER, {}),
  );
  expect(verified.checks.flatMap(({ violations }) => violations)).toEqual([]);
  expect(verified.keyChanges).toMatchObject([{ cluster, before: idOf(before), after: idOf(key), revision: '2' }]);
});

test('a key that was replaced without a word is found', async () => {
  const cluster = await services.clusterOf(node('n1'));
  await sign(await confirm(), cluster);
  replaceKey();
  const key = await confirm(true);
  const { checks } = valueOf(
    await new VerificationService(services.database, { key: key.verifier, files }).verify(CALLER, {}),
  );
  expect(JSON.stringify(checks)).toContain('which no entry of the log names');
});

test('a database that was rolled back, and its key gone, is older than its notes', async () => {
  const cluster = await services.clusterOf(node('n1'));
  const key = await confirm();
  await sign(key, cluster);
  const gone = '01a20000-0000-7000-8000-000000000000';
  await files.append(gone, ((await files.last(cluster)) ?? '').replaceAll(cluster, gone));
  await services.connected(async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query('DELETE FROM checkpoints');
    await client.query('UPDATE cluster_heads SET revision = 0, position = 0');
  });
  rmSync(path);
  await expect(confirm()).rejects.toThrow('The database is older than the notes beside it, too');
  const { checks } = valueOf(
    await new VerificationService(services.database, { key: (await confirm(true)).verifier, files }).verify(CALLER, {}),
  );
  expect(checks.flatMap(({ violations }) => violations)).toContainEqual(
    expect.objectContaining({ cluster: gone, message: expect.stringContaining('older than its notes') as unknown }),
  );
});
