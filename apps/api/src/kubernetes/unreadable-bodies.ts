import type { FastifyRequest } from 'fastify';
import { goSyntaxError, isJsonObject, ownField } from '#json';
import { undecodable } from '#kubernetes-schema';
import { mediaType, type UnreadableBody } from '../ground/http/index.js';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { MEDIA_TYPES } from './answers/index.js';
import { summary } from './body-summary.js';
import { bodyKind, DELETE_OPTIONS } from './request-body.js';
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
    if (request.method === 'PATCH') return RequestRefused.with(ErrorCode.INVALID_REQUEST, patchFault(request, fault));
    if (request.method === 'DELETE')
      return RequestRefused.with(
        ErrorCode.DELETE_OPTIONS_UNREADABLE,
        `couldn't get version/kind; json parse error: ${fault}`,
      );
    const { kind } = bodyKind(path);
    return unrecognized(kind, `json parse error: ${fault}`, body);
  },
  instead: (request, body) => {
    if (request.method !== 'PATCH') return undefined;
    servedPath(request);
    return new UnreadPatch(goSyntaxError(body) ?? 'invalid UTF-8');
  },
  yaml: (request, body, problem) => {
    const { kind } = request.method === 'DELETE' ? DELETE_OPTIONS : bodyKind(servedPath(request));
    return 'value' in problem ? noObject(problem.value, kind, body) : unrecognizedBody(kind, problem.words, body);
  },
  inexact: (request, body) => {
    if (!isJsonObject(body) || !['POST', 'PUT'].includes(request.method)) return undefined;
    const { apiVersion, kind } = bodyKind(servedPath(request));
    const unread = undecodable(body, { apiVersion, kind });
    if (unread === undefined) return undefined;
    const object = { apiVersion, kind, namespace: '', name: '' };
    return RequestRefused.of({
      kind: 'ObjectInvalid',
      object,
      problems: unread.problems,
      undecodable: unread.sentence,
    });
  },
};

/** In place of a patch that is no JSON: the API server looks for the object before it reads the patch. */
export class UnreadPatch {
  constructor(readonly problem: string) {}
}

/** The reader of strategic merge patches says it alone. */
function patchFault(request: FastifyRequest, fault: string): string {
  return mediaType(request) === STRATEGIC ? fault : `error decoding patch: ${fault}`;
}

const STRATEGIC = 'application/strategic-merge-patch+json';

/** The media types of patches. */
export const PATCH_TYPES = ['application/json-patch+json', 'application/merge-patch+json', STRATEGIC];

/** A patch of another media type. // as go-restful says it */
export function unknownPatch(): RequestRefused {
  const headers = { 'accept-patch': PATCH_TYPES.join(', ') };
  return RequestRefused.withDetails(ErrorCode.UNSUPPORTED_MEDIA_TYPE, '415: Unsupported Media Type', { headers });
}

/** A body whose kind cannot be found. */
export function unrecognized(kind: string, why: string, body: Uint8Array): RequestRefused {
  return unrecognizedBody(kind, `couldn't get version/kind; ${why}`, body);
}

function unrecognizedBody(kind: string, why: string, body: Uint8Array): RequestRefused {
  return RequestRefused.with(
    ErrorCode.INVALID_REQUEST,
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${summary(body)})`,
  );
}

/** As Go says it of the type into which the kind of a body is read. */
const KIND_TYPE =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** A body that is something else than an object. */
export function noObject(value: unknown, kind: string, body: Uint8Array): RequestRefused {
  return unrecognized(kind, `json parse error: ${noObjectFault(value)}`, body);
}

/** Why Go cannot read the kind of a body: it is no object, or its kind or version is no text. */
export function kindFault(body: unknown): string | undefined {
  if (!isJsonObject(body)) return noObjectFault(body);
  for (const field of ['apiVersion', 'kind']) {
    const value = ownField(body, field) ?? '';
    if (typeof value !== 'string')
      return `json: cannot unmarshal ${typeNameOf(value)} into Go struct field .${field} of type string`;
  }
  return undefined;
}

function noObjectFault(value: unknown): string {
  return `json: cannot unmarshal ${typeNameOf(value)} into Go value of type ${KIND_TYPE}`;
}

/** How Go names what a JSON text holds. */
export function typeNameOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
