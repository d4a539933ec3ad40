import type { IdempotentRequest, WriteConditions } from '#requests';
import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { keyedBy } from './idempotency.js';
import { Rules } from './route.js';

const text = { type: 'string' as const };

/** The headers of conditions, as they are described. */
export const CONDITION_HEADERS = [
  {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'Proceeds only if the present ETag is one of these; `*`: any.',
    schema: text,
  },
  {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'Proceeds only if the present ETag is none of these; `*`: only if nothing exists.',
    schema: text,
  },
];

/** Route metadata: takes If-Match and If-None-Match, with tags that reading answers. */
export function Conditional(): MethodDecorator {
  return applyDecorators(Rules({ takesConditions: true }), ...CONDITION_HEADERS.map((header) => ApiHeader(header)));
}

/** The terms on which a write is asked for: made of what must be the same when its key is. */
export type Terms = (request: IdempotentRequest['request']) => {
  readonly idempotency?: IdempotentRequest;
  readonly conditions?: WriteConditions;
};

/** Hands the handler of an idempotent and conditional route its key and its conditions: `@Terms() terms: Terms`. */
export const Terms = createParamDecorator((_: unknown, context: ExecutionContext): Terms => termsOf(context));

/** The terms on which the request to a route asks. */
export function termsOf(context: ExecutionContext): Terms {
  const keyed = keyedBy(context);
  const conditions = conditionsOf(context.switchToHttp().getRequest<FastifyRequest>());
  return (request) => ({ ...keyed(request), ...conditions });
}

function conditionsOf({ headers }: FastifyRequest): { readonly conditions?: WriteConditions } {
  const match = headers['if-match'];
  const noneMatch = headers['if-none-match'];
  if (match === undefined && noneMatch === undefined) return {};
  return {
    conditions: {
      ...(match !== undefined && { match: tagsOf(match) }),
      ...(noneMatch !== undefined && { noneMatch: tagsOf(noneMatch.replace(/(^|,)\s*W\//g, '$1')) }),
    },
  };
}

/** The tags without their quotes. A weak one is none that If-Match could match (RFC 9110 13.1.1): it stays as it is. */
function tagsOf(list: string): string[] {
  return list.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'));
}
