import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mediaType } from '../ground/http/index.js';
import type { Patch } from '#cluster';
import { isJsonObject, MOST_OPERATIONS, ownField } from '#json';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { servedPath } from './served-path.decorator.js';
import { typeNameOf, unknownPatch } from './unreadable-bodies.js';

const STRATEGIC = 'application/strategic-merge-patch+json';

/** The patch of a request, in the format that its media type names. */
function readPatch(type: string, body: unknown): Patch {
  switch (type) {
    case 'application/merge-patch+json':
      return { type: 'merge', patch: objectIn(body, 'error decoding patch: ') };
    case 'application/json-patch+json':
      return { type: 'json', operations: operationsIn(body) };
    case STRATEGIC:
      return { type: 'strategic', patch: objectIn(body, '') };
    default:
      throw unknownPatch();
  }
}

function operationsIn(body: unknown): unknown {
  if (!Array.isArray(body))
    throw malformed(
      `error decoding patch: json: cannot unmarshal ${typeNameOf(body)} into Go value of type []handlers.jsonPatchOp`,
    );
  const wrong = body.flatMap(operationFault)[0];
  if (wrong !== undefined) throw malformed(`error decoding patch: json: cannot unmarshal ${wrong}`);
  if (body.length <= MOST_OPERATIONS) return body;
  const allowed = `The allowed maximum operations in a JSON patch is ${MOST_OPERATIONS}`;
  throw RequestRefused.with(ErrorCode.PAYLOAD_TOO_LARGE, `Request entity too large: ${allowed}, got ${body.length}`);
}

/** What of an operation has not the type that Go reads it as; null is nothing. */
function operationFault(operation: unknown): string[] {
  if (operation === null) return [];
  if (!isJsonObject(operation)) return [`${typeNameOf(operation)} into Go value of type handlers.jsonPatchOp`];
  return ['op', 'from', 'path'].flatMap((field) => {
    const value = ownField(operation, field) ?? '';
    if (typeof value === 'string') return [];
    return [`${typeNameOf(value)} into Go struct field jsonPatchOp.${field} of type string`];
  });
}

function objectIn(body: unknown, prefix: string): object {
  if (isJsonObject(body)) return body;
  if (body === undefined) throw malformed('error decoding patch: unexpected end of JSON input');
  if (body === null) throw malformed('Invalid JSON Patch');
  throw malformed(`${prefix}json: cannot unmarshal ${typeNameOf(body)} into Go value of type map[string]interface {}`);
}

function malformed(message: string): RequestRefused {
  return RequestRefused.with(ErrorCode.INVALID_REQUEST, message);
}

/** Hands a handler the patch that its request brings. */
export const RequestedPatch = createParamDecorator((_: unknown, context: ExecutionContext): Patch => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  // A method that the path does not have is said before.
  servedPath(request);
  const type = mediaType(request);
  // The API server compares them as they are written. // as apiserver v1.34 PatchResource
  if (request.headers['content-type']?.split(';', 1)[0]?.trim() !== type) throw unknownPatch();
  return readPatch(type, request.body);
});
