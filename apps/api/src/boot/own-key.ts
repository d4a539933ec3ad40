import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_KEY_FILE } from './first-key.js';
import type { Config } from './config.js';

/** The key that a program beside the service acts with: that of the environment, or the first one. */
export function ownKey({ auth, dataDir }: Pick<Config, 'auth' | 'dataDir'>): string | undefined {
  if (auth.mode === 'off') return undefined;
  if (auth.adminKey !== undefined) return auth.adminKey;
  try {
    return readFileSync(join(dataDir, ADMIN_KEY_FILE), 'utf8').trim();
  } catch {
    return undefined;
  }
}
