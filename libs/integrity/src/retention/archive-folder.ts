import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ArchiveFile } from '#history';
import { syncFolder } from './gzip-file.js';

/** What a file is called until it is one of an archive. */
const PARTIAL = '.partial';

/** Where archives lie: a folder a cluster, and in it two files a range of revisions. */
export class ArchiveFolder {
  constructor(private readonly root: string) {}

  pathOf({ path }: Pick<ArchiveFile, 'path'>): string {
    return join(this.root, path);
  }

  /** Where a file is written that is to be of an archive. */
  partialOf({ path }: Pick<ArchiveFile, 'path'>): string {
    return this.pathOf({ path }) + PARTIAL;
  }

  /** Removes what an earlier attempt left that came to no archive. */
  async sweep(): Promise<void> {
    for (const name of await namesBelow(this.root))
      if (name.endsWith(PARTIAL)) await rm(join(this.root, name), { force: true });
  }

  /**
   * Gives files their names. What has such a name already is of no archive: the attempt that made
   * it ended before it was one.
   */
  async keep(files: readonly Pick<ArchiveFile, 'path'>[]): Promise<void> {
    for (const file of files) await rename(this.partialOf(file), this.pathOf(file));
    for (const folder of new Set(files.map((file) => dirname(this.pathOf(file))))) await syncFolder(folder);
    await syncFolder(this.root);
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
