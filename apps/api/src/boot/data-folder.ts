import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes the data folder, unless it is there, and sees that files can be made in it.
 *
 * @throws the error of the system call that could not be, with the path that it is about
 */
export async function provideDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o755 });
  } catch (error) {
    // What Node says of a read-only file system is ENOENT; the nearest folder that there is knows better.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') await writable(dirname(path));
    throw error;
  }
  await access(path, constants.W_OK | constants.X_OK);
}

async function writable(path: string): Promise<void> {
  try {
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    await writable(dirname(path));
  }
}
