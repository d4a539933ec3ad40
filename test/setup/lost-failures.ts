import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BEGUN_FILE, LATE_FILE } from './run-folder.js';

/**
 * What went wrong in a run without failing a test: spec files whose worker ended, which Jest begins again in another,
 * and errors that came between two files. Empty when there was nothing.
 */
export function lostBy(folder: string): string {
  const begun = linesOf(join(folder, BEGUN_FILE));
  const twice = begun.filter((path, index) => begun.indexOf(path) !== index);
  return [
    ...[...new Set(twice)].map((path) => `the worker ended in ${path}, which was begun again`),
    ...linesOf(join(folder, LATE_FILE)),
  ].join('\n');
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}
