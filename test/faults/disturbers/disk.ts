import type { SmallDisk } from '../../reliability/small-disk.js';
import type { Site } from '../site.js';
import type { Disturbance, Disturber } from './disturber.js';

/** Disturbs the disk of the data folder in a way that it says how to undo. */
const spoiling = (name: string, weight: number, spoil: (disk: SmallDisk) => void): Disturber => ({
  name,
  weight,
  mostMs: 3_000,
  unfit: ({ disk }: Site) => ('folder' in disk ? undefined : disk.problem),
  disturb({ disk }: Site): Promise<Disturbance> {
    if (!('folder' in disk)) throw new Error(disk.problem);
    spoil(disk);
    return Promise.resolve({
      restore: () => {
        disk.relieve();
        return Promise.resolve();
      },
    });
  },
});

/** While a file is being written it cannot be made read-only: then it is full instead. */
function makeReadOnly(disk: SmallDisk): void {
  try {
    disk.setReadOnly();
  } catch {
    fill(disk);
  }
}

/** Others write meanwhile: what is left may be less than it was. */
function fill(disk: SmallDisk): void {
  try {
    disk.fill(0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

export const disk: readonly Disturber[] = [spoiling('disk.full', 8, fill), spoiling('disk.read-only', 3, makeReadOnly)];
