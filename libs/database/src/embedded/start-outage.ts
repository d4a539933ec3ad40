import type { OutageReason } from '../outage-reason.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** What a failed start logs in the locale C, which the server is started with. */
const CAUSES: readonly (readonly [RegExp, OutageReason])[] = [
  [/No space left on device|Disk quota exceeded/, 'the disk of the server is full'],
  [/Read-only file system|Permission denied|Input\/output error/, 'the server cannot read or write its disk'],
];

/** Why a server does not start, from its last log lines: who connects meanwhile reads of the recovery alone. */
export function startOutage(failure: unknown): OutageReason | undefined {
  if (!(failure instanceof EmbeddedPostgresError)) return undefined;
  return CAUSES.find(([words]) => words.test(failure.message))?.[1];
}
