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
