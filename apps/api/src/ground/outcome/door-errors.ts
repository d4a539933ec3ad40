import type { ProblemReason } from '#apimachinery';

/** What a code means on HTTP: the status, a title that never varies, and the reason of a Kubernetes Status. */
export interface ErrorKind {
  readonly status: number;
  readonly title: string;
  /** metav1.StatusReason; empty where Kubernetes has no word for it. */
  readonly reason: string;
}

/** What a door itself says no to, and faults: no service is asked, so they are no refusals. */
export const DOOR_ERRORS = {
  MALFORMED_BODY: { status: 400, title: 'The body cannot be read', reason: 'BadRequest' },
  UNAUTHENTICATED: { status: 401, title: 'The request is not authenticated', reason: 'Unauthorized' },
  ROUTE_NOT_FOUND: { status: 404, title: 'There is nothing at this path', reason: 'NotFound' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The path does not support this method', reason: 'MethodNotAllowed' },
  NOT_ACCEPTABLE: { status: 406, title: 'The requested format is not available', reason: 'NotAcceptable' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request did not arrive in time', reason: 'Timeout' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The body is too large', reason: 'RequestEntityTooLarge' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'The format of the body is not supported',
    reason: 'UnsupportedMediaType',
  },
  HEADERS_TOO_LARGE: { status: 431, title: 'The headers are too large', reason: 'RequestEntityTooLarge' },
  INVALID_QUERY: { status: 400, title: 'The GraphQL query is not valid', reason: 'BadRequest' },
  PERSISTED_QUERY_NOT_FOUND: { status: 400, title: 'The hash of the query is unknown', reason: 'BadRequest' },
  PERSISTED_QUERY_NOT_SUPPORTED: { status: 400, title: 'Queries by hash are not supported', reason: 'BadRequest' },
  QUERY_TOO_COMPLEX: { status: 400, title: 'The query is too large', reason: 'BadRequest' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many requests are in progress already', reason: 'TooManyRequests' },
  RATE_LIMITED: { status: 429, title: 'The rate limit is exceeded', reason: 'TooManyRequests' },
  WATCHER_TOO_SLOW: { status: 408, title: 'The client reads too slowly', reason: 'Timeout' },
  /** An API server calls it its own error. */
  VERSION_UNREADABLE: { status: 500, title: 'The resourceVersion is not a number', reason: '' },
  DELETE_OPTIONS_UNREADABLE: { status: 500, title: 'The options of the deletion cannot be read', reason: '' },
  INTERNAL: { status: 500, title: 'An internal error occurred', reason: 'InternalError' },
  UNAVAILABLE: { status: 503, title: 'The service is temporarily unavailable', reason: 'ServiceUnavailable' },
  RESOURCE_VERSION_TOO_LARGE: { status: 504, title: 'The log has not reached the version', reason: 'Timeout' },
  STATEMENT_TIMEOUT: { status: 504, title: 'A database statement timed out', reason: 'Timeout' },
} as const satisfies Readonly<Record<string, ErrorKind>>;

/** A code of a door's own. */
export type DoorCode = keyof typeof DOOR_ERRORS;

const badField = <const Title extends string>(title: Title) => ({ status: 400, title, reason: 'BadRequest' }) as const;

/**
 * Codes of single fields, as entries of `errors[]`: they stand inside other errors; alone they would be bad requests.
 */
export const FIELD_ERRORS = {
  FIELD_REQUIRED: badField('A value is missing'),
  FIELD_INVALID: badField('A value is not valid'),
  FIELD_TYPE_INVALID: badField('A value has the wrong type'),
  FIELD_NOT_SUPPORTED: badField('A value is not supported'),
  FIELD_DUPLICATE: badField('A value occurs twice'),
  FIELD_FORBIDDEN: badField('A value must not be set'),
  FIELD_TOO_LONG: badField('A value is too long'),
  FIELD_TOO_MANY: badField('A list is too long'),
  FIELD_NOT_FOUND: badField('A value refers to something that does not exist'),
} as const satisfies Readonly<Record<string, ErrorKind>>;

/** The code of an entry. */
export type FieldCode = keyof typeof FIELD_ERRORS;

/** `Invalid` of FieldValueInvalid, and so on. */
export const FIELD_CODES: Readonly<Record<ProblemReason, FieldCode>> = {
  FieldValueRequired: 'FIELD_REQUIRED',
  FieldValueInvalid: 'FIELD_INVALID',
  FieldValueTypeInvalid: 'FIELD_TYPE_INVALID',
  FieldValueNotSupported: 'FIELD_NOT_SUPPORTED',
  FieldValueDuplicate: 'FIELD_DUPLICATE',
  FieldValueForbidden: 'FIELD_FORBIDDEN',
  FieldValueTooLong: 'FIELD_TOO_LONG',
  FieldValueTooMany: 'FIELD_TOO_MANY',
  FieldValueNotFound: 'FIELD_NOT_FOUND',
};
