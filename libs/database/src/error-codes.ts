/** PostgreSQL's SQLSTATE codes that the code reacts to, by name. Source: PostgreSQL 18 manual, appendix A. */
export const POSTGRES_ERROR = {
  notNullViolation: '23502',
  uniqueViolation: '23505',
  foreignKeyViolation: '23503',
  inFailedTransaction: '25P02',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  insufficientPrivilege: '42501',
  lockNotAvailable: '55P03',
  tooManyConnections: '53300',
  queryCanceled: '57014',
  adminShutdown: '57P01',
  crashShutdown: '57P02',
  cannotConnectNow: '57P03',
} as const;

/** The SQLSTATE of an error of `pg` or of Prisma over `pg`, or undefined when it carries none. */
export function postgresErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, cause, meta } = error as { code?: unknown; cause?: unknown; meta?: { driverAdapterError?: unknown } };
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('P20')) return code;
  const { originalCode } = (cause ?? {}) as { originalCode?: unknown };
  if (typeof originalCode === 'string') return originalCode;
  return postgresErrorCode(cause) ?? postgresErrorCode(meta?.driverAdapterError);
}

const CONNECTION_LOST = new Set<string>([
  POSTGRES_ERROR.adminShutdown,
  POSTGRES_ERROR.crashShutdown,
  POSTGRES_ERROR.cannotConnectNow,
  POSTGRES_ERROR.tooManyConnections,
]);
/**
 * Of sockets, and Prisma's own for a server that cannot be reached, times out, is busy or has closed the connection.
 */
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2037'],
]);

/** True when the server was away or too busy, not when it answered with a refusal: the caller may try again later. */
export function isConnectionLost(error: unknown): boolean {
  const code = postgresErrorCode(error);
  if (code !== undefined && (CONNECTION_LOST.has(code) || code.startsWith('08'))) return true;
  const { code: name, message, meta } = (error ?? {}) as { code?: unknown; message?: unknown; meta?: unknown };
  if (typeof name === 'string' && AWAY.has(name)) return true;
  const { driverAdapterError } = (meta ?? {}) as { driverAdapterError?: unknown };
  if (driverAdapterError !== undefined && isConnectionLost(driverAdapterError)) return true;
  return (
    typeof message === 'string' &&
    /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect/.test(
      message,
    )
  );
}
