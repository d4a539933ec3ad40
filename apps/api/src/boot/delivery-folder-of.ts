import { join } from 'node:path';
import type { Config } from './config.js';

/** Where schedules deliver files. */
export function deliveryFolderOf({ dataDir, deliveryDir }: Pick<Config, 'dataDir' | 'deliveryDir'>): string {
  return deliveryDir ?? join(dataDir, 'deliveries');
}
