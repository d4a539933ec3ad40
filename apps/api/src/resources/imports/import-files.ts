import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { ok, refuse, type Outcome } from '#requests';
import { FilesById, refuseStorage, type FileStorage } from '#storage';

/** Manifests as they were received. */
export interface ReceivedManifests {
  /** Not compressed. */
  readonly bytes: number;
  /** Of them, not compressed; hexadecimal. */
  readonly sha256: string;
}

/** How much the manifests that wait may take, compressed, when others arrive. */
const MOST_BYTES = 8 * 2 ** 30;

/** The manifests of imports that run in the background, each under the id of its operation until that has ended. */
export class ImportFiles {
  /** Files that no operation led to at the last look: one that is received gets its operation soon. */
  #unowned: ReadonlySet<string> = new Set();

  readonly #files: FilesById;

  /** @param storage encrypts: manifests have the values of Secrets */
  constructor(storage: FileStorage) {
    const what = 'manifests of imports that wait';
    this.#files = new FilesById(storage, { folder: 'imports', what, mostBytes: MOST_BYTES });
  }

  /** Stores manifests as they arrive. @throws what they throw; nothing is left of them then */
  receive(id: string, manifests: AsyncIterable<Uint8Array | string>): Promise<Outcome<ReceivedManifests>> {
    return refuseStorage(async () => {
      await this.#files.requireRoom();
      const hash = createHash('sha256');
      let bytes = 0;
      const measured = async function* (): AsyncIterable<Uint8Array> {
        for await (const piece of manifests) {
          const buffer = Buffer.from(piece);
          hash.update(buffer);
          bytes += buffer.length;
          yield buffer;
        }
      };
      // What reads the compressed bytes receives the error.
      const compressed = pipeline(Readable.from(measured()), createGzip(), () => undefined);
      await this.#files.write(id, compressed);
      return ok({ bytes, sha256: hash.digest('hex') });
    });
  }

  /** The manifests of an operation; `read` receives their number of bytes so far. */
  open(id: string, read: (bytes: number) => void): Promise<Outcome<AsyncIterable<Uint8Array>>> {
    return refuseStorage(async () => {
      const file = await this.#files.open(id);
      if (file === undefined) {
        const problem = `${this.#files.nameOf(id)} is not there any more`;
        return refuse({ kind: 'StorageUnavailable', folder: this.#files.place, problem });
      }
      return ok(
        counted(
          pipeline(file.content, createGunzip(), () => undefined),
          read,
        ),
      );
    });
  }

  /** @throws StorageError */
  remove(id: string): Promise<void> {
    return this.#files.remove(id);
  }

  /** Removes files whose operations have ended, and what was never finished. @throws StorageError */
  async tidy(pending: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    const ids = await this.#files.ids();
    const owned = ids.length === 0 ? new Set<string>() : await pending(ids);
    const unowned = ids.filter((id) => !owned.has(id));
    await this.#files.tidy(unowned.filter((id) => this.#unowned.has(id)));
    this.#unowned = new Set(unowned);
  }
}

async function* counted(pieces: AsyncIterable<Uint8Array>, read: (bytes: number) => void): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    read(bytes);
    yield piece;
  }
}
