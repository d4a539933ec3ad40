import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { runProgram, startProgram } from '#test-programs';
import pg from 'pg';
import { freePort } from './free-port.js';
import { processIdentity } from './process-identity.js';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './start-embedded-postgres.js';

/** A folder that a server has made and left. */
let made: string;
let parent: string;
let dataDir: string;
let running: EmbeddedPostgres[];

beforeAll(async () => {
  made = join(mkdtempSync(join(tmpdir(), 'embedded-')), 'made');
  await (await startEmbeddedPostgres({ dataDir: made, durable: false })).stop();
});

afterAll(() => {
  rmSync(dirname(made), { recursive: true });
});

beforeEach(() => {
  // 0700 and root's own when root runs this: the server's user cannot walk to its data.
  parent = mkdtempSync(join(tmpdir(), 'embedded-'));
  dataDir = join(parent, 'a folder', 'below'.repeat(40), 'postgresql');
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(parent, { recursive: true });
});

/** Copies what initdb takes a second to make, with its owner. */
function provideData(): void {
  mkdirSync(dirname(dataDir), { recursive: true });
  expect(runProgram('cp', ['-a', made, dataDir]).status).toBe(0);
}

/** Starts the server of the folder: one that is there already, or else a copy of the made one. */
async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  if (!existsSync(dataDir)) provideData();
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options });
  running.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Ids of every process of the server whose data is in `cluster`. */
function processesOn(cluster: string): number[] {
  const isOn = (pid: number): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      return false;
    }
  };
  return existsSync('/proc')
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && isOn(pid))
    : [];
}

/** Resolves when the server has logged `text` for the `times`th time. */
function logged(text: string, times: number): { log: (line: string) => void; seen: Promise<void> } {
  let log: (line: string) => void = () => undefined;
  const seen = new Promise<void>((resolve) => {
    let missing = times;
    log = (line) => {
      if (line.includes(text) && --missing === 0) {
        resolve();
      }
    };
  });
  return { log: (line) => log(line), seen };
}

test('a server on 127.0.0.1 alone, in UTF8 and locale C, with its durability on', async () => {
  // Nothing is there.
  mkdirSync(dataDir, { recursive: true });
  const server = await start({ durable: true });
  const settings = await query(
    server.url,
    `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes',
    'listen_addresses', 'password_encryption', 'server_encoding', 'synchronous_commit', 'unix_socket_directories',
    'lc_messages', 'wal_buffers') ORDER BY name`,
  );
  expect(settings).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'lc_messages', setting: 'C' },
    { name: 'listen_addresses', setting: '127.0.0.1' },
    { name: 'password_encryption', setting: 'scram-sha-256' },
    { name: 'server_encoding', setting: 'UTF8' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'unix_socket_directories', setting: '' },
    // Of 8 KiB each.
    { name: 'wal_buffers', setting: '4096' },
  ]);
});

test('the password is kept beside the data for its owner alone, and is asked for', async () => {
  const server = await start();
  const { password } = new URL(server.url);
  expect(readFileSync(join(dataDir, 'password'), 'utf8')).toBe(`${password}\n`);
  expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
  await expect(query(server.url.replace(password, 'guess'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
});

test('data outlives a restart', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(first.pid).toBeUndefined();
  expect(existsSync(first.pidFile)).toBe(false);
  await first.stop();
  const second = await start();
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

test.each([{ logging_collector: 'on' }, { log_min_messages: 'panic' }])(
  'a server that logs elsewhere, or little, is ready all the same (%o)',
  async (settings) => {
    const server = await start({ settings });
    const killed = Number(readFileSync(server.pidFile, 'utf8'));
    process.kill(killed, 'SIGKILL');
    let answer: unknown;
    while (answer === undefined) answer = await query(server.url, 'SELECT 1 AS one').catch(() => undefined);
    expect([answer, server.pid === killed]).toEqual([[{ one: 1 }], false]);
  },
);

test('what an interrupted initdb left is removed', async () => {
  mkdirSync(join(dataDir, 'data.unfinished-x1Y2z3', 'base'), { recursive: true });
  await start();
  expect(readdirSync(dataDir).sort()).toEqual(['data', 'owner.json', 'password', 'postgres.pid']);
});

test('a disk that is too full for the file with its process id does not keep it from being used', async () => {
  mkdirSync(join(dataDir, 'postgres.pid', 'in the way'), { recursive: true });
  const { log, seen } = logged('does not say which process PostgreSQL is', 2);
  const server = await start({ log });
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
  await seen;
});

test("a second start on the same folder is refused by the first one's process id", async () => {
  await start();
  await expect(start()).rejects.toThrow(`another Berth, process ${process.pid}, serves from ${dataDir}`);
});

test('a killed server is started again under the same URL, and nothing committed is lost', async () => {
  const { log, seen } = logged('ready to accept connections', 2);
  const exits: unknown[] = [];
  const server = await start({ log, onExit: (exit) => exits.push(exit), durable: true });
  await query(server.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const killed = Number(readFileSync(server.pidFile, 'utf8'));
  process.kill(killed, 'SIGKILL');
  await seen;
  expect(await query(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  expect(exits).toEqual([{ code: null, signal: 'SIGKILL' }]);
  expect(server.pid).not.toBe(killed);
});

test.each(['the first process alone', 'all its processes at once'])(
  'a server of which %s was killed comes back, even if one of the others does not leave',
  async (which) => {
    const { log, seen } = logged('ready to accept connections', 2);
    const server = await start({ log });
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // As one that computes, or waits for a lock of another that is gone: it does not notice.
    process.kill(rows[0]?.pid ?? 0, 'SIGSTOP');
    const all = which === 'the first process alone' ? [] : processesOn(join(dataDir, 'data'));
    for (const pid of [server.pid ?? 0, ...all.filter((pid) => pid !== rows[0]?.pid && pid !== server.pid)])
      process.kill(pid, 'SIGKILL');
    await seen;
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  },
);

test('a server whose port somebody has taken comes back on it as soon as they leave', async () => {
  const { log, seen } = logged('ready to accept connections', 2);
  const thief = createServer();
  const failures: string[] = [];
  const server = await start({
    log,
    onExit: () => void thief.listen(Number(new URL(server.url).port), '127.0.0.1'),
    onFailedStart: (error) => {
      failures.push(String(error));
      thief.close();
    },
  });
  process.kill(server.pid ?? 0, 'SIGKILL');
  await seen;
  expect(failures[0]).toContain('Address already in use');
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('its port is none that the kernel gives to anybody', async () => {
  const path = '/proc/sys/net/ipv4/ip_local_port_range';
  const range = existsSync(path) ? readFileSync(path, 'utf8') : '32768 60999';
  const [first = 0, last = 0] = range.split(/\s+/).map(Number);
  const port = await freePort();
  expect(port < first || port > last || first <= 15_000).toBe(true);
});

test('the server that a killed Berth left behind is stopped, its folder taken over', async () => {
  const module = JSON.stringify(new URL('./start-embedded-postgres.js', import.meta.url).href);
  const program = `const { startEmbeddedPostgres } = await import(${module});
    console.log((await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false })).pid);`;
  provideData();
  const berth = startProgram(process.execPath, ['--input-type=module', '-e', program]);
  const [line] = await new Promise<[string]>((resolve) =>
    createInterface({ input: berth.stdout }).once('line', (text) => resolve([text])),
  );
  const orphan = Number(line);
  const ended = new Promise((resolve) => berth.once('exit', resolve));
  berth.kill('SIGKILL');
  await ended;
  expect(processIdentity(orphan)).toEqual(expect.any(String));
  const lines: string[] = [];
  const server = await start({ log: (text) => lines.push(text) });
  expect(processIdentity(orphan)).toBeUndefined();
  expect(lines).toContain(`stopped PostgreSQL process ${orphan}, which a killed Berth had left behind`);
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('data of another major version is refused by both versions', async () => {
  const first = await start();
  await first.stop();
  writeFileSync(join(dataDir, 'data', 'PG_VERSION'), '15\n');
  await expect(start()).rejects.toThrow('was made by PostgreSQL 15 and this Berth brings 18');
});
