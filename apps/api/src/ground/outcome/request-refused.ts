import { definitionOf, type Outcome, type Refusal, type StatusDetails } from '#requests';
import { shortened, type FieldProblem } from '#apimachinery';
import { describeRefusal, type ErrorDescription } from './describe-refusal.js';
import type { ErrorCode } from './error-table.js';

/** Seconds after which a folder may have free space again. */
const RETRY_AFTER_SECONDS = 60;

/**
 * How a door of HTTP says no. Thrown at the door only, and turned into an answer by the one filter: a door that
 * returned the refusal would answer 200.
 */
export class RequestRefused extends Error {
  private constructor(
    readonly description: ErrorDescription,
    readonly refusal?: Refusal,
    readonly headers: Readonly<Record<string, string>> = {},
    /** What a Status of Kubernetes adds; a refusal of a service brings its own. */
    readonly details?: StatusDetails,
    /** Whether it is answered as text: what an API server has no handler for. */
    readonly isText = false,
  ) {
    super(description.detail);
  }

  /** A refusal of a service. */
  static of(refusal: Refusal): RequestRefused {
    const { category, retryAfterSeconds = category === 'unavailable' ? RETRY_AFTER_SECONDS : undefined } =
      definitionOf(refusal);
    const retryAfter = 'retryAfterSeconds' in refusal ? refusal.retryAfterSeconds : retryAfterSeconds;
    return new RequestRefused(
      describeRefusal(refusal),
      refusal,
      retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    );
  }

  /** The door's own no: the method, the format, the size. */
  static with(code: ErrorCode, detail: string, headers?: Readonly<Record<string, string>>): RequestRefused {
    return new RequestRefused({ code, detail: shortened(detail), errors: [] }, undefined, headers);
  }

  /** The same with details for a Status of Kubernetes; `retryAfterSeconds` of them is a header as well. */
  static withDetails(
    code: ErrorCode,
    detail: string,
    { headers = {}, ...details }: StatusDetails & Partial<Pick<RequestRefused, 'headers'>>,
  ): RequestRefused {
    const { retryAfterSeconds: seconds } = details;
    const all = seconds === undefined ? headers : { ...headers, 'retry-after': String(seconds) };
    return new RequestRefused({ code, detail: shortened(detail), errors: [] }, undefined, all, details);
  }

  /** The same as text, on every face. */
  static asText(code: ErrorCode, detail: string): RequestRefused {
    return new RequestRefused({ code, detail, errors: [] }, undefined, {}, undefined, true);
  }

  /** What is wrong with the request's fields, all of it at once. */
  static invalid(problems: readonly FieldProblem[]): RequestRefused {
    return RequestRefused.of({ kind: 'InvalidRequest', problems });
  }
}

/** The value of an outcome. @throws RequestRefused when there is none. */
export function accepted<T>(outcome: Outcome<T>): T {
  if (outcome.refused) throw RequestRefused.of(outcome.refusal);
  return outcome.value;
}
