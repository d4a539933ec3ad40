import { shortened } from '#kubernetes';
import { unwrapResolverError } from '@apollo/server/errors';
import { busyRefusal } from '#cluster';
import type { GraphQLFormattedError } from 'graphql';
import { ClientGone, ErrorCode, RequestRefused, type FaultReport } from '../../outcome/index.js';

/** What formatting has to know of the application around it. */
export interface ErrorFormatting {
  readonly faults: FaultReport;
  /** Id of the request that is being answered. */
  readonly requestId: () => string;
}

/** Codes of graphql-js and Apollo: bad requests, whose texts speak of the query only. */
const REQUEST_CODES = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  ErrorCode.QUERY_TOO_COMPLEX,
]);

/** What of an error the caller sees: its code, its request id, and of faults nothing else. */
export function createFormatError({
  faults,
  requestId,
}: ErrorFormatting): (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError {
  return ({ message, locations, path, extensions = {} }, error) => {
    const thrown = unwrapResolverError(error);
    const busy = busyRefusal(thrown);
    const cause = busy === undefined ? thrown : RequestRefused.of(busy);
    const place = { ...(locations === undefined ? {} : { locations }), ...(path === undefined ? {} : { path }) };
    const answer = (text: string, code: unknown, more: object = {}): GraphQLFormattedError => ({
      message: text,
      ...place,
      extensions: { code, requestId: requestId(), ...more },
    });
    if (cause instanceof RequestRefused) {
      const { code, detail, errors } = cause.description;
      const retryAfter = cause.headers['retry-after'];
      return answer(detail, code, {
        ...(errors.length === 0 ? {} : { errors }),
        ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
      });
    }
    const { code } = extensions;
    if (typeof code === 'string' && REQUEST_CODES.has(code)) return answer(shortened(message), code);
    if (cause instanceof ClientGone) {
      faults.logger.info({ requestId: requestId(), path }, cause.message);
      return answer(cause.message, ErrorCode.UNAVAILABLE);
    }
    faults.report(cause, 'a resolver failed', { requestId: requestId(), path });
    if (faults.isOutage(cause)) return answer('the database does not answer; try again later', ErrorCode.UNAVAILABLE);
    return answer(`an unexpected error; the log has it under request id ${requestId()}`, ErrorCode.INTERNAL);
  };
}
