import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '#test-programs';

/** A disk of a test's own, mounted on a folder. */
export interface SmallDisk {
  readonly folder: string;
  /** What a write finds when it is full, or may only be read. */
  readonly fault: Readonly<Record<'full' | 'readOnly', RegExp>>;
  /** Fills it, but for so many bytes. */
  fill(leaving: number): void;
  setReadOnly(): void;
  /** Undoes both. */
  relieve(): void;
  release(): void;
}

/**
 * A file system of so many MiB in memory, on a folder of its own unless one is given. That takes a superuser; for
 * anybody else it is a folder that nothing may be made in while it is full or read-only, which the kernel refuses as
 * well.
 */
export function createSmallDisk(mebibytes: number, folder = mkdtempSync(join(tmpdir(), 'berth-small-'))): SmallDisk {
  return process.getuid?.() === 0 ? mounted(folder, mebibytes) : guarded(folder);
}

function mounted(folder: string, mebibytes: number): SmallDisk {
  const filler = join(folder, 'filler');
  const remount = (mode: 'ro' | 'rw'): void => programDone('mount', ['-o', `remount,${mode}`, folder]);
  programDone('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
  return {
    folder,
    fault: { full: /ENOSPC/, readOnly: /EROFS/ },
    fill: (leaving) => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leaving)));
    },
    setReadOnly: () => {
      remount('ro');
    },
    relieve: () => {
      remount('rw');
      rmSync(filler, { force: true });
    },
    release: () => {
      programDone('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

function guarded(folder: string): SmallDisk {
  const every = (mode: string): void => programDone('chmod', ['-R', mode, folder]);
  const setReadOnly = (): void => {
    every('a-w');
  };
  const relieve = (): void => {
    every('u+w');
    chmodSync(folder, 0o700);
  };
  return {
    folder,
    fault: { full: /EACCES/, readOnly: /EACCES/ },
    fill: setReadOnly,
    setReadOnly,
    relieve,
    release: () => {
      relieve();
      rmSync(folder, { recursive: true });
    },
  };
}

function programDone(command: string, args: readonly string[]): void {
  const { status, stderr, error } = runProgram(command, args);
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
