import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** More than the server of a run ever has. */
const ROOM = 4 * 2 ** 30;

/**
 * A folder for the data of the run's server: in memory where there is room, else on the disk. Specs make and drop some
 * five hundred databases of 630 files each, and ext4 passes every inode that was deleted in the last minutes before it
 * takes one for a new file.
 */
export function serverFolder(disk: string): string {
  if (!hasRoom()) {
    const folder = join(disk, 'postgres');
    mkdirSync(folder);
    return folder;
  }
  removeLeftFolders();
  return mkdtempSync(join(MEMORY, `berth-test-${process.pid}-`));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM && freemem() >= ROOM;
  } catch {
    // There is none on this system, or it is not for this user.
    return false;
  }
}

/** A run that was killed has left its folder, which takes memory until it goes. */
function removeLeftFolders(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, run] = /^berth-test-(\d+)-/.exec(name) ?? [];
    if (run !== undefined && !isRunning(Number(run))) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
