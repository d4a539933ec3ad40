import type { ErrorDescription, ErrorEntry } from './describe-refusal.js';
import { ERROR_TABLE, type ErrorCode } from './error-table.js';

export const PROBLEM_JSON = 'application/problem+json; charset=utf-8';

/** RFC 9457, with the code, the request's id, and that of its trace where spans are on. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly traceId?: string;
  readonly errors?: readonly ErrorEntry[];
}

/** The body of an error under /v1; `path` is that of the request, without its query. */
export function problemDetails(
  { code, detail, errors }: ErrorDescription,
  request: { readonly path: string; readonly id: string; readonly traceId?: string | undefined },
): ProblemDetails {
  const { title, status } = ERROR_TABLE[code];
  const problem = {
    type: `/docs/errors#${code}`,
    title,
    status,
    detail,
    instance: request.path,
    code,
    requestId: request.id,
    ...(request.traceId === undefined ? {} : { traceId: request.traceId }),
  };
  return errors.length === 0 ? problem : { ...problem, errors };
}
