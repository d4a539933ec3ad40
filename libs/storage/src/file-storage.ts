import type { Readable } from 'node:stream';

/** A file, by its name, such as `exports/ID.gz`. */
export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
}

/** A file that is read. */
export interface OpenFile {
  readonly bytes: number;
  readonly content: Readable;
}

/**
 * Files under names whose parts are separated by `/`. Names are made by the service: their parts have no meaning of
 * their own to a file system. What cannot be done for the sake of the storage is a StorageError.
 */
export interface FileStorage {
  /** Where it is, for people. */
  readonly place: string;
  /**
   * Writes a file, in place of one of its name: readers find all of it or none.
   * @throws StorageError, and what the pieces throw; nothing is left of the file then
   */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined where there is none. @throws StorageError */
  open(name: string): Promise<OpenFile | undefined>;
  /** The files in a folder, those in folders below it excepted. @throws StorageError */
  list(folder: string): Promise<readonly StoredFile[]>;
  /** @throws StorageError */
  remove(name: string): Promise<void>;
  /** Removes what processes that are gone have left unfinished in a folder. @throws StorageError */
  tidy(folder: string): Promise<void>;
}

/** What is not finished, and was not written to for so long, belongs to a process that is gone. */
export const ABANDONED_MS = 60 * 60 * 1000;
