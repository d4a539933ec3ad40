// Checkouts to try things in: a fresh one, copies of one that is prepared, and what has changed in one.
import { cpSync, lchownSync, lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { mustRun } from './programs.mjs';

/** The files of this checkout as they are, without those of .gitignore; CI has no more than Node and npm. */
export function freshCheckout(root, folder) {
  const ignored = ignoredBy(readFileSync(join(root, '.gitignore'), 'utf8'));
  const filter = (path) => !ignored(relative(root, path));
  cpSync(root, folder, { recursive: true, filter, preserveTimestamps: true, verbatimSymlinks: true });
}

/** Patterns of .gitignore as far as it has them: names, and paths from the root. */
function ignoredBy(text) {
  const patterns = ['.git', ...text.split('\n').filter((line) => line !== '')].map((line) => line.replace(/\/$/, ''));
  const expressions = patterns.map((pattern) => {
    const expression = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
    return new RegExp(`${pattern.includes('/') ? '^' : '(^|/)'}${expression}$`);
  });
  return (path) => expressions.some((expression) => expression.test(path));
}

/** A fresh checkout beside one that is prepared, of which it has the packages, by links, and what is compiled. */
export async function preparedCheckout(root, prepared, folder) {
  freshCheckout(root, folder);
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
