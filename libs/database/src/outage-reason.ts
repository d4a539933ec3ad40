import { POSTGRES_ERROR, postgresError, postgresErrorCode } from './error-codes.js';

/** Why the database cannot be used at present, in words for its operator. */
export type OutageReason = (typeof REASONS)[keyof typeof REASONS] | typeof AWAY | typeof CANCELLED;

/** What kind of outage it is, for those who wait for the answer. */
export type OutageKind = 'timeout' | 'cancelled' | 'contention' | 'full' | 'away';

const AWAY = 'the server does not answer';
const CANCELLED = 'an administrator of the server cancelled the statement';

/**
 * SQLSTATEs, and classes of them, that say that the server cannot do now what it could at another time. Damaged data
 * (XX001, XX002) is not among them: it does not pass.
 */
const REASONS = {
  '08': 'the connection was lost',
  '25006': 'the server takes no writes: it is a standby, or was set so',
  '25P03': 'a transaction was left idle for too long',
  '28': 'the server refuses the user or the password of DATABASE_URL',
  '3D000': 'the database of DATABASE_URL does not exist',
  '40001': 'transactions were in conflict',
  '40P01': 'transactions waited for each other',
  '53000': 'the server lacks resources',
  '53100': 'the disk of the server is full',
  '53200': 'the server is out of memory',
  '53300': 'the server has too many connections: raise its max_connections, or run less beside Berth',
  '53400': 'a limit of the server is reached',
  '55P03': 'another transaction held a lock for too long',
  '57014': 'a statement took too long',
  '57P01': 'the server was shut down, or an administrator terminated the connection',
  '57P02': 'a process of the server crashed: it is restarting',
  '57P03': 'the server is starting up, recovering or shutting down',
  '57P04': 'the database was dropped',
  '57P05': 'a connection was left idle for too long',
  '58000': 'the system under the server fails',
  '58030': 'the server cannot read or write its disk',
} as const;

const BY_CODE: ReadonlyMap<string, OutageReason> = new Map(Object.entries(REASONS));

/** Of sockets and of names. */
const SOCKET_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENETRESET', 'EADDRNOTAVAIL'],
]);

/**
 * Prisma's own for a server that cannot be reached, refuses the user, has no such database, times out, is busy or has
 * closed the connection, and its driver's kinds for the same.
 */
const PRISMA_CODES = new Set(['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1017', 'P2024', 'P2037']);
const PRISMA_KINDS = new Set([
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections', 'AuthenticationFailed'],
  ...['DatabaseDoesNotExist', 'DatabaseAccessDenied'],
]);

/** What `pg` says without a code. */
const WORDS = new RegExp(
  [
    'Connection terminated',
    'is not queryable',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    '^timeout expired$',
  ].join('|'),
);

/** Why the database could not do what was asked, if that is why it failed: undefined for refusals and bugs. */
export function outageReason(error: unknown): OutageReason | undefined {
  if (isCancelled(error)) return CANCELLED;
  const code = postgresErrorCode(error);
  if (code !== undefined) {
    const reason = BY_CODE.get(code) ?? BY_CODE.get(code.slice(0, 2));
    if (reason !== undefined) return reason;
  }
  return isAway(error) ? AWAY : undefined;
}

function isAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, kind, message, meta, cause } = error as Readonly<Record<string, unknown>>;
  if (typeof code === 'string' && (SOCKET_CODES.has(code) || PRISMA_CODES.has(code))) return true;
  if (typeof kind === 'string' && PRISMA_KINDS.has(kind)) return true;
  if (typeof message === 'string' && WORDS.test(message)) return true;
  const { driverAdapterError } = (meta ?? {}) as { readonly driverAdapterError?: unknown };
  return isAway(driverAdapterError) || (isOfPrisma(error) && isAway(cause));
}

/** The cause of an error of other code may be anything, such as the socket of the caller. */
function isOfPrisma(error: object): boolean {
  return (error as { readonly name?: unknown }).name === 'DriverAdapterError';
}

/**
 * True when an administrator ended the statement. PostgreSQL distinguishes that from a statement that takes too long by
 * its words alone: one that speaks another language than English is taken to say the latter.
 */
function isCancelled(error: unknown): boolean {
  const said = postgresError(error);
  return said?.code === POSTGRES_ERROR.queryCanceled && said.message.includes('due to user request');
}

/** True when a statement was ended because it took longer than it may. */
export function isStatementTimeout(error: unknown): boolean {
  return outageKind(error) === 'timeout';
}

const CONTENTION: ReadonlySet<unknown> = new Set([
  POSTGRES_ERROR.serializationFailure,
  POSTGRES_ERROR.deadlockDetected,
  POSTGRES_ERROR.lockNotAvailable,
]);

/** Of what kind an outage is; undefined for refusals and bugs. */
export function outageKind(error: unknown): OutageKind | undefined {
  if (isCancelled(error)) return 'cancelled';
  const code = postgresErrorCode(error);
  if (code === POSTGRES_ERROR.queryCanceled) return 'timeout';
  if (CONTENTION.has(code)) return 'contention';
  if (code === POSTGRES_ERROR.diskFull) return 'full';
  return outageReason(error) === undefined ? undefined : 'away';
}

/** True when the server was away or too busy, not when it answered with a refusal: the caller may try again later. */
export function isConnectionLost(error: unknown): boolean {
  return outageReason(error) !== undefined;
}
