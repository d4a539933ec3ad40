import { storageFault } from '#storage';
import { ConfigError } from './config.js';

/** Errors whose message is meant for the operator of the service. */
const FOR_PEOPLE = new Set([
  'AdminKeyError',
  'ArgumentError',
  'EmbeddedPostgresError',
  'MigrationError',
  'PluginsError',
  'SigningKeyError',
  'TlsError',
]);

/** A name that no name server knows, or that none could be asked for. */
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);

/** What to say of a start that failed: a sentence where the cause is the caller's, else everything there is. */
export function startProblem(error: unknown): string {
  const fault = storageFault(error);
  if (fault !== undefined) return `${(error as { path?: string }).path ?? 'A file'} cannot be used: ${fault}.`;
  const { code = '', port, address, hostname } = (error ?? {}) as Listening;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: end the program that listens there, or set PORT to another.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be opened by this user: set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `HOST=${address}: this machine has no such address.`;
  if (UNKNOWN_NAME.has(code)) return `HOST=${hostname}: there is no such name (${code}).`;
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || FOR_PEOPLE.has(error.name)) return error.message;
  return error.stack ?? error.message;
}

/** What errors of listening carry. */
interface Listening {
  readonly code?: string;
  readonly port?: number;
  readonly address?: string;
  readonly hostname?: string;
}
