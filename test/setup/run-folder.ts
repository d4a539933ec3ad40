import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** Environment variable: the folder of the test run, in which is what services say, and which keys there are. */
export const RUN_FOLDER = 'BERTH_TEST_RUN';

/** The file of a folder of a run that has the SHA-256 of the secret of every key, a line each, in hexadecimal. */
export const KEYS_FILE = 'keys';

/**
 * Keeps what a service of a spec says where nobody should find a key: its log, its errors, what its process prints. It
 * is searched when the run is over, and reported by the name of the spec.
 */
export function keepSaid(text: string): void {
  const folder = folderOfRun();
  if (folder !== undefined && text !== '') appendFileSync(join(folder, `${nameOfSpec()}.log`), lineOf(text));
}

/** The file of a folder of a run that has the spec files that were begun, a line each. */
export const BEGUN_FILE = 'begun';

/** The file of a folder of a run that has the errors that came when no test was under way to fail. */
export const LATE_FILE = 'late';

/** Notes that a worker begins a spec file. One that is begun twice has ended a worker, which Jest does not report. */
export function noteBegun(path: string): void {
  const folder = folderOfRun();
  if (folder !== undefined) appendFileSync(join(folder, BEGUN_FILE), `${path}\n`);
}

/** Notes an error that no test can be failed for any more: it came between two files. */
export function noteLate(path: string, error: unknown): void {
  const folder = folderOfRun();
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (folder !== undefined) appendFileSync(join(folder, LATE_FILE), `after ${path}: ${said}\n`);
}

/** Notes that there is a key by the hexadecimal hash of its secret, so that the folder of the run has none itself. */
export function noteKey(hash: string): void {
  const folder = folderOfRun();
  if (folder !== undefined) appendFileSync(join(folder, KEYS_FILE), `${hash}\n`);
}

/** A data folder of an application's own: it is there when something is written to it, and goes with the run. */
export function unusedFolder(): string {
  return join(tmpdir(), `data-${randomUUID()}`);
}

export function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Undefined where no run is under way: in a program of its own, or when it is over. */
function folderOfRun(): string | undefined {
  const folder = process.env[RUN_FOLDER];
  return folder === '' ? undefined : folder;
}

function lineOf(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** What runs in Jest knows its file; what does not is Jest itself. */
function nameOfSpec(): string {
  const { expect: jest } = globalThis as { readonly expect?: { getState?(): { readonly testPath?: string } } };
  const path = jest?.getState?.().testPath;
  return path === undefined ? 'run' : basename(path, '.js');
}
