import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { preferredType } from './preferred-type.js';

/** Hands a handler the one of the types on offer that its caller prefers: `@Preferred(TYPES) type: (typeof TYPES)[number]`. */
export const Preferred = createParamDecorator((offered: readonly [string, ...string[]], context: ExecutionContext) =>
  preferredType(context.switchToHttp().getRequest<FastifyRequest>(), offered),
);
