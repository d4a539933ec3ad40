import { Unauthenticated } from '#access';
import { QueueFull } from '#limits';
import { refusalBehind } from '#requests';
import { ErrorCode } from './error-table.js';
import { RequestRefused } from './request-refused.js';

/** What is to be said of an error that is no fault; undefined of faults. */
export function refusedBy(error: unknown): RequestRefused | undefined {
  if (error instanceof RequestRefused) return error;
  if (error instanceof Unauthenticated)
    return RequestRefused.with(ErrorCode.UNAUTHENTICATED, error.detail, { 'www-authenticate': 'Bearer' });
  if (error instanceof QueueFull) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    return RequestRefused.with(ErrorCode.TOO_MANY_REQUESTS, error.message, headers);
  }
  const refusal = refusalBehind(error);
  return refusal && RequestRefused.of(refusal);
}
