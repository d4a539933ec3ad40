import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NO_CONTAINERS, OF_CONTAINERS } from '../ground/http/index.js';
import { ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { methodsOf, resourcePath, type ResourcePath } from './resource-path.js';
import { deprecations, warningHeaders } from './warning-headers.js';

/** Hands a handler where its request leads, when the method is served there; of a deprecated kind, it is warned. */
export const ServedPath = createParamDecorator((_: unknown, context: ExecutionContext): ResourcePath => {
  const http = context.switchToHttp();
  const path = servedPath(http.getRequest<FastifyRequest>());
  const warnings = deprecations(path);
  if (warnings.length > 0) void http.getResponse<FastifyReply>().header('warning', warningHeaders(warnings));
  return path;
});

/** Where a request leads. @throws RequestRefused where its method is not served */
export function servedPath(request: FastifyRequest): ResourcePath {
  const path = resourcePath(request.url.split('?', 1)[0] ?? '');
  const methods = methodsOf(path);
  if (methods.length === 0)
    throw RequestRefused.with(
      ErrorCode.ROUTE_NOT_FOUND,
      OF_CONTAINERS.has(path.subresource ?? '') ? NO_CONTAINERS : 'the server could not find the requested resource',
    );
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (methods.includes(method)) return path;
  throw notAllowed(methods);
}

/** What is said of other methods than those that are served. */
export function notAllowed(methods: readonly string[]): RequestRefused {
  return RequestRefused.with(
    ErrorCode.METHOD_NOT_ALLOWED,
    'the server does not allow this method on the requested resource',
    { allow: methods.join(', ') },
  );
}
