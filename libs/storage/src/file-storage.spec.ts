import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  DatabaseStorage,
  FolderStorage,
  S3Access,
  S3Storage,
  SealedStorage,
  StorageError,
  type FileStorage,
} from '#storage';
import { CALLER, TestServices } from '#test-services';
import S3rver from 's3rver';

let services: TestServices;
let folder: string;
let server: S3rver;
let access: S3Access;
beforeAll(async () => {
  services = await TestServices.create();
  folder = await mkdtemp(join(tmpdir(), 'berth-storage-'));
  server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3') },
    configureBuckets: [{ name: 'berth', configs: [] }],
  });
  const { port } = await server.run();
  access = new S3Access({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
});
afterAll(async () => {
  await server.close();
  await services.drop();
  await rm(folder, { recursive: true });
});

const KEY = randomBytes(32);
const STORAGES: readonly [string, () => FileStorage][] = [
  ['a folder', () => new FolderStorage(join(folder, 'files'))],
  ['the database', () => new DatabaseStorage(services.database, CALLER)],
  ['a bucket', () => new S3Storage(access, { bucket: 'berth', prefix: 'some/files' })],
  ['a sealed folder', () => new SealedStorage(new FolderStorage(join(folder, 'sealed')), KEY)],
];

async function* pieces(...all: readonly (string | Uint8Array | Error)[]): AsyncIterable<Uint8Array> {
  for (const one of all) {
    if (one instanceof Error) throw one;
    yield await Promise.resolve(typeof one === 'string' ? Buffer.from(one) : one);
  }
}

describe.each(STORAGES)('in %s', (_, storageOf) => {
  let storage: FileStorage;
  beforeAll(() => {
    storage = storageOf();
  });
  const read = async (name: string): Promise<string | undefined> => {
    const file = await storage.open(name);
    const content = file && (await buffer(file.content));
    expect(content?.length).toBe(file?.bytes);
    return content?.toString('latin1');
  };

  test('a file is read as it was written, and replaced by the next one of its name', async () => {
    // More than one part of an upload, and than one row.
    const large = randomBytes(6 * 2 ** 20 + 7);
    await storage.write('large/one', pieces(large.subarray(0, 5), large.subarray(5)));
    expect(await read('large/one')).toBe(large.toString('latin1'));
    await storage.write('large/one', pieces('short'));
    expect(await read('large/one')).toBe('short');
    await storage.write('large/empty', pieces());
    expect(await read('large/empty')).toBe('');
  });

  test('the files of a folder are listed, without those in folders below it', async () => {
    await storage.write('listed/a.gz', pieces('a'));
    await storage.write('listed/below/b.gz', pieces('bb'));
    await storage.write('listed-not/c.gz', pieces('c'));
    expect(await storage.list('listed')).toEqual([{ name: 'listed/a.gz', bytes: 1 }]);
    expect(await storage.list('none')).toEqual([]);
  });

  test('a file that fails while it is written is not there, and leaves the one before it', async () => {
    await storage.write('failing/a', pieces('before'));
    const failing = storage.write('failing/a', pieces(randomBytes(6 * 2 ** 20), new Error('the source broke')));
    await expect(failing).rejects.toThrow('the source broke');
    expect(await read('failing/a')).toBe('before');
    expect(await storage.list('failing')).toHaveLength(1);
  });

  test('a file that is removed is not there, and may be removed again', async () => {
    await storage.write('removed/a', pieces('a'));
    await storage.remove('removed/a');
    await storage.remove('removed/a');
    expect(await read('removed/a')).toBeUndefined();
  });
});

test('a sealed file shows nothing, and is read under its own name with its own key, whole', async () => {
  const files = new FolderStorage(join(folder, 'sealed'));
  const sealed = new SealedStorage(files, KEY);
  await sealed.write('a/one', pieces('the value of ', 'a Secret'));
  const read = async (storage: FileStorage, name: string) => buffer((await storage.open(name))?.content ?? pieces());
  const bytes = await read(files, 'a/one');
  expect(bytes.includes('Secret')).toBe(false);
  await files.write('a/two', pieces(bytes));
  await files.write('a/cut', pieces(bytes.subarray(0, -1)));
  await files.write('a/short', pieces(bytes.subarray(0, 9)));
  expect((await read(sealed, 'a/one')).toString()).toBe('the value of a Secret');
  for (const [storage, name] of [
    [sealed, 'a/two'],
    [sealed, 'a/cut'],
    [sealed, 'a/short'],
    [new SealedStorage(files, randomBytes(32)), 'a/one'],
  ] as const)
    await expect(read(storage, name)).rejects.toThrow(`${name} cannot be decrypted`);
});

test('what processes that are gone left behind goes after an hour', async () => {
  const storage = new FolderStorage(join(folder, 'left'));
  await storage.write('exports/a', pieces('a'));
  const path = (name: string) => join(folder, 'left/exports', name);
  for (const name of ['.b.1.partial', '.b.2.partial']) await writeFile(path(name), '');
  await utimes(path('.b.1.partial'), 0, 0);
  await storage.tidy('exports');
  expect((await readdir(path('.'))).sort()).toEqual(['.b.2.partial', 'a']);

  const rows = new DatabaseStorage(services.database, CALLER);
  await services.rows(
    `INSERT INTO stored_files (id, name, bytes, written_at) VALUES
       (gen_random_uuid(), 'left/a', 0, now() - interval '2 hours'), (gen_random_uuid(), 'left/a', 0, now())`,
  );
  expect(await rows.open('left/a')).toBeUndefined();
  await rows.tidy('left');
  expect(await services.rows("SELECT name FROM stored_files WHERE name = 'left/a'")).toHaveLength(1);
});

test('a bucket that is not there is a trouble that is reported once, in words', async () => {
  const troubles: unknown[] = [];
  const storage = new S3Storage(access, { bucket: 'no-such-bucket', prefix: '' }, (trouble) => troubles.push(trouble));
  const problem = expect.stringMatching(/^The specified bucket does not exist \(NoSuchBucket\)$/) as unknown;
  for (const attempt of [() => storage.list('a'), () => storage.write('a/b', pieces('x'))]) {
    const error: unknown = await attempt().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StorageError);
    expect(error).toMatchObject({ folder: 's3://no-such-bucket/', problem });
  }
  expect(troubles).toEqual([{ folder: 's3://no-such-bucket/', problem }]);
});

test('a server that is not there is named by what the connection says', async () => {
  const settings = { endpoint: 'http://127.0.0.1:1', region: 'us-east-1' };
  const credentials = { accessKeyId: 'id', secretAccessKey: 'a secret' };
  const storage = new S3Storage(new S3Access({ ...settings, credentials }), { bucket: 'berth', prefix: '' });
  await expect(storage.open('a')).rejects.toThrow(/^s3:\/\/berth\/: .*ECONNREFUSED/);
});
