import { join } from 'node:path';
import type { Config } from './config.js';

/** Where archives lie. */
export function archiveFolderOf({ dataDir }: Config): string {
  return join(dataDir, 'archive');
}
