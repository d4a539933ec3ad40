import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { storageFault } from '#storage';

/** Below this free part of a file system the operator should free space. */
const LOW = 0.05;

/** How many blocks a file system has, and how many of them this user may still fill. */
export interface Blocks {
  readonly blocks: number;
  readonly bavail: number;
  readonly bsize: number;
}

/** How much disk space is free where the service stores files. */
export class DiskSpace {
  constructor(
    private readonly folder: string,
    private readonly blocksOf: (path: string) => Promise<Blocks> = statfs,
  ) {}

  /** What the operator should do something about, in words; undefined when there is enough space. */
  async warning(): Promise<string | undefined> {
    const folder = resolve(this.folder);
    try {
      const { blocks, bavail, bsize } = await this.#blocksAt(folder);
      // Some file systems have no number of blocks.
      if (blocks === 0 || bavail >= blocks * LOW) return undefined;
      const [free, all] = [bavail, blocks].map((count) => Math.floor((count * bsize) / MIB));
      return `${((bavail / blocks) * 100).toFixed(1)} % of the disk of ${folder} are free, ${free} of ${all} MiB`;
    } catch (error) {
      return `the disk of ${folder} is not known: ${storageFault(error) ?? String(error)}`;
    }
  }

  /** Free and all bytes of the disk. @throws when the file system does not answer */
  async bytes(): Promise<{ readonly free: number; readonly size: number }> {
    const { blocks, bavail, bsize } = await this.#blocksAt(resolve(this.folder));
    return { free: bavail * bsize, size: blocks * bsize };
  }

  /** A folder that nothing was written to yet is not there: its disk is that of the one above it. */
  async #blocksAt(folder: string): Promise<Blocks> {
    try {
      return await this.blocksOf(folder);
    } catch (error) {
      const above = dirname(folder);
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
      return this.#blocksAt(above);
    }
  }
}

const MIB = 2 ** 20;
