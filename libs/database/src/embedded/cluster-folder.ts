import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import type { RunAs } from './run-as.js';

/** The superuser that initdb makes, the owner of everything. */
export const SUPERUSER = 'berth';

const CLUSTER = 'data';
const UNFINISHED = 'data.unfinished-';

/** The folder that PostgreSQL calls PGDATA, below the embedded server's own folder. */
export function clusterFolder(folder: string): string {
  return join(folder, CLUSTER);
}

/**
 * What to give a program of PostgreSQL as `-D`. A user whom root runs it as may not be able to enter the folders above
 * the data; its working directory, which was entered as root, can always be named so, without walking the path.
 */
export function clusterArgument(cluster: string, runAs: RunAs | undefined): string {
  return runAs !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

interface Creation {
  readonly binaries: Binaries;
  readonly runAs: RunAs | undefined;
  readonly durable: boolean;
}

/**
 * Makes the data folder unless it is there, and returns the superuser's password. It appears under its name only when
 * initdb has finished and written it to disk: what an interrupted run left is removed and made anew.
 */
export function provideCluster(folder: string, creation: Creation): string {
  const passwordFile = join(folder, 'password');
  const cluster = clusterFolder(folder);
  removeUnfinished(folder);
  if (!existsSync(cluster)) {
    createCluster(folder, passwordFile, creation);
  }
  refuseOtherMajor(cluster, creation.binaries.major);
  try {
    return readFileSync(passwordFile, 'utf8').trim();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `${cluster} is there, but its password cannot be read from ${passwordFile}: restore that file, or remove ` +
        `${folder} to begin with an empty database`,
      { cause: error },
    );
  }
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(UNFINISHED)) {
      rmSync(join(folder, name), { recursive: true });
    }
  }
}

function createCluster(folder: string, passwordFile: string, creation: Creation): void {
  writePassword(passwordFile, creation.runAs);
  const unfinished = mkdtempSync(join(folder, UNFINISHED));
  giveTo(unfinished, creation.runAs);
  initialise(unfinished, passwordFile, creation);
  renameSync(unfinished, clusterFolder(folder));
  if (creation.durable) {
    syncFolder(folder);
  }
}

function writePassword(path: string, runAs: RunAs | undefined): void {
  rmSync(path, { force: true });
  writeFileSync(path, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  giveTo(path, runAs);
}

function giveTo(path: string, runAs: RunAs | undefined): void {
  if (runAs !== undefined) {
    chownSync(path, runAs.uid, runAs.gid);
  }
}

function initialise(cluster: string, passwordFile: string, { binaries, runAs, durable }: Creation): void {
  const options = [
    '--encoding=UTF8',
    '--locale=C',
    '--auth=scram-sha-256',
    `--username=${SUPERUSER}`,
    '--no-instructions',
  ];
  // As standard input, the password needs no path that the other user could walk.
  const password = openSync(passwordFile, 'r');
  const run = spawnSync(
    binaries.initdb,
    ['-D', clusterArgument(cluster, runAs), '--pwfile=/dev/stdin', ...options, ...(durable ? [] : ['--no-sync'])],
    {
      ...runAs,
      cwd: cluster,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      stdio: [password, 'pipe', 'pipe'],
      encoding: 'utf8',
    },
  );
  closeSync(password);
  if (run.status !== 0) {
    throw new EmbeddedPostgresError(`initdb could not create ${cluster}: ${run.error?.message ?? run.stderr.trim()}`);
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function refuseOtherMajor(cluster: string, major: string): void {
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (found !== major) {
    throw new EmbeddedPostgresError(
      `${cluster} was made by PostgreSQL ${found} and this Berth brings ${major}: export with the earlier Berth, ` +
        `or set DATABASE_URL to a PostgreSQL ${found}`,
    );
  }
}
