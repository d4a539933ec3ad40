import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { clientOptions, endClient } from '../connection/index.js';
import { provideBinaries } from './binaries.js';
import { clusterArgument, clusterFolder, provideCluster, SUPERUSER } from './cluster-folder.js';
import { freePort } from './free-port.js';
import { stopOrphan } from './orphan.js';
import { claimOwnership } from './ownership.js';
import type { Launch, ServerExit } from './postmaster.js';
import { chooseRunAs } from './run-as.js';
import type { OutageReason } from '../outage-reason.js';
import { startOutage } from './start-outage.js';
import { Supervisor } from './supervisor.js';

/** What can be chosen of the embedded server. */
export interface EmbeddedPostgresOptions {
  /** A folder of the server's own, made if need be and kept across restarts. */
  readonly dataDir: string;
  /** Gets the server's log and the supervisor's own remarks, line by line. */
  readonly log?: (line: string) => void;
  /** The database that `url` names, created if need be; `berth` unless given. Letters, digits and underscores. */
  readonly database?: string;
  /** False for tests alone: a crash of the machine may then lose or spoil the data. */
  readonly durable?: boolean;
  /** Further settings of PostgreSQL, by their names in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called each time the server ended by itself. It is started again, as often as it takes. */
  readonly onExit?: (exit: ServerExit) => void;
  /** Called each time it could not be started again, with why, and when the next try comes. */
  readonly onFailedStart?: (error: unknown, delayMs: number) => void;
}

/** A running embedded server. */
export interface EmbeddedPostgres {
  /** Connects as the superuser; the same until stop(), also across restarts of the server process. */
  readonly url: string;
  /** Id of the server process; undefined while it is being restarted and once it is stopped. */
  readonly pid: number | undefined;
  /** Holds `pid` for other processes, and is absent while there is none. */
  readonly pidFile: string;
  /** Why the server cannot be started again, where its log says that; a connection fails with less. */
  readonly outage: OutageReason | undefined;
  /** Fast shutdown; returns when the server has ended, and may be called again. */
  stop(): Promise<void>;
}

/**
 * What may be over in a moment: another process took the port between its choice and its use, or processes of a killed
 * server are still leaving.
 */
const PASSING = /Address already in use|pre-existing shared memory block/;
const ATTEMPTS = 40;
const PAUSE_MS = 250;
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts a real PostgreSQL from the npm package for this platform, on 127.0.0.1 and a free port, with its data in
 * `dataDir`; uses no PostgreSQL of the machine. What a killed predecessor left running there is stopped first, and a
 * server that dies is started again.
 * @throws EmbeddedPostgresError when another Berth uses the folder, or the platform or the folder does not allow it
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.dataDir);
  mkdirSync(folder, { recursive: true });
  const release = claimOwnership(folder);
  try {
    return await startOwned(folder, options, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function startOwned(
  folder: string,
  options: EmbeddedPostgresOptions,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const durable = options.durable ?? true;
  const cluster = clusterFolder(folder);
  const runAs = chooseRunAs(cluster);
  const binaries = provideBinaries(runAs);
  const password = provideCluster(folder, { binaries, runAs, durable });
  const orphan = await stopOrphan(cluster);
  if (orphan !== undefined) {
    log(`stopped PostgreSQL process ${orphan}, which a killed Berth had left behind`);
  }
  const pidFile = join(folder, 'postgres.pid');
  const start = async (port: number): Promise<Supervisor> => {
    const settings = { ...(durable ? {} : NOT_DURABLE), ...options.settings };
    const launch: Launch = {
      program: binaries.postgres,
      cluster,
      clusterArgument: clusterArgument(cluster, runAs),
      runAs,
      port,
      settings,
      log,
    };
    const { onExit = () => undefined, onFailedStart = () => undefined } = options;
    const supervisor = new Supervisor({ launch, pidFile, onExit, onFailedStart });
    await supervisor.start();
    return supervisor;
  };
  const { supervisor, port } = await onFreePort(start);
  const stop = (): Promise<void> => supervisor.stop().finally(release);
  const url = (database: string): string => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  const database = options.database ?? 'berth';
  try {
    await provideDatabase(url('postgres'), database);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: url(database),
    pidFile,
    stop,
    get pid() {
      return supervisor.pid;
    },
    get outage() {
      return startOutage(supervisor.startFailure);
    },
  };
}

async function onFreePort(
  start: (port: number) => Promise<Supervisor>,
): Promise<{ supervisor: Supervisor; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return { supervisor: await start(port), port };
    } catch (error) {
      if (attempt === ATTEMPTS || !PASSING.test(String(error))) {
        throw error;
      }
      await pause(PAUSE_MS);
    }
  }
}

async function provideDatabase(url: string, database: string): Promise<void> {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(database)) {
    throw new Error(`not a database name: ${database}`);
  }
  const client = new pg.Client(clientOptions(url, 'berth'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) {
      await client.query(`CREATE DATABASE "${database}"`);
    }
  } finally {
    await endClient(client);
  }
}
