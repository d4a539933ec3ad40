import { join } from 'node:path';
import type { Config } from './config.js';

/** Where files of exports lie. */
export function exportFolderOf({ dataDir }: Config): string {
  return join(dataDir, 'exports');
}
