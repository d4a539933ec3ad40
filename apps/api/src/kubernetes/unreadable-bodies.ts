import { goSyntaxError } from '#json';
import type { UnreadableBody } from '../ground/http/index.js';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { MEDIA_TYPES } from './answers/index.js';
import { summary } from './body-summary.js';
import { bodyKind } from './request-body.js';
import { servedPath } from './served-path.decorator.js';

/** Bodies that cannot be read, in the words of the API server. // as apiserver v1.34 transformDecodeError */
export const UNREADABLE_BODIES: UnreadableBody = {
  type: (request) => {
    // A method that the path does not have is said before.
    servedPath(request);
    if (request.method === 'PATCH') return unknownPatch();
    return RequestRefused.with(
      ErrorCode.UNSUPPORTED_MEDIA_TYPE,
      `the body of the request was in an unknown format - accepted media types include: ${MEDIA_TYPES}`,
    );
  },
  json: (request, body) => {
    const path = servedPath(request);
    const fault = goSyntaxError(body) ?? 'invalid UTF-8';
    if (request.method === 'PATCH')
      return RequestRefused.with(ErrorCode.INVALID_REQUEST, `error decoding patch: ${fault}`);
    if (request.method === 'DELETE')
      return RequestRefused.with(
        ErrorCode.DELETE_OPTIONS_UNREADABLE,
        `couldn't get version/kind; json parse error: ${fault}`,
      );
    const { kind } = bodyKind(path);
    return unrecognized(kind, `json parse error: ${fault}`, body);
  },
};

/** The media types of patches. */
export const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
];

/** A patch of another media type. // as go-restful says it */
export function unknownPatch(): RequestRefused {
  const headers = { 'accept-patch': PATCH_TYPES.join(', ') };
  return RequestRefused.withDetails(ErrorCode.UNSUPPORTED_MEDIA_TYPE, '415: Unsupported Media Type', { headers });
}

/** A body whose kind cannot be found. */
export function unrecognized(kind: string, why: string, body: Uint8Array): RequestRefused {
  return RequestRefused.with(
    ErrorCode.INVALID_REQUEST,
    `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; ${why} ` +
      `(${summary(body)})`,
  );
}
