import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ABANDONED_MS, type FileStorage, type OpenFile, type StoredFile } from '../file-storage.js';
import { StorageError } from './storage-error.js';
import { StorageFolder, type StorageTrouble } from './storage-folder.js';

/** What a file is called until it is whole. */
const PARTIAL = '.partial';

/** How a folder is used. */
interface FolderOptions {
  /** Hears when the folder cannot be used, and when it can again. */
  readonly tell?: (trouble: StorageTrouble) => void;
  /** Of its files. */
  readonly mode?: number;
  /** Others may write into the folder: nothing is written through a link of theirs that leads out of it. */
  readonly isShared?: boolean;
}

/** Files in a folder, which all processes on a database share unless there is one of them. */
export class FolderStorage implements FileStorage {
  readonly #folder: StorageFolder;
  readonly #mode: number;
  readonly #isShared: boolean;

  constructor(
    readonly place: string,
    { tell, mode = 0o600, isShared = false }: FolderOptions = {},
  ) {
    this.#folder = new StorageFolder(place, tell);
    this.#mode = mode;
    this.#isShared = isShared;
  }

  async write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const path = join(this.place, name);
    // A process that was taken for dead may still write when another one writes the same file.
    const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}${PARTIAL}`);
    await this.#folder.write(
      async () => {
        try {
          await this.#requireInside(dirname(name));
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
    await this.#folder.read(() => this.#requireInside(folder));
    const partials = (await this.#namesIn(folder)).filter((name) => name.endsWith(PARTIAL));
    for (const name of partials) {
      const found = await this.#folder.read(() => unlessMissing(stat(join(this.place, folder, name))));
      if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) await this.remove(`${folder}/${name}`);
    }
  }

  /** The folder itself may be a link. @throws StorageError when one below it leads out of it */
  async #requireInside(folder: string): Promise<void> {
    if (!this.#isShared) return;
    const place = await unlessMissing(realpath(this.place));
    let real: string | undefined;
    // What is not there yet is made in the nearest folder that is.
    for (let at = folder; place !== undefined && real === undefined; at = dirname(at))
      real = await unlessMissing(realpath(join(this.place, at)));
    if (place !== undefined && real !== undefined && relative(place, real).split(sep)[0] === '..')
      throw new StorageError(this.place, `a link in the path of ${folder} leads out of it`);
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
