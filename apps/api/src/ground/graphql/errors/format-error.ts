import { shortened } from '#apimachinery';
import { ApolloServerValidationErrorCode, unwrapResolverError } from '@apollo/server/errors';
import { currentTraceId } from '#spans';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ClientGone, ErrorCode, refusedBy, RequestRefused, type FaultReport } from '../../outcome/index.js';

/** What formatting has to know of the application around it. */
export interface ErrorFormatting {
  readonly faults: FaultReport;
  /** Id of the request that is being answered. */
  readonly requestId: () => string;
}

/** What codes of graphql-js and Apollo are here: bad requests, whose texts speak of the query only. */
const REQUEST_CODES: ReadonlyMap<unknown, ErrorCode> = new Map<string, ErrorCode>([
  ['GRAPHQL_PARSE_FAILED', ErrorCode.INVALID_QUERY],
  ['GRAPHQL_VALIDATION_FAILED', ErrorCode.INVALID_QUERY],
  ['OPERATION_RESOLUTION_FAILURE', ErrorCode.INVALID_QUERY],
  ['BAD_USER_INPUT', ErrorCode.INVALID_QUERY],
  ['BAD_REQUEST', ErrorCode.INVALID_REQUEST],
  // Named by the protocol of persisted queries, as are these two.
  ['PERSISTED_QUERY_NOT_FOUND', ErrorCode.PERSISTED_QUERY_NOT_FOUND],
  ['PERSISTED_QUERY_NOT_SUPPORTED', ErrorCode.PERSISTED_QUERY_NOT_SUPPORTED],
  [ErrorCode.INVALID_QUERY, ErrorCode.INVALID_QUERY],
  [ErrorCode.INVALID_REQUEST, ErrorCode.INVALID_REQUEST],
  [ErrorCode.QUERY_TOO_COMPLEX, ErrorCode.QUERY_TOO_COMPLEX],
]);

/** How graphql-js ends reading a query of more tokens than it may have. */
const TOO_MANY_TOKENS = /Document contains more (?:than|that) (\d+) tokens/;

/** How V8 ends what calls itself too often: parsing or validating a query whose fields or values are nested so. */
const TOO_DEEP = 'Maximum call stack size exceeded';

/** What of an error the caller sees: its code, its request id, and of faults nothing else. */
export function createFormatError({
  faults,
  requestId,
}: ErrorFormatting): (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError {
  return ({ message, locations, path, extensions = {} }, error) => {
    const thrown = unwrapResolverError(error);
    const cause = refusedBy(thrown) ?? thrown;
    const place = { ...(locations === undefined ? {} : { locations }), ...(path === undefined ? {} : { path }) };
    const traceId = currentTraceId();
    const answer = (text: string, code: ErrorCode, more: object = {}): GraphQLFormattedError => ({
      message: text,
      ...place,
      extensions: { code, requestId: requestId(), ...(traceId === undefined ? {} : { traceId }), ...more },
    });
    if (cause instanceof RequestRefused) {
      const { code, detail, errors } = cause.description;
      const retryAfter = cause.headers['retry-after'];
      return answer(detail, code, {
        ...(errors.length === 0 ? {} : { errors }),
        ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
      });
    }
    const most = TOO_MANY_TOKENS.exec(message)?.[1];
    if (most !== undefined)
      return answer(`the query has more than the ${most} tokens that are allowed`, ErrorCode.QUERY_TOO_COMPLEX);
    if (message.includes(TOO_DEEP) && (path === undefined || REQUEST_CODES.has(extensions['code'])))
      return answer('the query, or a value in it, is nested too deeply', ErrorCode.QUERY_TOO_COMPLEX);
    if (extensions['validationErrorCode'] === ApolloServerValidationErrorCode.INTROSPECTION_DISABLED)
      return answer('the schema is not available: introspection is turned off', ErrorCode.INVALID_QUERY);
    const code = REQUEST_CODES.get(extensions['code']) ?? (isBadRequest(cause) ? ErrorCode.INVALID_REQUEST : undefined);
    if (code !== undefined) return answer(shortened(message), code);
    if (cause instanceof ClientGone) {
      faults.logger.info({ requestId: requestId(), path }, cause.message);
      return answer(cause.message, ErrorCode.UNAVAILABLE);
    }
    faults.report(cause, 'a resolver failed', { requestId: requestId(), path });
    const { detail, code: own } = faults.describe(cause, requestId());
    return answer(detail, own);
  };
}

/** Of a persisted query that is not what its hash says, Apollo tells nothing but the status. */
function isBadRequest(cause: unknown): boolean {
  return cause instanceof GraphQLError && (cause.extensions.http as { status?: number } | undefined)?.status === 400;
}
