import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BEGUN_FILE, LATE_FILE } from './run-folder.js';

/** Errors that came between two files, when no test was under way to fail, a line each with the file before it. */
export function lateErrors(folder: string): readonly string[] {
  return linesOf(join(folder, LATE_FILE));
}

/**
 * Spec files that were begun in more than one worker. A worker that is beyond its memory limit is ended by Jest, which
 * begins the file that it was given meanwhile again in another one; so it does where a worker crashed.
 */
export function begunAgain(folder: string): readonly string[] {
  const begun = linesOf(join(folder, BEGUN_FILE));
  return [...new Set(begun.filter((path, index) => begun.indexOf(path) !== index))];
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}
