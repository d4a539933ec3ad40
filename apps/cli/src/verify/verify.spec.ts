import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { NOTE_KEY_NAME, noteKeyId, noteVerifierKey, signCheckpoint, type NoteSigner } from '#ledger';
import { checkpointOf, exportLines } from '../../../../libs/ledger/src/testing/small-export.js';
import { smallChain } from '../../../../libs/ledger/src/testing/small-chain.js';
import type { Terminal } from '../terminal/index.js';
import { run } from '../run.js';
import { sha256 } from '../sha256.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
const signer: NoteSigner = {
  name: NOTE_KEY_NAME,
  id: noteKeyId(sha256, NOTE_KEY_NAME, raw),
  sign: (message) => sign(null, message, privateKey),
};
const chain = smallChain(sha256, 9);
const lines = exportLines(chain, { signer });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-cli-'));
  await put('key.pem', pem(publicKey));
  await put('other.pem', pem(generateKeyPairSync('ed25519').publicKey));
  await put('rsa.pem', pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey));
  await put('key.txt', noteVerifierKey(signer, raw));
  await put('ledger.ndjson', lines.join(''));
  await put('edited.ndjson', lines.join('').replace('"name":"pod-4"', '"name":"pod-5"'));
  await put('rolled-back.ndjson', exportLines(chain.slice(0, 7), { signer }).join(''));
  await put('notes.txt', [3, 8].map((size) => signCheckpoint(checkpointOf(chain.slice(0, size)), signer)).join('\n'));
  await put('empty.txt', '');
  await put('archive.ndjson.gz', gzipSync(lines.join('')));
  await put('cut.ndjson.gz', gzipSync(lines.join('')).subarray(0, -100));
});
afterAll(() => rm(folder, { recursive: true }));

function put(name: string, text: string | Uint8Array): Promise<void> {
  return writeFile(join(folder, name), text);
}

function pem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'spki' }).toString();
}

/** Runs `berth` with file names of the folder, and answers its exit code and what it wrote. */
async function berth(line: string, input: readonly string[] = []): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const args = line.split(' ').map((word) => (/^[a-z-]+(\.[a-z]+)+$/.test(word) ? join(folder, word) : word));
  const terminal: Terminal = { input: chunks(input), print: say, complain: say, environment: { HOME: folder } };
  return { code: await run(args, terminal), said: said.join('\n').replaceAll(folder, '') };
}

async function* chunks(texts: readonly string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

const HOLDS = `cluster 0198a0c0-0000-7000-8000-000000000001, revisions 1 to 9
holds: 9 revisions, 13 changes and 9 decisions are what was hashed, in order, with nothing between them missing
holds: they end where the checkpoint at 9 does, which the key signed at 2026-01-03T00:00:00.000Z`;

test.each([
  'verify ledger.ndjson --key key.pem',
  'verify --key key.txt ledger.ndjson',
  'verify archive.ndjson.gz --key key.pem',
])('berth %s', async (line) => {
  expect(await berth(line)).toEqual({ code: 0, said: HOLDS });
});

test('an export is read from the standard input too, and compared with what was kept', async () => {
  expect(await berth('verify - --key key.pem --checkpoint notes.txt', lines)).toEqual({
    code: 0,
    said: `${HOLDS}\nholds: each of the 2 checkpoints that you kept is of this history`,
  });
});

test.each([
  [
    'verify edited.ndjson --key key.pem',
    'does not hold: line 9, revision 3, position 4: the body is not what was hashed',
  ],
  ['verify ledger.ndjson --key other.pem', 'does not hold: line 1: the checkpoint is not signed by this key'],
  [
    'verify ledger.ndjson --key other.pem --checkpoint notes.txt',
    'does not hold: note 1 of /notes.txt is not a checkpoint that this key signed',
  ],
  ['verify ledger.ndjson --key key.pem --checkpoint empty.txt', 'does not hold: /empty.txt contains no checkpoint'],
  ['verify cut.ndjson.gz --key key.pem', 'does not hold: /cut.ndjson.gz is damaged: unexpected end of file'],
  ['verify empty.txt --key key.pem', 'does not hold: line 1: the end of the export is missing'],
  [
    'verify rolled-back.ndjson --key key.pem --checkpoint notes.txt',
    'does not hold: line 1: the tail is cut off or the history was rolled back: a kept checkpoint says ' +
      '8 revisions, the export 7',
  ],
])('berth %s finds it', async (line, said) => {
  expect(await berth(line)).toEqual({ code: 1, said });
});

test.each([
  ['verify', 'give a FILE or --all'],
  ['verify ledger.ndjson', 'give --key'],
  ['verify ledger.ndjson --key rsa.pem', 'rsa.pem contains no Ed25519 public key'],
  ['verify ledger.ndjson --key notes.txt', 'notes.txt contains no Ed25519 public key'],
  ['verify ledger.ndjson --cluster prod --key key.pem', '--cluster needs --all'],
])('berth %s says how it is used', async (line, want) => {
  const { code, said } = await berth(line);
  expect(code).toBe(2);
  expect(said).toContain(want);
  expect(said).toContain('Usage: berth verify [options] [file]');
});

test.each([
  ['verify ledger.ndjson --checkpoints x', 'berth: unknown option'],
  ['sail', "berth: unknown command 'sail'"],
  ['verfy', '(Did you mean verify?)'],
])('berth %s is no command line', async (line, want) => {
  expect(await berth(line)).toEqual({ code: 2, said: expect.stringContaining(want) as unknown });
});

test('a file that is not there is a mistake of the command line', async () => {
  expect((await berth('verify gone.ndjson --key key.pem')).code).toBe(2);
});

test('help is no failure', async () => {
  expect([await berth('--help'), await berth('verify --help')]).toMatchObject([
    { code: 0 },
    { code: 0, said: expect.stringContaining('offline') as unknown },
  ]);
});
