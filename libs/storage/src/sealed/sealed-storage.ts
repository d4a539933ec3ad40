import { createCipheriv, createDecipheriv, type DecipherGCM, hkdfSync, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileStorage, OpenFile, StoredFile } from '../file-storage.js';
import { StorageError } from '../folder/index.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The files of another storage, encrypted (AES-256-GCM) for their names: what is read there is useless without the
 * key. A file is the nonce, the encrypted bytes and the tag. The tag is known to hold when all is read: a reader must
 * not act on a part of a file.
 */
export class SealedStorage implements FileStorage {
  readonly #key: Buffer;

  /** @param key at least 32 random bytes */
  constructor(
    private readonly storage: FileStorage,
    key: Uint8Array,
  ) {
    this.#key = Buffer.from(hkdfSync('sha256', key, '', 'berth files', 32));
  }

  get place(): string {
    return this.storage.place;
  }

  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    return this.storage.write(name, this.#sealed(name, pieces));
  }

  /** `content` fails with a StorageError where the file is of another name or key, or is not what was written. */
  async open(name: string): Promise<OpenFile | undefined> {
    const file = await this.storage.open(name);
    if (file === undefined) return undefined;
    const content = Readable.from(this.#unsealed(name, file.content), { objectMode: false });
    // What is never read is closed all the same.
    content.once('close', () => file.content.destroy());
    return { bytes: unsealedBytes(file), content };
  }

  async list(folder: string): Promise<readonly StoredFile[]> {
    return (await this.storage.list(folder)).map((file) => ({ ...file, bytes: unsealedBytes(file) }));
  }

  remove(name: string): Promise<void> {
    return this.storage.remove(name);
  }

  tidy(folder: string): Promise<void> {
    return this.storage.tidy(folder);
  }

  async *#sealed(name: string, pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce).setAAD(Buffer.from(name));
    yield nonce;
    for await (const piece of pieces) yield cipher.update(piece);
    cipher.final();
    yield cipher.getAuthTag();
  }

  /** The last bytes are the tag: so many are held back. */
  async *#unsealed(name: string, content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    let held = Buffer.alloc(0);
    let decipher: DecipherGCM | undefined;
    for await (const piece of content) {
      held = Buffer.concat([held, piece]);
      if (decipher === undefined && held.length >= NONCE_BYTES) {
        decipher = createDecipheriv(ALGORITHM, this.#key, held.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(name));
        held = held.subarray(NONCE_BYTES);
      }
      if (decipher === undefined || held.length <= TAG_BYTES) continue;
      yield decipher.update(held.subarray(0, -TAG_BYTES));
      held = held.subarray(-TAG_BYTES);
    }
    try {
      if (decipher === undefined || held.length < TAG_BYTES) throw new Error('it is shorter than what was written');
      decipher.setAuthTag(held).final();
    } catch (cause) {
      const problem = `${name} cannot be decrypted: it was changed, or encrypted with another key`;
      throw new StorageError(this.place, problem, { cause });
    }
  }
}

function unsealedBytes({ bytes }: Pick<StoredFile, 'bytes'>): number {
  return Math.max(0, bytes - NONCE_BYTES - TAG_BYTES);
}
