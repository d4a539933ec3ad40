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
  readOnlyTransaction: '25006',
  queryCanceled: '57014',
  diskFull: '53100',
} as const;

/** What PostgreSQL said. */
export interface PostgresError {
  /** SQLSTATE. */
  readonly code: string;
  /** In the language of the server. */
  readonly message: string;
}

/** The error of PostgreSQL in an error of `pg` or of Prisma over `pg`, or undefined when there is none in it. */
export function postgresError(error: unknown): PostgresError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, message, cause, meta } = error as Readonly<Record<string, unknown>>;
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('P20'))
    return { code, message: String(message) };
  const { originalCode, originalMessage } = (cause ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof originalCode === 'string') return { code: originalCode, message: String(originalMessage) };
  const { driverAdapterError } = (meta ?? {}) as { readonly driverAdapterError?: unknown };
  return postgresError(cause) ?? postgresError(driverAdapterError);
}

/** Its SQLSTATE. */
export function postgresErrorCode(error: unknown): string | undefined {
  return postgresError(error)?.code;
}
