// Checkouts to try things in: a fresh one, copies of one that is prepared, and what has changed in one.
import { cpSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mustRun } from './programs.mjs';

/** The files of this checkout as they are, without what Git ignores. */
export async function freshCheckout(root, folder) {
  const listed = await mustRun('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of listed.split('\0').filter((name) => name !== '' && exists(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { preserveTimestamps: true, verbatimSymlinks: true });
  }
}

/** A fresh checkout beside one that is prepared, of which it has the packages, by links, and what is compiled. */
export async function preparedCheckout(root, prepared, folder) {
  await freshCheckout(root, folder);
  await mustRun('cp', ['-al', join(prepared, 'node_modules'), folder]);
  await mustRun('cp', ['-a', join(prepared, 'dist'), folder]);
}

export function giveTo(folder, { uid, gid }) {
  lchownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) giveTo(join(folder, entry.name), { uid, gid });
    else lchownSync(join(folder, entry.name), uid, gid);
  }
}

/** What the set-up before the tests writes, and the service that runs beside them. */
const THEIRS = new Set(['dist', '.berth/postgres', '.berth/checkpoints']);

/** Files of a checkout that have changed since, and folders that have others in them. */
export function changedSince(sinceMs, checkout, folder = '') {
  return readdirSync(join(checkout, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (THEIRS.has(path)) return [];
    const own = path !== '.berth' && lstatSync(join(checkout, path)).ctimeMs > sinceMs ? [path] : [];
    return entry.isDirectory() ? [...own, ...changedSince(sinceMs, checkout, path)] : own;
  });
}

function exists(path) {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
