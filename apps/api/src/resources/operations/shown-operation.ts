import type { Operation, OperationWithResult } from '#operations';
import {
  describeRefusal,
  ErrorCode,
  type ErrorDescription,
  problemDetails,
  type ProblemDetails,
} from '../../ground/outcome/index.js';

/** An operation as REST shows it. */
export interface ListedOperation extends Omit<Operation, 'failure' | 'requestId'> {
  readonly problem: ProblemDetails | null;
}

export interface ShownOperation extends ListedOperation {
  readonly result: object | null;
}

/** An operation without what it came to. */
export function listed({ failure: _, requestId, ...operation }: Operation): ListedOperation {
  const description = problemOf({ failure: _, requestId });
  const request = { path: pathOf(operation), id: requestId };
  return { ...operation, problem: description === null ? null : problemDetails(description, request) };
}

export function shownOperation({ result, ...operation }: OperationWithResult): ShownOperation {
  return { ...listed(operation), result };
}

/** Where it is read. */
export function pathOf({ id }: Pick<Operation, 'id'>): string {
  return `/v1/operations/${id}`;
}

type Fault = Extract<Operation['failure'], { readonly fault: unknown }>['fault'];

const FAULTS: Readonly<Record<Fault, (requestId: string) => Omit<ErrorDescription, 'errors'>>> = {
  outage: () => ({ code: ErrorCode.UNAVAILABLE, detail: 'the database does not answer; try again later' }),
  timeout: () => ({
    code: ErrorCode.STATEMENT_TIMEOUT,
    detail: 'a database statement timed out; request less, or try again later',
  }),
  cancelled: () => ({
    code: ErrorCode.UNAVAILABLE,
    detail: 'an administrator of the database cancelled the statement; try again later',
  }),
  full: () => ({
    code: ErrorCode.UNAVAILABLE,
    detail: 'the disk of the database is full; try again when its operator has made room',
  }),
  internal: (requestId) => ({
    code: ErrorCode.INTERNAL,
    detail: `an unexpected error; the log has it under request id ${requestId}`,
  }),
};

/** Why an operation has no result, as a waiting caller receives it; null where it has one, or has not ended. */
export function problemOf({ failure, requestId }: Pick<Operation, 'failure' | 'requestId'>): ErrorDescription | null {
  if (failure === null) return null;
  if ('refusal' in failure) return describeRefusal(failure.refusal);
  return { ...FAULTS[failure.fault](requestId), errors: [] };
}
