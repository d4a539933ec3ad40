import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deletionOptions, deletionQuery, readableOptions } from './deletion-options.js';
import { DELETE_OPTIONS, requestBody } from './request-body.js';
import { deletionWarnings } from '#api-server';
import type { ObjectSelection } from '#cluster';
import { resourcePath } from './resource-path.js';
import { listRequest } from './selection.js';
import { deprecations, warningHeaders } from './warning-headers.js';

/** How something is to be deleted. */
export interface RequestedDeletion extends ReturnType<typeof deletionOptions> {
  /** Of a collection: what of it is deleted. */
  readonly selection: ObjectSelection;
  /** Answers 202: the deletion has begun. */
  readonly answerAccepted: () => void;
}

/** Hands a handler what its query and its body say of the deletion. */
export const Deletes = createParamDecorator((_: unknown, context: ExecutionContext): RequestedDeletion => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const reply = http.getResponse<FastifyReply>();
  const path = resourcePath(request.url.split('?', 1)[0] ?? '');
  const { kind, name, subresource } = path;
  const selection = name === undefined ? listRequest(path, request.query).selection : {};
  const query = deletionQuery(request.query);
  const deletion = deletionOptions(query, readableOptions(requestBody(request, DELETE_OPTIONS)));
  // Whether it is there or not; of a part of it there is no deletion.
  const warnings = [
    ...deprecations(path),
    ...(subresource === undefined ? deletionWarnings(kind, deletion.options) : []),
  ];
  if (warnings.length > 0) void reply.header('warning', warningHeaders(warnings));
  const answerAccepted = (): void => void reply.status(202);
  return { selection, ...deletion, answerAccepted };
});
