import { isConnectionLost, isStatementTimeout } from '#database';

/** What a run that failed says of the error: whether it is worth asking for again, and nothing of faults. */
export function failureOf(error: unknown): string {
  if (isStatementTimeout(error)) return 'the database took too long';
  return isConnectionLost(error) ? 'the database was away' : 'internal error';
}
