import { Readable } from 'node:stream';
import type { FileStorage, OpenFile, StoredFile } from '../file-storage.js';
import { StorageError, type StorageTrouble } from '../folder/index.js';
import type { S3Access } from './s3-access.js';

/** A bucket, and what the names of all objects in it begin with; empty, or `berth/files`. */
export interface S3Place {
  readonly bucket: string;
  readonly prefix: string;
}

/** Files as objects of a bucket. What is larger than 5 MiB is uploaded in parts, and is there when it is complete. */
export class S3Storage implements FileStorage {
  readonly place: string;
  readonly #bucket: string;
  readonly #prefix: string;
  #problem: string | undefined;

  /** `tell` hears when the bucket cannot be used, and when it can again. */
  constructor(
    private readonly access: S3Access,
    { bucket, prefix }: S3Place,
    private readonly tell: (trouble: StorageTrouble) => void = () => undefined,
  ) {
    this.#bucket = bucket;
    this.#prefix = prefix === '' ? '' : `${prefix}/`;
    this.place = `s3://${bucket}/${prefix}`;
  }

  async write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    let own: { readonly error: unknown } | undefined;
    const watched = async function* (): AsyncIterable<Uint8Array> {
      try {
        yield* pieces;
      } catch (error) {
        own = { error };
        throw error;
      }
    };
    await this.#attempt(
      async () => {
        const { uploads, client } = await this.access.get();
        const Body = Readable.from(watched(), { objectMode: false });
        // The parts of an upload that fails are removed; those of a process that is gone are left to the bucket.
        await new uploads.Upload({ client, params: { Bucket: this.#bucket, Key: this.#keyOf(name), Body } }).done();
      },
      (error) => {
        if (own !== undefined) throw own.error;
        return error;
      },
    );
  }

  open(name: string): Promise<OpenFile | undefined> {
    return this.#attempt(async () => {
      const { sdk, client } = await this.access.get();
      try {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket: this.#bucket, Key: this.#keyOf(name) }));
        return { bytes: found.ContentLength ?? 0, content: found.Body as Readable };
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return undefined;
        throw error;
      }
    });
  }

  list(folder: string): Promise<readonly StoredFile[]> {
    return this.#attempt(async () => {
      const { sdk, client } = await this.access.get();
      const files: StoredFile[] = [];
      let next: string | undefined;
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({
            ...{ Bucket: this.#bucket, Prefix: this.#keyOf(`${folder}/`), Delimiter: '/' },
            ContinuationToken: next,
          }),
        );
        for (const { Key: key = '', Size: bytes = 0 } of page.Contents ?? [])
          files.push({ name: key.slice(this.#prefix.length), bytes });
        next = page.NextContinuationToken;
      } while (next !== undefined);
      return files;
    });
  }

  remove(name: string): Promise<void> {
    return this.#attempt(async () => {
      const { sdk, client } = await this.access.get();
      await client.send(new sdk.DeleteObjectCommand({ Bucket: this.#bucket, Key: this.#keyOf(name) }));
    });
  }

  /** Nothing is seen of an upload that is not complete. */
  async tidy(): Promise<void> {}

  #keyOf(name: string): string {
    return this.#prefix + name;
  }

  /** @throws StorageError for what the bucket fails with; `orElse` throws what is not of the bucket */
  async #attempt<T>(work: () => Promise<T>, orElse: (error: unknown) => unknown = (error) => error): Promise<T> {
    try {
      const done = await work();
      if (this.#problem !== undefined) this.tell({ folder: this.place, problem: null });
      this.#problem = undefined;
      return done;
    } catch (error) {
      const problem = problemOf(orElse(error));
      if (this.#problem !== problem) this.tell({ folder: this.place, problem });
      this.#problem = problem;
      throw new StorageError(this.place, problem, { cause: error });
    }
  }
}

/** In words; neither names nor messages of the SDK have secrets in them. */
function problemOf(error: unknown): string {
  const { name, message, code } = error as {
    readonly name?: string;
    readonly message?: string;
    readonly code?: string;
  };
  const words = (message ?? '').trim().replace(/\.$/, '') || 'it does not answer as S3 does';
  const label = name === undefined || name === 'Error' ? code : name;
  return label === undefined || words.includes(label) ? words : `${words} (${label})`;
}
