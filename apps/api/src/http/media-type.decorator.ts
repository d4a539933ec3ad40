import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { mediaType } from './body-parser.js';

/** Hands a handler the media type of its body, without parameters; empty when there is none. */
export const MediaType = createParamDecorator((_: unknown, context: ExecutionContext) =>
  mediaType(context.switchToHttp().getRequest<FastifyRequest>()),
);
