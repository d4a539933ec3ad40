import { ErrorCode } from './error-code.js';

/** What a code means on HTTP: the status, a title that never varies, and the reason of a Kubernetes Status. */
export interface ErrorKind {
  readonly status: number;
  readonly title: string;
  /** metav1.StatusReason; empty where Kubernetes has no word for it. */
  readonly reason: string;
}

/** One line a code. Field codes stand inside other errors; alone they would be bad requests. */
export const ERROR_TABLE: Readonly<Record<ErrorCode, ErrorKind>> = {
  INVALID_REQUEST: { status: 400, title: 'The request is not valid', reason: 'BadRequest' },
  MALFORMED_BODY: { status: 400, title: 'The body cannot be read', reason: 'BadRequest' },
  CLUSTER_NOT_FOUND: { status: 404, title: 'There is no such cluster', reason: 'NotFound' },
  CLUSTER_NAME_TAKEN: { status: 409, title: 'The name is taken by another cluster', reason: 'AlreadyExists' },
  OBJECT_NOT_FOUND: { status: 404, title: 'There is no such object', reason: 'NotFound' },
  OBJECT_ALREADY_EXISTS: { status: 409, title: 'The object exists already', reason: 'AlreadyExists' },
  OBJECT_INVALID: { status: 422, title: 'The object is not valid', reason: 'Invalid' },
  RESOURCE_VERSION_CONFLICT: { status: 409, title: 'The object has been modified', reason: 'Conflict' },
  UID_CONFLICT: { status: 409, title: 'The object is another one of the same name', reason: 'Conflict' },
  POD_ALREADY_BOUND: { status: 409, title: 'The pod is bound already', reason: 'Conflict' },
  PATCH_FAILED: { status: 422, title: 'The patch does not apply', reason: 'Invalid' },
  UNSUPPORTED_KIND: { status: 422, title: 'Objects of this kind are not kept', reason: 'NotFound' },
  CONTINUE_TOKEN_EXPIRED: { status: 410, title: 'The list must be started again', reason: 'Expired' },
  HISTORY_EXPIRED: { status: 410, title: 'The log is no longer kept that far back', reason: 'Expired' },
  MANIFESTS_UNREADABLE: { status: 400, title: 'The manifests cannot be read', reason: 'BadRequest' },
  IMPORT_REJECTED: { status: 422, title: 'Objects of the import were rejected', reason: 'Invalid' },
  REVISION_CONFLICT: { status: 409, title: 'The cluster is at another revision', reason: 'Conflict' },
  PODS_NOT_FOUND: { status: 422, title: 'Pods that were asked for are not there', reason: 'NotFound' },
  PROFILE_NOT_FOUND: { status: 422, title: 'There is no such scheduler profile', reason: 'NotFound' },
  PROFILE_INVALID: { status: 422, title: 'The scheduler profile is not valid', reason: 'Invalid' },
  PROFILE_UNKNOWN: { status: 404, title: 'The cluster has no such scheduler profile', reason: 'NotFound' },
  PROFILE_VERSION_NOT_FOUND: { status: 404, title: 'The scheduler profile has no such version', reason: 'NotFound' },
  PROFILE_ALREADY_EXISTS: { status: 409, title: 'The scheduler profile exists already', reason: 'AlreadyExists' },
  PROFILE_MODIFIED: { status: 412, title: 'The scheduler profile has been modified', reason: 'Conflict' },
  DEFAULT_PROFILE_KEPT: { status: 409, title: 'The default scheduler profile is always there', reason: 'Conflict' },
  SCHEDULER_CONFIGURATION_INVALID: { status: 422, title: 'The scheduler configuration is not valid', reason: 'Invalid' },
  RUN_NOT_FOUND: { status: 404, title: 'There is no such run', reason: 'NotFound' },
  RUN_NOT_REPLAYABLE: { status: 422, title: 'The run cannot be decided again', reason: 'Invalid' },
  DECISION_NOT_FOUND: { status: 404, title: 'There is no such decision', reason: 'NotFound' },
  TRACE_NOT_STORED: { status: 404, title: 'The decision has no trace', reason: 'NotFound' },
  CHECKPOINT_NOT_FOUND: { status: 404, title: 'There is no such checkpoint', reason: 'NotFound' },
  REVISION_NOT_FOUND: { status: 404, title: 'There is no such revision', reason: 'NotFound' },
  CHANGE_NOT_FOUND: { status: 404, title: 'There is no such change', reason: 'NotFound' },
  HISTORY_NOT_SIGNED: { status: 409, title: 'The history is not the one that was signed before', reason: 'Conflict' },
  HISTORY_ARCHIVED: { status: 410, title: 'The history that this needs is archived', reason: 'Expired' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'The idempotency key was used for another request', reason: 'Invalid' },
  ROUTE_NOT_FOUND: { status: 404, title: 'There is nothing at this path', reason: 'NotFound' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The path does not serve this method', reason: 'MethodNotAllowed' },
  NOT_ACCEPTABLE: { status: 406, title: 'The answer has no such format', reason: 'NotAcceptable' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The body is too large', reason: 'RequestEntityTooLarge' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The body has a format that is not read here', reason: 'UnsupportedMediaType' },
  QUERY_TOO_COMPLEX: { status: 400, title: 'The query asks for too much at once', reason: 'BadRequest' },
  INTERNAL: { status: 500, title: 'Something went wrong here', reason: 'InternalError' },
  UNAVAILABLE: { status: 503, title: 'The service cannot answer right now', reason: 'ServiceUnavailable' },
  FIELD_REQUIRED: { status: 400, title: 'A value is missing', reason: 'BadRequest' },
  FIELD_INVALID: { status: 400, title: 'A value is not valid', reason: 'BadRequest' },
  FIELD_TYPE_INVALID: { status: 400, title: 'A value has the wrong type', reason: 'BadRequest' },
  FIELD_NOT_SUPPORTED: { status: 400, title: 'A value is not supported', reason: 'BadRequest' },
  FIELD_DUPLICATE: { status: 400, title: 'A value occurs twice', reason: 'BadRequest' },
  FIELD_FORBIDDEN: { status: 400, title: 'A value must not be given', reason: 'BadRequest' },
  FIELD_TOO_LONG: { status: 400, title: 'A value is too long', reason: 'BadRequest' },
  FIELD_TOO_MANY: { status: 400, title: 'A list is too long', reason: 'BadRequest' },
  FIELD_NOT_FOUND: { status: 400, title: 'A value names what is not there', reason: 'BadRequest' },
};
