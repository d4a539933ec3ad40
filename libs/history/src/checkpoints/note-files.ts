import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { splitNotes } from '#ledger';
import { StorageFolder, type StorageTrouble } from '#storage';

/** Longer than any note, twice. */
const TAIL_BYTES = 8192;

/**
 * The notes that were signed, outside of the database: a file a cluster, one note after the other with an
 * empty line between them. A note that is here was on disk before any caller received it. The caller ensures one
 * writer a file at a time.
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

  /** What the notes of the log of access are stored under, in place of a cluster. */
  static readonly ACCESS = 'access';

  /** The clusters that have notes. */
  async clusters(): Promise<string[]> {
    const names = await this.#folder.read(() => orNothing(readdir(this.#folder.path)));
    return (names ?? []).flatMap((name) => /^([0-9a-f-]{36})\.txt$/.exec(name)?.[1] ?? []).sort();
  }

  /** What sizes the notes of a cluster are of, in their order. */
  sizes(clusterId: string): Promise<number[]> {
    return this.#folder.read(() => this.#sizes(clusterId));
  }

  async #sizes(clusterId: string): Promise<number[]> {
    const file = await orNothing(open(this.pathOf(clusterId), 'r'));
    if (file === undefined) return [];
    const sizes: number[] = [];
    let [line, size] = [0, 0];
    // A note begins with its origin and its size, and ends with its signature.
    for await (const text of createInterface({ input: file.createReadStream() })) {
      if (text.startsWith('berth/')) line = 0;
      else if (++line === 1) size = Number(text);
      else if (text.startsWith('\u2014 ')) sizes.push(size);
    }
    return sizes;
  }

  /** The last whole notes of a cluster, a dozen at most, the last one last. */
  recent(clusterId: string): Promise<readonly string[]> {
    return this.#folder.read(() => this.#recent(clusterId));
  }

  async #recent(clusterId: string): Promise<readonly string[]> {
    const file = await orNothing(open(this.pathOf(clusterId), 'r'));
    if (file === undefined) return [];
    try {
      const { whole } = await readTail(file);
      return splitNotes(whole).filter((note) => note.startsWith('berth/'));
    } finally {
      await file.close();
    }
  }

  /** The last whole note of a cluster; undefined when there is none. */
  async last(clusterId: string): Promise<string | undefined> {
    return (await this.recent(clusterId)).at(-1);
  }

  /**
   * Appends a note, and waits until it is on disk. What a writer that died left of its note goes; what could not be
   * written whole is taken back.
   * @throws StorageError
   */
  append(clusterId: string, note: string): Promise<void> {
    return this.#folder.write(() => this.#append(clusterId, note), { whole: true });
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

async function orNothing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The end of a file up to its last whole note, where that ends, and how long the file is. */
async function readTail(
  file: FileHandle,
): Promise<{ readonly whole: string; readonly end: number; readonly size: number }> {
  const { size } = await file.stat();
  const start = Math.max(0, size - TAIL_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
  const text = buffer.subarray(0, bytesRead).toString('latin1');
  // In bytes: the em dash of a signature line is three of them.
  const signature = [...text.matchAll(/\n\u00e2\u0080\u0094 [^\n]+\n/g)].at(-1);
  if (signature === undefined) {
    if (start > 0) throw new Error('a file of checkpoints ends in something else');
    return { whole: '', end: 0, size };
  }
  const end = signature.index + signature[0].length;
  // The first of them may be cut off.
  const begin = Math.max(0, text.indexOf('berth/'));
  return { whole: buffer.subarray(begin, end).toString('utf8'), end: start + end, size };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
