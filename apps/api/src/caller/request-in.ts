import type { Caller } from '#cluster';
import type { ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import type { FastifyReply } from 'fastify';
import type { GraphQLResolveInfo } from 'graphql';
import { callerOf, type IncomingRequest } from './caller-of.js';
import { waitsFor } from './gone.js';
import { operationOf } from './operation.decorator.js';

/** One resolution a request, whoever asks first. */
const callers = new WeakMap<IncomingRequest, Caller>();

/** The caller of what is being answered, over HTTP or in GraphQL, whose context has it. */
export function callerIn(context: ExecutionContext): Caller {
  if (context.getType<string>() === 'graphql')
    return GqlExecutionContext.create(context).getContext<{ readonly caller: Caller }>().caller;
  const request = context.switchToHttp().getRequest<IncomingRequest>();
  const known = callers.get(request);
  if (known !== undefined) return known;
  const caller = callerOf(request);
  callers.set(request, caller);
  waitsFor(caller, context.switchToHttp().getResponse<FastifyReply>().raw);
  return caller;
}

/** The name of what is asked: that of the route, or in GraphQL the type and the field, `Mutation.schedule`. */
export function operationIn(context: ExecutionContext): string {
  if (context.getType<string>() !== 'graphql') return operationOf(context.getHandler());
  const { parentType, fieldName } = GqlExecutionContext.create(context).getInfo<GraphQLResolveInfo>();
  return `${parentType.name}.${fieldName}`;
}
