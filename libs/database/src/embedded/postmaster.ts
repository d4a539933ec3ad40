import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import type { RunAs } from './run-as.js';

/** How one server process is started. */
export interface Launch {
  readonly program: string;
  /** The data folder; also the working directory, see clusterArgument. */
  readonly cluster: string;
  readonly clusterArgument: string;
  readonly runAs: RunAs | undefined;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  /** Gets every line that the server logs. */
  readonly log: (line: string) => void;
}

/** How a process ended: exactly one of the two is set. */
export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server that accepts connections. */
export interface Postmaster {
  readonly pid: number;
  /** Settles when the process ends, for any reason. */
  readonly exited: Promise<ServerExit>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * What the server says of itself in postmaster.pid, which pg_ctl waits for too: the first line is its process id, the
 * last one says this when it accepts connections. What it logs, and where, is up to its settings.
 */
const READY = ['ready', 'standby'];
const STATUS_FILE = 'postmaster.pid';
const LOOK_MS = 20;
/** What a server that has ended wrote last arrives within this. */
const LAST_WORDS_MS = 1_000;
/** Log lines kept for the message of a failed start. */
const REMEMBERED_LINES = 20;

/**
 * Starts the server and returns when it accepts connections. There is no time limit while it runs: after a crash it
 * replays its log first, however long that takes.
 * @throws EmbeddedPostgresError with its last words when it ends instead
 */
export async function startPostmaster(launch: Launch): Promise<Postmaster> {
  const child = spawn(launch.program, serverArguments(launch), {
    ...launch.runAs,
    cwd: launch.cluster,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    // A session of its own: Ctrl-C in the terminal reaches us, and we stop the server when we no longer need it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise<ServerExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 127, signal: null }));
  });
  await ready(child, launch);
  return { pid: child.pid ?? 0, exited, kill: (signal) => void child.kill(signal) };
}

function serverArguments({ clusterArgument, port, settings }: Launch): string[] {
  const fixed = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    // A socket's path is limited to 107 bytes, which a checkout's may exceed.
    unix_socket_directories: '',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // A part of 10,000 pods is one transaction of 27 MB of log: in the 4 MB that are usual its own process writes
    // the log out, again and again.
    wal_buffers: '32MB',
    timezone: 'UTC',
  };
  return [
    '-D',
    clusterArgument,
    ...Object.entries({ ...fixed, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

async function ready(child: ChildProcess, { cluster, log }: Launch): Promise<void> {
  const lastLines: string[] = [];
  if (child.stderr !== null)
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line);
      lastLines.splice(0, lastLines.length - REMEMBERED_LINES);
      log(line);
    });
  let looking: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      looking = setInterval(() => {
        if (isReady(cluster, child.pid)) resolve();
      }, LOOK_MS);
      child.once('error', (error) =>
        reject(new EmbeddedPostgresError(`PostgreSQL cannot be run: ${error.message}`, { cause: error })),
      );
      // Not `exit`: what it wrote last may arrive after that.
      const failed = (): void =>
        reject(new EmbeddedPostgresError(`PostgreSQL does not start:\n${lastLines.join('\n')}`));
      child.once('close', failed);
      // Processes of its own may outlive it, and keep open what it wrote to.
      child.once('exit', () => setTimeout(failed, LAST_WORDS_MS).unref());
    });
  } finally {
    clearInterval(looking);
  }
}

function isReady(cluster: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(cluster, STATUS_FILE), 'utf8').trimEnd().split('\n');
    return lines[0] === String(pid) && READY.includes(lines.at(-1)?.trim() ?? '');
  } catch {
    // It is not written yet, or is being written anew.
    return false;
  }
}
