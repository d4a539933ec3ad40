import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { endProcess } from './end-process.js';
import { processIdentity } from './process-identity.js';

/**
 * A fast shutdown rolls back and writes a checkpoint, which takes as long as the disk needs; an immediate one
 * recovers at the next start.
 */
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;
/** The end of a killed process waits for its disk, and for nothing else. */
const KILL_MS = 10_000;

/**
 * Stops the server that still runs on `cluster` after the Berth that started it was killed; does nothing when there is
 * none. Whose process it is gets verified, for the id in postmaster.pid may belong to a stranger by now.
 * @returns the id of the server that was stopped
 */
export async function stopOrphan(cluster: string): Promise<number | undefined> {
  const pid = recordedPid(cluster);
  if (pid === undefined || !isPostgresOn(pid, cluster)) {
    return undefined;
  }
  if (
    (await endProcess(pid, 'SIGINT', FAST_SHUTDOWN_MS)) ||
    (await endProcess(pid, 'SIGQUIT', IMMEDIATE_SHUTDOWN_MS))
  ) {
    return pid;
  }
  throw new EmbeddedPostgresError(`a PostgreSQL server, process ${pid}, still runs on ${cluster} and does not stop`);
}

/**
 * Kills what is left of a server on `cluster` whose first process is gone: the others leave when they notice that,
 * which one that computes does late, and one that waits for a lock of another that was killed does never; no new server
 * can start before. On Linux only, where they can be distinguished from others; elsewhere they have to be waited for.
 * @returns their ids; they are gone, as far as the kernel lets them go within seconds
 */
export async function killRemnants(cluster: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') {
    return [];
  }
  const remnants = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isPostgresOn(pid, cluster));
  await Promise.all(remnants.map((pid) => endProcess(pid, 'SIGKILL', KILL_MS)));
  return remnants;
}

/** The first line of postmaster.pid. */
function recordedPid(cluster: string): number | undefined {
  let text: string;
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}

/** Every PostgreSQL server's working directory is its data folder. */
function isPostgresOn(pid: number, cluster: string): boolean {
  if (processIdentity(pid) === undefined) {
    return false;
  }
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(
      `-D ${cluster}`,
    );
  }
  try {
    const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}
