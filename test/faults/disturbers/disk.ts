import type { Site } from '../site.js';
import { SmallDisk } from '../small-disk.js';
import type { Disturbance, Disturber } from './disturber.js';

function diskOf({ disk }: Site): SmallDisk {
  if (disk instanceof SmallDisk) return disk;
  throw new Error(disk.problem);
}

const unfit = ({ disk }: Site): string | undefined => (disk instanceof SmallDisk ? undefined : disk.problem);

export const disk: readonly Disturber[] = [
  {
    name: 'disk.full',
    weight: 8,
    mostMs: 3_000,
    unfit,
    disturb(site: Site): Promise<Disturbance> {
      const disk = diskOf(site);
      disk.fill();
      return Promise.resolve({
        restore: () => {
          disk.free();
          return Promise.resolve();
        },
      });
    },
  },
  {
    name: 'disk.read-only',
    weight: 3,
    mostMs: 2_000,
    unfit,
    disturb(site: Site): Promise<Disturbance> {
      const disk = diskOf(site);
      // While a file is being written it cannot be: then it is full instead.
      const isReadOnly = disk.makeReadOnly();
      if (!isReadOnly) disk.fill();
      return Promise.resolve({
        restore: () => {
          if (isReadOnly) disk.makeWritable();
          else disk.free();
          return Promise.resolve();
        },
      });
    },
  },
];
