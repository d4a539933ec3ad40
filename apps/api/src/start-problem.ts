import { storageFault } from '#history';
import { ConfigError } from './config.js';

/** Errors whose message is meant for whoever started the service. */
const FOR_PEOPLE = new Set(['EmbeddedPostgresError', 'MigrationError', 'SigningKeyError']);

/** What to say of a start that failed: a sentence where the cause is the caller's, else everything there is. */
export function startProblem(error: unknown): string {
  const fault = storageFault(error);
  if (fault !== undefined) return `${(error as { path?: string }).path ?? 'A file'} cannot be used: ${fault}.`;
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || FOR_PEOPLE.has(error.name)) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: end the program that listens there, or set PORT to another.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be opened by this user: set PORT to one above 1023.`;
  return error.stack ?? error.message;
}
