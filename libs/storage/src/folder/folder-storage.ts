import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ABANDONED_MS, type FileStorage, type OpenFile, type StoredFile } from '../file-storage.js';
import { StorageFolder, type StorageTrouble } from './storage-folder.js';

/** What a file is called until it is whole. */
const PARTIAL = '.partial';

/** Files in a folder, which all processes on a database share unless there is one of them. */
export class FolderStorage implements FileStorage {
  readonly #folder: StorageFolder;
  readonly #mode: number;

  /** `tell` hears when the folder cannot be used, and when it can again; `mode` is that of its files. */
  constructor(
    readonly place: string,
    { tell, mode = 0o600 }: { readonly tell?: (trouble: StorageTrouble) => void; readonly mode?: number } = {},
  ) {
    this.#folder = new StorageFolder(place, tell);
    this.#mode = mode;
  }

  async write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const path = join(this.place, name);
    // A process that was taken for dead may still write when another one writes the same file.
    const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}${PARTIAL}`);
    await this.#folder.write(
      async () => {
        try {
          await mkdir(dirname(path), { recursive: true });
          const file = await open(partial, 'w', this.#mode);
          try {
            for await (const piece of pieces) await file.writeFile(piece);
            await file.sync();
          } finally {
            await file.close();
          }
          await rename(partial, path);
        } catch (error) {
          await rm(partial, { force: true }).catch(() => undefined);
          throw error;
        }
      },
      { whole: true },
    );
  }

  open(name: string): Promise<OpenFile | undefined> {
    return this.#folder.read(async () => {
      const file = await unlessMissing(open(join(this.place, name)));
      return file && { bytes: (await file.stat()).size, content: file.createReadStream() };
    });
  }

  async list(folder: string): Promise<readonly StoredFile[]> {
    const names = (await this.#namesIn(folder)).filter((name) => !name.startsWith('.') && !name.endsWith(PARTIAL));
    const files = await this.#folder.read(() =>
      Promise.all(
        names.map(async (name): Promise<StoredFile[]> => {
          const found = await unlessMissing(stat(join(this.place, folder, name)));
          return found?.isFile() === true ? [{ name: `${folder}/${name}`, bytes: found.size }] : [];
        }),
      ),
    );
    return files.flat();
  }

  remove(name: string): Promise<void> {
    return this.#folder.write(() => rm(join(this.place, name), { force: true }));
  }

  async tidy(folder: string): Promise<void> {
    const partials = (await this.#namesIn(folder)).filter((name) => name.endsWith(PARTIAL));
    for (const name of partials) {
      const found = await this.#folder.read(() => unlessMissing(stat(join(this.place, folder, name))));
      if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) await this.remove(`${folder}/${name}`);
    }
  }

  #namesIn(folder: string): Promise<readonly string[]> {
    return this.#folder.read(async () => (await unlessMissing(readdir(join(this.place, folder)))) ?? []);
  }
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
