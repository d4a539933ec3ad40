import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Addresses of this machine: a key of its data folder goes nowhere else. */
const HERE = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The first key of a service whose data folder is here, as it stands in `admin.key`; undefined where there is none. */
export function ownKey(url: string, { BERTH_DATA_DIR: folder = '.berth' }: NodeJS.ProcessEnv): string | undefined {
  if (!URL.canParse(url) || !HERE.has(new URL(url).hostname)) return undefined;
  try {
    return readFileSync(join(folder, 'admin.key'), 'utf8').trim() || undefined;
  } catch (error) {
    // The file of another owner is not meant for this user.
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
