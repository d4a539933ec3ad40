import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runProgram, startProgram, type StartedProgram } from '#test-programs';

/** PgBouncer in front of a database. */
export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

/** Debian's, installed where it is missing; unless given, in transaction mode with one connection to the server. */
export async function startPooler(
  databaseUrl: string,
  { mode = 'transaction', connections = 1 }: { readonly mode?: string; readonly connections?: number } = {},
): Promise<Pooler> {
  if (runProgram('pgbouncer', ['--version']).status !== 0)
    runProgram('apt-get', ['install', '--yes', '--no-install-recommends', 'pgbouncer']);
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const own = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'berth-pooler-'));
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(
    config,
    `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}\n` +
      `auth_type = plain\nauth_file = ${join(folder, 'users.txt')}\nunix_socket_dir =\npool_mode = ${mode}\n` +
      `default_pool_size = ${connections}\nmax_client_conn = 400\n`,
  );
  for (const [name, mode] of [
    ['', 0o755],
    ['pgbouncer.ini', 0o644],
    ['users.txt', 0o644],
  ] as const)
    chmodSync(join(folder, name), mode);
  // It refuses to run as root.
  const process = startProgram('pgbouncer', [...(isRoot() ? ['--user', 'nobody'] : []), config]);
  process.stdout.resume();
  const url = `postgresql://${username}:${password}@127.0.0.1:${own}${pathname}`;
  await up(process);
  return {
    url,
    stop: async () => {
      const ended = once(process, 'exit');
      process.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** @throws Error when the process ends before it says that it is up */
async function up(process: StartedProgram): Promise<void> {
  const said: string[] = [];
  for await (const line of createInterface({ input: process.stderr })) {
    said.push(line);
    // The rest is read by no one, and must not stop it.
    if (line.includes('process up')) return void process.stderr.resume();
  }
  throw new Error(`pgbouncer ended with ${process.exitCode}:\n${said.join('\n')}`);
}
