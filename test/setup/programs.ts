import { spawn, spawnSync, type ChildProcessByStdio, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { programEnvironment } from './environment.js';
import { keepSaid } from './run-folder.js';

/** What a program finds where it runs. */
export interface ProgramOptions {
  /** All of its environment but where programs, its home and temporary files are. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Its working folder; its home unless named. */
  readonly cwd?: string;
}

/** A program that writes to pipes and reads nothing. */
export type StartedProgram = ChildProcessByStdio<null, Readable, Readable>;

/** What a program may write at once. */
const MOST_BYTES = 1 << 26;

/**
 * Starts a program as a spec has to: nothing of the environment, the home or the working folder of the one who runs
 * the tests reaches it. Its home is a new folder, which goes when it ends. What it writes to stderr is searched for
 * keys.
 */
export function startProgram(command: string, args: readonly string[], given: ProgramOptions = {}): StartedProgram {
  const home = newHome();
  const child = spawn(command, args, { ...placed(given, home), stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.on('data', (chunk: Buffer) => {
    keepSaid(String(chunk));
  });
  const remove = (): void => {
    rmSync(home, { recursive: true, force: true });
  };
  return child.once('close', remove).once('error', remove);
}

/** Runs a program to its end, as `startProgram` starts it. */
export function runProgram(
  command: string,
  args: readonly string[],
  { input, ...given }: ProgramOptions & { readonly input?: string } = {},
): SpawnSyncReturns<string> {
  const home = newHome();
  try {
    const options = { ...placed(given, home), encoding: 'utf8', maxBuffer: MOST_BYTES } as const;
    return spawnSync(command, args, input === undefined ? options : { ...options, input });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** What a program ended with and what it wrote. */
export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Resolves when the program has ended. */
export async function endOf(program: StartedProgram): Promise<Ended> {
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  program.stdout.on('data', (chunk: Buffer) => void out.push(chunk));
  program.stderr.on('data', (chunk: Buffer) => void err.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    program.once('close', resolve).once('error', reject);
  });
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

function newHome(): string {
  return mkdtempSync(join(tmpdir(), 'berth-home-'));
}

function placed({ env, cwd }: ProgramOptions, home: string): { readonly env: NodeJS.ProcessEnv; readonly cwd: string } {
  return { env: { ...programEnvironment(process.env, { home, temporary: tmpdir() }), ...env }, cwd: cwd ?? home };
}
