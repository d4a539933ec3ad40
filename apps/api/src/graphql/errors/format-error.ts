import { unwrapResolverError } from '@apollo/server/errors';
import { busyRefusal } from '#cluster';
import type { GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { ErrorCode, RequestRefused } from '../../outcome/index.js';

/** What formatting has to know of the application around it. */
export interface ErrorFormatting {
  readonly logger: Logger;
  /** True for errors that mean the database is away, not that something is broken here. */
  readonly isOutage: (error: unknown) => boolean;
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
  logger,
  isOutage,
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
      return answer(detail, code, errors.length === 0 ? {} : { errors });
    }
    const { code } = extensions;
    if (typeof code === 'string' && REQUEST_CODES.has(code)) return answer(message, code);
    if (isOutage(cause)) {
      logger.error({ err: cause, requestId: requestId(), path }, 'the database does not answer');
      return answer('the database does not answer; try again later', ErrorCode.UNAVAILABLE);
    }
    logger.error({ err: cause, requestId: requestId(), path }, 'a resolver failed');
    return answer(`an unexpected error; the log has it under request id ${requestId()}`, ErrorCode.INTERNAL);
  };
}
