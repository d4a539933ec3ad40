import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageFolder, type StorageTrouble } from '../storage/index.js';

/** Longer than any note, twice. */
const TAIL_BYTES = 8192;

/**
 * The notes that were signed, outside of the database: a file a cluster, one note after the other with an
 * empty line between them. A note that is here was on disk before anybody was told of it. One writer a file at
 * a time is the caller's affair.
 */
export class NoteFiles {
  readonly #folder: StorageFolder;

  /** `tell` hears when the folder cannot be used, and when it can again. */
  constructor(folder: string, tell?: (trouble: StorageTrouble) => void) {
    this.#folder = new StorageFolder(folder, tell);
  }

  /** Where the notes of a cluster are. */
  pathOf(clusterId: string): string {
    return join(this.#folder.path, `${clusterId}.txt`);
  }

  /** The last whole note of a cluster; undefined when there is none. @throws StorageError */
  last(clusterId: string): Promise<string | undefined> {
    return this.#folder.read(() => this.#last(clusterId));
  }

  /**
   * Appends a note, and waits until it is on disk. What a writer that died left of its note goes; what could not be
   * written whole is taken back.
   * @throws StorageError
   */
  append(clusterId: string, note: string): Promise<void> {
    return this.#folder.write(() => this.#append(clusterId, note), { whole: true });
  }

  async #last(clusterId: string): Promise<string | undefined> {
    const file = await existing(this.pathOf(clusterId));
    if (file === undefined) return undefined;
    try {
      return (await readTail(file)).last;
    } finally {
      await file.close();
    }
  }

  async #append(clusterId: string, note: string): Promise<void> {
    await mkdir(this.#folder.path, { recursive: true });
    const path = this.pathOf(clusterId);
    const file = await open(path, 'a+');
    try {
      const { end, size } = await readTail(file);
      if (end < size) await file.truncate(end);
      try {
        await file.appendFile(end === 0 ? note : `\n${note}`);
        await file.sync();
        if (size === 0) await syncFolder(this.#folder.path);
      } catch (error) {
        await file.truncate(end).catch(() => undefined);
        throw error;
      }
    } finally {
      await file.close();
    }
  }
}

async function existing(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The last whole note, where it ends, and how long the file is. */
async function readTail(
  file: FileHandle,
): Promise<{ readonly last: string | undefined; readonly end: number; readonly size: number }> {
  const { size } = await file.stat();
  const start = Math.max(0, size - TAIL_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
  const text = buffer.subarray(0, bytesRead).toString('latin1');
  // In bytes: the em dash of a signature line is three of them.
  const signature = [...text.matchAll(/\n\u00e2\u0080\u0094 [^\n]+\n/g)].at(-1);
  if (signature === undefined) {
    if (start > 0) throw new Error('a file of checkpoints ends in something else');
    return { last: undefined, end: 0, size };
  }
  const end = signature.index + signature[0].length;
  const begin = text.lastIndexOf('\n\n', signature.index - 2);
  return { last: buffer.subarray(begin < 0 ? 0 : begin + 2, end).toString('utf8'), end: start + end, size };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
