import { ownField } from '#json';
import type { Caller } from '#access';
import type { ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import type { FastifyReply } from 'fastify';
import type { GraphQLResolveInfo } from 'graphql';
import { recordOf, type RequestRecord } from '../outcome/index.js';
import { callerOf, withNeed, type IncomingRequest } from './caller-of.js';
import { noteAnswer } from './gone.js';
import { operationOf } from './operation.decorator.js';
import { PERMISSIONS } from './permissions.js';

/** One resolution a request, shared by all that ask for it. */
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
  noteAnswer(caller, context.switchToHttp().getResponse<FastifyReply>().raw);
  return caller;
}

/** The same with what the operation asks of them, which is looked at where the cluster is found. */
export function callerOfOperation(context: ExecutionContext): Caller {
  const caller = callerIn(context);
  const need = ownField(PERMISSIONS, operationIn(context));
  return typeof need === 'object' ? withNeed(caller, need) : caller;
}

/** Writes down what is asked, for the log and the metrics: of a query, its first field. */
export function note(context: ExecutionContext, { operation, actor }: Noted): void {
  const isQuery = context.getType<string>() === 'graphql';
  const record = isQuery
    ? GqlExecutionContext.create(context).getContext<{ readonly record?: RequestRecord }>().record
    : recordOf(context.switchToHttp().getRequest<object>());
  if (record?.operation !== undefined || record === undefined) return;
  const cluster = isQuery
    ? clusterAmong(GqlExecutionContext.create(context).getArgs<QueryArguments>())
    : context.switchToHttp().getRequest<{ readonly params?: { readonly cluster?: string } }>().params?.cluster;
  Object.assign(record, { operation, actor }, cluster === undefined ? {} : { cluster });
}

type Noted = Required<Pick<RequestRecord, 'operation' | 'actor'>>;

/** Where fields of root types have the cluster that they are about. */
interface QueryArguments {
  readonly id?: string;
  readonly name?: string;
  readonly clusterId?: string;
  readonly input?: { readonly clusterId?: string; readonly name?: string };
}

function clusterAmong({ input, clusterId, id, name }: QueryArguments): string | undefined {
  return input?.clusterId ?? input?.name ?? clusterId ?? name ?? id;
}

/** The name of what is asked: that of the route, or in GraphQL the type and the field, `Mutation.schedule`. */
export function operationIn(context: ExecutionContext): string {
  if (context.getType<string>() !== 'graphql') return operationOf(context.getHandler());
  const { parentType, fieldName } = GqlExecutionContext.create(context).getInfo<GraphQLResolveInfo>();
  return `${parentType.name}.${fieldName}`;
}
