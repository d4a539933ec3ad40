import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '#test-programs';
import { freePort } from '../isolation/pooler.js';

/** Programs of PostgreSQL's Debian package, which has what the embedded server lacks: pg_dump, pg_restore. */
const PROGRAMS = '/usr/lib/postgresql/15/bin';

/** Installs a package of Debian whose program is missing. @throws Error when it cannot be installed */
export function provide(debianPackage: string, program: string): void {
  if (runProgram('which', [program]).status === 0) return;
  mustRun('apt-get', ['install', '--yes', '--no-install-recommends', debianPackage]);
}

/** Runs a program to its end; to what it printed. @throws Error with what it wrote when it fails */
export function mustRun(
  command: string,
  args: readonly string[],
  options: Parameters<typeof runProgram>[2] = {},
): string {
  const { status, stdout, stderr, error } = runProgram(command, args, options);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
}

/** A PostgreSQL server of Debian with an empty data folder, which its own user runs. */
export class DebianPostgres {
  private constructor(
    private readonly folder: string,
    readonly url: string,
  ) {}

  static async start(): Promise<DebianPostgres> {
    provide('postgresql-15', `${PROGRAMS}/initdb`);
    // Its user may not enter the folder of the test run.
    const folder = mkdtempSync('/tmp/berth-debian-');
    const port = await freePort();
    chmodSync(folder, 0o777);
    const data = join(folder, 'data');
    asPostgres('initdb', '--no-sync', '--auth=trust', '--username=berth', '--encoding=UTF8', '--locale=C', data);
    const options = `-p ${port} -h 127.0.0.1 -k ${folder} -c max_connections=200 -c fsync=off`;
    asPostgres('pg_ctl', '--wait', `--pgdata=${data}`, `--log=${join(folder, 'log')}`, `--options=${options}`, 'start');
    return new DebianPostgres(folder, `postgresql://berth@127.0.0.1:${port}`);
  }

  /** Address of a database of it. */
  database(name: string): string {
    return `${this.url}/${name}`;
  }

  stop(): void {
    asPostgres('pg_ctl', '--wait', `--pgdata=${join(this.folder, 'data')}`, '--mode=immediate', 'stop');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Where the client programs are found. */
export const POSTGRES_PROGRAMS = PROGRAMS;

function asPostgres(program: string, ...args: string[]): string {
  const isRoot = process.geteuid?.() === 0;
  const command = [`${PROGRAMS}/${program}`, ...args];
  return isRoot
    ? mustRun('runuser', ['--user', 'postgres', '--', ...command], { cwd: '/' })
    : mustRun(command[0] ?? '', command.slice(1));
}
