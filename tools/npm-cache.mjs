// npm does not install without a cache that it can write, which a home that is read-only does not have. Depends on
// nothing, as the set-up that uses it.
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Calls `install` with the arguments that npm needs: none, or those for a cache that is removed behind it. */
export function withNpmCache(install, { npm_config_cache: cache = join(homedir(), '.npm') } = process.env) {
  if (isWritable(cache)) return install([]);
  const own = mkdtempSync(join(tmpdir(), 'berth-npm-'));
  try {
    return install(['--cache', own]);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
