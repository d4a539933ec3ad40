import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { ok } from '#requests';
import { valueOf } from '#test-services';
import { FolderStorage } from '#storage';
import { ExportFiles, type ExportBounds } from './index.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-exports-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function* texts(...pieces: readonly string[]): AsyncIterable<string> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

const filesIn = (path: string, bounds?: ExportBounds) => new ExportFiles(new FolderStorage(path), bounds);
const quietly = { signal: new AbortController().signal, reported: () => undefined };
const id = randomUUID();

test('a file has its name when it is whole, and is read as it lies there', async () => {
  const files = filesIn(join(folder, 'new'));
  const reported: number[] = [];
  const written = await files.write(id, texts('one ', 'two'), {
    ...quietly,
    reported: (bytes) => reported.push(bytes),
  });
  const opened = valueOf(await files.open(id));
  expect(gunzipSync(await buffer(opened?.content ?? Readable.from([]))).toString()).toBe('one two');
  expect([reported, written]).toEqual([[4, 7], ok({ bytes: opened?.bytes, sha256: expect.any(String) })]);
  expect(await files.open(randomUUID())).toEqual(ok(undefined));
});

test('a file that two processes write at once is that of one of them, whole', async () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const noise = randomBytes(200_000).toString('base64');
  async function* slow(): AsyncIterable<string> {
    yield noise;
    await released;
    yield noise;
  }
  const first = filesIn(folder).write(id, slow(), quietly);
  const second = filesIn(folder).write(id, texts('second'), quietly);
  await second;
  release();
  valueOf(await first);
  const opened = valueOf(await filesIn(folder).open(id));
  expect(gunzipSync(await buffer(opened?.content ?? Readable.from([]))).toString()).toBe(noise + noise);
  expect(await readdir(join(folder, 'exports'))).toEqual([`${id}.gz`]);
});

test('what is larger than it may be is refused, what is aborted ends, and nothing is left of either', async () => {
  const small = filesIn(folder, { file: 100_000 });
  const noise = Array.from({ length: 40 }, () => randomBytes(10_000).toString('base64'));
  expect(await small.write(id, texts(...noise), quietly)).toEqual({
    refused: true,
    refusal: { kind: 'ExportTooLarge', mostBytes: '100000' },
  });
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(small.write(id, texts('x'), { ...quietly, signal: gone })).rejects.toThrow('gone');
  expect(await readdir(join(folder, 'exports'))).toEqual([]);
});

test('a folder that is full takes no more', async () => {
  const files = filesIn(folder, { folder: 10 });
  await files.write(id, texts('something'), quietly);
  expect(await files.write(randomUUID(), texts('more'), quietly)).toMatchObject({
    refusal: { kind: 'StorageUnavailable', folder, problem: expect.stringContaining('take 10 bytes already') },
  });
});

test('what is not kept any more goes, and what was never finished; nothing else does', async () => {
  const files = filesIn(folder);
  const exports = join(folder, 'exports');
  const other = randomUUID();
  for (const one of [id, other]) await files.write(one, texts('x'), quietly);
  for (const name of ['new.gz.partial', 'old.gz.partial', 'notes.txt']) await writeFile(join(exports, name), '');
  await utimes(join(exports, 'old.gz.partial'), 0, 0);
  await files.tidy((ids) => Promise.resolve(new Set(ids.filter((one) => one === id))));
  expect((await readdir(exports)).sort()).toEqual([`${id}.gz`, 'new.gz.partial', 'notes.txt'].sort());
  await filesIn(join(folder, 'none')).tidy(() => Promise.resolve(new Set()));
});
