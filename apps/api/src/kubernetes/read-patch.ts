import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mediaType } from '../ground/http/index.js';
import type { Patch } from '#cluster';
import { isJsonObject, MOST_OPERATIONS, ownField } from '#json';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { servedPath } from './served-path.decorator.js';
import { typeNameOf, unknownPatch, UnreadPatch } from './unreadable-bodies.js';

const STRATEGIC = 'application/strategic-merge-patch+json';

/**
 * The patch of a request, in the format that its media type names. One that cannot be read is refused where it is
 * applied: the API server looks for the object before. // as apiserver v1.34 patcher.patchResource
 */
export function readPatch(type: string, body: unknown): Patch {
  switch (type) {
    case 'application/merge-patch+json': {
      const problem = body === null ? 'Invalid JSON Patch' : mapFault(body, 'error decoding patch: ');
      return problem === undefined ? { type: 'merge', patch: body } : unread(problem);
    }
    case 'application/json-patch+json': {
      const problem = operationsFault(body ?? nothingIn(body, []));
      return problem === undefined
        ? { type: 'json', operations: body ?? [] }
        : unread(`error decoding patch: ${problem}`);
    }
    case STRATEGIC: {
      const problem = mapFault(body ?? nothingIn(body, {}), '');
      return problem === undefined ? { type: 'strategic', patch: body ?? {} } : unread(problem);
    }
    default:
      throw unknownPatch();
  }
}

function unread(problem: string): Patch {
  return { type: 'unread', problem };
}

/** Null is read as nothing to do, where no body is not. */
function nothingIn(body: unknown, nothing: object): object | undefined {
  return body === null ? nothing : undefined;
}

const NO_BODY = 'unexpected end of JSON input';

function operationsFault(body: unknown): string | undefined {
  if (body instanceof UnreadPatch) return body.problem;
  if (body === undefined) return NO_BODY;
  if (!Array.isArray(body))
    return `json: cannot unmarshal ${typeNameOf(body)} into Go value of type []handlers.jsonPatchOp`;
  const wrong = body.flatMap(operationFault)[0];
  if (wrong !== undefined) return `json: cannot unmarshal ${wrong}`;
  if (body.length <= MOST_OPERATIONS) return undefined;
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

function mapFault(body: unknown, prefix: string): string | undefined {
  if (body instanceof UnreadPatch) return `${prefix}${body.problem}`;
  if (body === undefined) return `${prefix}${NO_BODY}`;
  if (isJsonObject(body)) return undefined;
  return `${prefix}json: cannot unmarshal ${typeNameOf(body)} into Go value of type map[string]interface {}`;
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
