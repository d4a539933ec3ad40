import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Caller, Transaction, Transactions } from '#database';
import { inPieces } from '../in-pieces.js';
import type { FileStorage, OpenFile, StoredFile } from '../file-storage.js';
import {
  completeFile,
  findFile,
  insertChunk,
  insertFile,
  listFiles,
  readChunk,
  removeAbandoned,
  removeFile,
  removeUnfinished,
} from './stored-files.store.js';

/** Bytes of a row. */
const CHUNK = 2 ** 20;

/**
 * Files in rows of the database. Each chunk is a transaction of its own, for reading too: neither a slow reader nor a
 * long file keeps a transaction open. Errors of the database are no StorageErrors and are thrown as they are: an outage
 * of it is answered as everywhere.
 */
export class DatabaseStorage implements FileStorage {
  readonly place = 'the database';

  /** `caller` is the service itself. */
  constructor(
    private readonly database: Transactions,
    private readonly caller: Caller,
  ) {}

  async write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const id = randomUUID();
    await this.#in((tx) => insertFile(tx, { id, name }));
    try {
      let number = 0;
      for await (const content of inPieces(pieces, CHUNK)) {
        const chunk = { id, number, content };
        if (!(await this.#in((tx) => insertChunk(tx, chunk)))) throw new Removed(name);
        number += 1;
      }
      if (!(await this.#in((tx) => completeFile(tx, id)))) throw new Removed(name);
    } catch (error) {
      // What stays behind when the database is away is removed as abandoned.
      await this.#in((tx) => removeUnfinished(tx, id)).catch(() => undefined);
      throw error;
    }
  }

  async open(name: string): Promise<OpenFile | undefined> {
    const found = await this.#in((tx) => findFile(tx, name));
    if (found === undefined) return undefined;
    return { bytes: found.bytes, content: Readable.from(this.#content(name, found), { objectMode: false }) };
  }

  list(folder: string): Promise<readonly StoredFile[]> {
    return this.#in((tx) => listFiles(tx, folder));
  }

  remove(name: string): Promise<void> {
    return this.#in((tx) => removeFile(tx, name));
  }

  tidy(folder: string): Promise<void> {
    return this.#in((tx) => removeAbandoned(tx, folder));
  }

  async *#content(name: string, { id, bytes }: { readonly id: string; readonly bytes: number }) {
    for (let number = 0, read = 0; read < bytes; number += 1) {
      const at = number;
      const chunk = await this.#in((tx) => readChunk(tx, id, at));
      if (chunk === undefined) throw new Removed(name);
      read += chunk.length;
      yield chunk;
    }
  }

  #in<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.transaction(this.caller, work);
  }
}

class Removed extends Error {
  constructor(name: string) {
    super(`the file ${name} was removed meanwhile`);
  }
}
