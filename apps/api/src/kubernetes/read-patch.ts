import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mediaType } from '../ground/http/index.js';
import type { Patch } from '#cluster';
import { MOST_OPERATIONS } from '#json';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';

const READ = ['application/merge-patch+json', 'application/json-patch+json'];
const NOT_YET = ['application/strategic-merge-patch+json', 'application/apply-patch+yaml'];

/** The patch of a request, in the format that its media type names. */
function readPatch(type: string, body: unknown): Patch {
  switch (type) {
    case 'application/merge-patch+json':
      return { type: 'merge', patch: body };
    case 'application/json-patch+json':
      if (Array.isArray(body) && body.length > MOST_OPERATIONS)
        throw RequestRefused.with(
          ErrorCode.PAYLOAD_TOO_LARGE,
          `The allowed maximum operations in a JSON patch is ${MOST_OPERATIONS}, got ${body.length}`,
        );
      return { type: 'json', operations: body };
    default: {
      const why = NOT_YET.includes(type) ? 'is not supported yet' : 'was not expected';
      throw RequestRefused.with(
        ErrorCode.UNSUPPORTED_MEDIA_TYPE,
        `the patch format ${JSON.stringify(type)} ${why}: ${READ.join(' and ')} are`,
        { 'accept-patch': READ.join(', ') },
      );
    }
  }
}

/** Hands a handler the patch that its request brings. */
export const RequestedPatch = createParamDecorator((_: unknown, context: ExecutionContext): Patch => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return readPatch(mediaType(request), request.body);
});
