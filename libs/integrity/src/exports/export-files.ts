import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { ok, refuse, type Outcome } from '#requests';
import { FilesById, refuseStorage, type FileStorage, type OpenFile } from '#storage';
import { measuring, type WrittenFile } from '../retention/index.js';

/** A file of an export, compressed. */
export type ExportFile = WrittenFile;

/** How much files of exports may take, in bytes. */
export interface ExportBounds {
  /** One of them: 1 GiB unless given. */
  readonly file?: number;
  /** All of them, when another one begins: 8 GiB unless given. */
  readonly folder?: number;
}

const GIB = 2 ** 30;

/** Files of exports, each under the id of its operation, as long as that is stored. */
export class ExportFiles {
  readonly #mostBytes: number;
  readonly #files: FilesById;

  constructor(storage: FileStorage, { file = GIB, folder = 8 * GIB }: ExportBounds = {}) {
    this.#mostBytes = file;
    this.#files = new FilesById(storage, { folder: 'exports', what: 'exports of the last day', mostBytes: folder });
  }

  /**
   * Writes the file of an export: it is there when it is whole. `reported` receives the number of bytes of text in it.
   * Nothing is left of one that fails.
   */
  write(
    id: string,
    pieces: AsyncIterable<string>,
    { signal, reported }: { readonly signal: AbortSignal; readonly reported: (bytes: number) => void },
  ): Promise<Outcome<ExportFile>> {
    return refuseStorage(async () => {
      await this.#files.requireRoom();
      const { pass, measured } = measuring();
      // What reads `pass` receives the error.
      pipeline(Readable.from(counted(pieces, { signal, reported })), createGzip(), pass, () => undefined);
      try {
        await this.#files.write(id, this.#bounded(pass));
        return ok(measured());
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        return refuse({ kind: 'ExportTooLarge', mostBytes: String(this.#mostBytes) });
      } finally {
        pass.destroy();
      }
    });
  }

  /** A file as it is stored; undefined where there is none of that id. */
  open(id: string): Promise<Outcome<OpenFile | undefined>> {
    return refuseStorage(async () => ok(await this.#files.open(id)));
  }

  /** Removes files whose operations are not stored any more, and what was never finished. @throws StorageError */
  async tidy(isKept: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const ids = await this.#files.ids();
    const kept = ids.length === 0 ? new Set<string>() : await isKept(ids);
    await this.#files.tidy(ids.filter((id) => !kept.has(id)));
  }

  /** @throws TooLarge */
  async *#bounded(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    let bytes = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > this.#mostBytes) throw new TooLarge();
      yield piece;
    }
  }
}

/** @throws what the signal was aborted with */
async function* counted(
  pieces: AsyncIterable<string>,
  { signal, reported }: { readonly signal: AbortSignal; readonly reported: (bytes: number) => void },
): AsyncIterable<string> {
  let bytes = 0;
  for await (const piece of pieces) {
    signal.throwIfAborted();
    bytes += Buffer.byteLength(piece);
    reported(bytes);
    yield piece;
  }
}

class TooLarge extends Error {}
