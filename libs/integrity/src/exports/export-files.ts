import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ok, refuse, type Outcome } from '#requests';
import { refuseStorage, StorageError, StorageFolder, type StorageTrouble } from '#history';
import { writeGzip, type WrittenFile } from '../retention/index.js';

/** A file of an export, compressed. */
export type ExportFile = WrittenFile;

/** The same, to be read. */
export interface OpenExportFile {
  readonly bytes: number;
  readonly content: Readable;
}

/** How much files of exports may take, in bytes. */
export interface ExportBounds {
  /** One of them: 1 GiB unless given. */
  readonly file?: number;
  /** All of them, when another one begins: 8 GiB unless given. */
  readonly folder?: number;
}

const GIB = 2 ** 30;
/** What a file is called until it is whole. */
const PARTIAL = '.partial';
/** A partial file without a write for so long belongs to a process that is gone. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Files of exports, each under the id of its operation, as long as that is stored. */
export class ExportFiles {
  readonly #storage: StorageFolder;
  readonly #mostBytes: number;
  readonly #mostInFolder: number;

  /** `tell` hears when the folder cannot be used, and when it can again. */
  constructor(
    private readonly folder: string,
    { tell, bounds = {} }: { readonly tell?: (trouble: StorageTrouble) => void; readonly bounds?: ExportBounds } = {},
  ) {
    this.#storage = new StorageFolder(folder, tell);
    this.#mostBytes = bounds.file ?? GIB;
    this.#mostInFolder = bounds.folder ?? 8 * GIB;
  }

  /**
   * Writes the file of an export: it has its name when it is whole. `told` receives the number of bytes of text in it.
   * Nothing is left of one that fails.
   */
  write(
    id: string,
    pieces: AsyncIterable<string>,
    { signal, told }: { readonly signal: AbortSignal; readonly told: (bytes: number) => void },
  ): Promise<Outcome<ExportFile>> {
    return refuseStorage(async () => {
      // A process that was taken for dead may still write when another one begins again.
      const partial = `${this.#pathOf(id)}.${randomUUID()}${PARTIAL}`;
      try {
        return await this.#storage.write(
          async () => {
            await this.#makeRoom();
            const written = await writeGzip(partial, this.#bounded(partial, pieces, { signal, told }));
            await rename(partial, this.#pathOf(id));
            return ok(written);
          },
          { whole: true },
        );
      } catch (error) {
        await rm(partial, { force: true }).catch(() => undefined);
        if (!(error instanceof TooLarge)) throw error;
        return refuse({ kind: 'ExportTooLarge', mostBytes: String(this.#mostBytes) });
      }
    });
  }

  /** A file as it lies there; undefined where there is none of that id. */
  open(id: string): Promise<Outcome<OpenExportFile | undefined>> {
    return refuseStorage(async () =>
      ok(
        await this.#storage.read(async () => {
          const file = await open(this.#pathOf(id)).catch((error: unknown) => {
            if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
            throw error;
          });
          return file && { bytes: (await file.stat()).size, content: file.createReadStream() };
        }),
      ),
    );
  }

  /** Removes files whose operations are not stored any more, and what was never finished. @throws StorageError */
  async tidy(isKept: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const names = await this.#names();
    const ids = names.flatMap((name) => FILE.exec(name)?.[1] ?? []);
    const kept = ids.length === 0 ? new Set<string>() : await isKept(ids);
    for (const id of ids) if (!kept.has(id)) await this.#remove(this.#pathOf(id));
    for (const name of names.filter((one) => one.endsWith(PARTIAL))) {
      const path = join(this.folder, name);
      const { mtimeMs } = await this.#storage.read(() => stat(path));
      if (Date.now() - mtimeMs > ABANDONED_MS) await this.#remove(path);
    }
  }

  #remove(path: string): Promise<void> {
    return this.#storage.write(() => rm(path, { force: true }));
  }

  #pathOf(id: string): string {
    return join(this.folder, id + SUFFIX);
  }

  async #names(): Promise<string[]> {
    return this.#storage.read(() =>
      readdir(this.folder).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }),
    );
  }

  /** @throws StorageError where the files that are there take all that they may */
  async #makeRoom(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const sizes = await Promise.all((await this.#names()).map((name) => sizeOf(join(this.folder, name))));
    if (sizes.reduce((sum, one) => sum + one, 0) < this.#mostInFolder) return;
    throw new StorageError(this.folder, `exports of the last day take ${this.#mostInFolder} bytes already`);
  }

  /** @throws TooLarge, and what the signal was aborted with */
  async *#bounded(
    path: string,
    pieces: AsyncIterable<string>,
    { signal, told }: { readonly signal: AbortSignal; readonly told: (bytes: number) => void },
  ): AsyncIterable<string> {
    let bytes = 0;
    let looked = 0;
    for await (const piece of pieces) {
      signal.throwIfAborted();
      bytes += Buffer.byteLength(piece);
      told(bytes);
      // A compressed file is never much longer than its text.
      if (bytes - looked > this.#mostBytes / 8) {
        looked = bytes;
        if ((await sizeOf(path)) > this.#mostBytes) throw new TooLarge();
      }
      yield piece;
    }
  }
}

const SUFFIX = '.gz';
const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.gz$/;

class TooLarge extends Error {}

/** Of a file that may not be there. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
