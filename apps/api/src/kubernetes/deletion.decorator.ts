import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deletionOptions, deletionQuery } from './deletion-options.js';
import { DELETE_OPTIONS, requestBody } from './request-body.js';
import { resourcePath } from './resource-path.js';

/** How something is to be deleted. */
export interface RequestedDeletion extends ReturnType<typeof deletionOptions> {
  readonly query: ReturnType<typeof deletionQuery>;
  /** Answers 202: the deletion has begun. */
  readonly answerAccepted: () => void;
}

/** Hands a handler what its query and its body say of the deletion. */
export const Deletes = createParamDecorator((_: unknown, context: ExecutionContext): RequestedDeletion => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const query = deletionQuery(request.query, resourcePath(request.url.split('?', 1)[0] ?? '').name);
  const answerAccepted = (): void => void http.getResponse<FastifyReply>().status(202);
  return { query, ...deletionOptions(query, requestBody(request, DELETE_OPTIONS)), answerAccepted };
});
