import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const CHUNKS = [1 << 20, 1 << 12, 1];

/** A small file system in memory, which only root can have. */
export class SmallDisk {
  readonly #ballast: string;

  private constructor(readonly folder: string) {
    this.#ballast = join(folder, 'ballast');
  }

  /** Mounted at a folder; or why it could not be. */
  static mount(folder: string, megabytes: number): SmallDisk | { readonly problem: string } {
    mkdirSync(folder, { recursive: true });
    if (process.platform !== 'linux') return { problem: 'a small file system is made on Linux alone' };
    if (process.geteuid?.() !== 0) return { problem: 'only root can mount a small file system' };
    const problem = run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    return problem === undefined ? new SmallDisk(folder) : { problem };
  }

  /** Takes all room there is. */
  fill(): void {
    const file = openSync(this.#ballast, 'a');
    try {
      for (const bytes of CHUNKS) writeUntilFull(file, Buffer.alloc(bytes));
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#ballast, { force: true });
  }

  /** False where somebody writes just now. */
  makeReadOnly(): boolean {
    return run('mount', ['-o', 'remount,ro', this.folder]) === undefined;
  }

  makeWritable(): void {
    const problem = run('mount', ['-o', 'remount,rw', this.folder]);
    if (problem !== undefined) throw new Error(problem);
  }

  unmount(): void {
    run('umount', ['-l', this.folder]);
  }
}

function writeUntilFull(file: number, chunk: Buffer): void {
  for (;;) {
    try {
      if (writeSync(file, chunk) < chunk.length) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      return;
    }
  }
}

/** Undefined when it went well. */
function run(program: string, args: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}
