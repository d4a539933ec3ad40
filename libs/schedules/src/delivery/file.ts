import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DeliveryFailed } from './webhook.js';

/** A file that is to be. */
export interface NewFile {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array>;
}

/**
 * Writes a file into a folder, which is made; a file of the name is replaced. Its readers find all of it or none.
 * @throws DeliveryFailed when the folder cannot be written to
 */
export async function writeFileWhole(folder: string, { name, content }: NewFile, attempt: string): Promise<void> {
  const passing = join(folder, `.${name}.${attempt}`);
  try {
    await mkdir(folder, { recursive: true });
    const file = await open(passing, 'w', 0o640);
    try {
      for await (const some of content) await file.writeFile(some);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(passing, join(folder, name));
  } catch (error) {
    await rm(passing, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    // What is no error of the file system is one of ours.
    if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error;
    throw new DeliveryFailed(`the file could not be written: ${code}`);
  }
}
