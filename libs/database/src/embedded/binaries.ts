import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import type { RunAs } from './run-as.js';
import { hasCode } from './system-error.js';

/** Absolute paths of the programs of one PostgreSQL installation, runnable by the user that was asked for. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, as in the file PG_VERSION of a data folder. */
  readonly major: string;
}

/**
 * The programs of the npm package for this platform, set up so that `runAs` can run them. They are used in place where
 * that works, and otherwise from a copy of their own: a folder on the way may be closed to `runAs` (a checkout below
 * /root), or node_modules may be read-only while the links between the libraries are missing.
 */
export function provideBinaries(runAs: RunAs | undefined): Binaries {
  const { folder, version } = locatePackage();
  const native = join(folder, 'native');
  restoreLinks(folder, { ignoreReadOnly: true });
  if (probe(native, runAs) === undefined) {
    return binariesIn(native, version);
  }
  const copy = copyAside(folder, version);
  const problem = probe(copy, runAs);
  if (problem !== undefined) {
    throw new EmbeddedPostgresError(
      `the embedded PostgreSQL does not run on this machine (${problem}): set DATABASE_URL to a PostgreSQL server`,
    );
  }
  return binariesIn(copy, version);
}

function locatePackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new EmbeddedPostgresError(
      `there is no embedded PostgreSQL for ${process.platform} on ${process.arch} (package ${name} is not ` +
        'installed): set DATABASE_URL to a PostgreSQL server',
    );
  }
  const folder = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, version };
}

function binariesIn(native: string, version: string): Binaries {
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major: version.split('.')[0] ?? version,
  };
}

/** What keeps `runAs` from running the programs below `native`; undefined when nothing does. */
function probe(native: string, runAs: RunAs | undefined): string | undefined {
  for (const program of ['initdb', 'postgres']) {
    const run = spawnSync(join(native, 'bin', program), ['--version'], { ...runAs, cwd: '/', encoding: 'utf8' });
    if (run.error !== undefined) {
      return run.error.message;
    }
    if (run.status !== 0) {
      return run.stderr.trim();
    }
  }
  return undefined;
}

/**
 * npm packages carry no symbolic links, so the package lists them, for an install script to make. Install scripts may
 * be off (npm 11 asks first), so this makes those that are missing.
 */
function restoreLinks(folder: string, { ignoreReadOnly }: { ignoreReadOnly: boolean }): void {
  let links: { source: string; target: string }[];
  try {
    links = JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as typeof links;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return; // macOS builds need no links
    }
    throw error;
  }
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch (error) {
      if (!hasCode(error, 'EEXIST') && !(ignoreReadOnly && hasCode(error, 'EACCES', 'EPERM', 'EROFS'))) {
        throw error;
      }
    }
  }
}

/** Copies the package to a place of ours that everybody can enter; whole or not at all, and once per version. */
function copyAside(folder: string, version: string): string {
  const cache =
    process.geteuid?.() === 0
      ? '/var/cache/berth'
      : join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'berth');
  const target = join(cache, `postgresql-${version}`);
  if (mkdirSync(cache, { recursive: true }) !== undefined) {
    chmodSync(cache, 0o755);
  }
  refuseForeign(cache);
  if (statSync(target, { throwIfNoEntry: false }) === undefined) {
    const temporary = mkdtempSync(`${target}.`);
    cpSync(join(folder, 'native'), join(temporary, 'native'), { recursive: true, verbatimSymlinks: true });
    restoreLinks(temporary, { ignoreReadOnly: false });
    // The user that the server runs as must be able to read this, for every umask that npm ran with.
    spawnSync('chmod', ['-R', 'u+w,go+rX,go-w', temporary]);
    moveInto(temporary, target);
  }
  return join(target, 'native');
}

/** Another process may have been faster; its copy is as good as ours. */
function moveInto(temporary: string, target: string): void {
  try {
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true });
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) {
      throw error;
    }
  }
}

/** Programs are run from here, possibly by root's own start-up: no other user may have put them there. */
function refuseForeign(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid !== process.geteuid?.() || (mode & 0o022) !== 0) {
    throw new EmbeddedPostgresError(
      `${folder} is writable by others than the user who starts Berth, so programs there cannot be trusted: repair ` +
        'its owner and mode, or remove it',
    );
  }
}
