import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArchiveFile } from '#history';
import { StorageFolder, type StorageTrouble } from '#storage';
import { syncFolder } from './gzip-file.js';

/** What a file is called until it is one of an archive. */
const PARTIAL = '.partial';

/** Where archives lie: a folder a cluster, and in it two files a range of revisions. */
export class ArchiveFolder {
  /** Where it is: what fails for its sake says so. */
  readonly storage: StorageFolder;

  /** `tell` hears when the folder cannot be used, and when it can again. */
  constructor(
    private readonly root: string,
    tell?: (trouble: StorageTrouble) => void,
  ) {
    this.storage = new StorageFolder(root, tell);
  }

  pathOf({ path }: Pick<ArchiveFile, 'path'>): string {
    return join(this.root, path);
  }

  /** Where a file is written that is to be of an archive. */
  partialOf({ path }: Pick<ArchiveFile, 'path'>): string {
    return this.pathOf({ path }) + PARTIAL;
  }

  /** Removes what an attempt left that came to no archive. @throws StorageError */
  sweep(): Promise<void> {
    return this.storage.write(async () => {
      for (const name of await namesBelow(this.root))
        if (name.endsWith(PARTIAL)) await rm(join(this.root, name), { force: true });
    });
  }

  /**
   * Gives files their names. What has such a name already is of no archive: the attempt that made
   * it ended before it was one. All of them or none.
   * @throws StorageError
   */
  keep(files: readonly Pick<ArchiveFile, 'path'>[]): Promise<void> {
    return this.storage.write(() => this.#keep(files), { whole: true });
  }

  async #keep(files: readonly Pick<ArchiveFile, 'path'>[]): Promise<void> {
    const named: Pick<ArchiveFile, 'path'>[] = [];
    try {
      for (const file of files) {
        await rename(this.partialOf(file), this.pathOf(file));
        named.push(file);
      }
      for (const folder of new Set(files.map((file) => dirname(this.pathOf(file))))) await syncFolder(folder);
      await syncFolder(this.root);
    } catch (error) {
      for (const file of named) await rm(this.pathOf(file), { force: true }).catch(() => undefined);
      throw error;
    }
  }
}

async function namesBelow(root: string): Promise<string[]> {
  try {
    return await readdir(root, { recursive: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
