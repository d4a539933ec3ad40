import { ownField } from '#json';
import {
  applyDecorators,
  Controller,
  createParamDecorator,
  HttpCode,
  RequestMapping,
  RequestMethod,
  Res,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOfOperation } from '../caller/index.js';
import {
  Accepts,
  BodyLimit,
  columnsOf,
  Conditional,
  filtersOf,
  Idempotent,
  Lasts,
  nextPlace,
  PageTokens,
  parseRequest,
  placeInTime,
  preferredType,
  rowOf,
  sendRows,
  type TableColumn,
  type TableType,
  termsOf,
  withoutUndefined,
  type ListPage,
} from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted } from '../outcome/index.js';
import { runOf, type AnyDefinition, type Asked, type FoundPage, type Services, type Uses } from './definition.js';
import { decorate, injectable, WithServices } from './services.js';

const LAST_EVENT = { name: 'Last-Event-ID', required: false, schema: { type: 'string' } } as const;
const TEXT_TYPES = ['application/json', 'text/plain'] as const;

type AskedAny = Asked<string, z.ZodObject, z.ZodType, unknown>;

/** A request over REST: what is asked, and in which form the answer is wanted. */
interface RestRequest {
  readonly asked: AskedAny;
  readonly type: string;
  /** Of a list: its page tokens. */
  readonly tokens?: PageTokens<unknown>;
}

const Request = createParamDecorator((definition: AnyDefinition, context: ExecutionContext) =>
  requestIn(definition, context),
);

/** The route of an operation: a controller with one handler, described, guarded and limited as the definition says. */
export function controllerOf(definition: AnyDefinition): Type<object> {
  const { name, uses, tag } = definition;
  class OperationController extends WithServices {
    constructor(...injected: object[]) {
      super(Object.keys(uses), injected);
    }

    answer(request: RestRequest, reply: FastifyReply): Promise<unknown> {
      return answer(definition, this.services, request, reply);
    }
  }
  const [path, handled] = handlerOf(definition);
  injectable(OperationController, `${name}Controller`, uses);
  Controller(path)(OperationController);
  ApiTags(tag)(OperationController);
  Request(definition)(OperationController.prototype, 'answer', 0);
  Res({ passthrough: !isSent(definition) })(OperationController.prototype, 'answer', 1);
  decorate(OperationController, 'answer', [handled]);
  return OperationController;
}

/** Whether the handler sends the answer itself: what may have several forms. */
function isSent({ answer: { types = [] }, asText, send }: AnyDefinition): boolean {
  return types.length > 1 || asText !== undefined || send !== undefined;
}

function handlerOf(definition: AnyDefinition): readonly [path: string, decorator: MethodDecorator] {
  const { name: id, route, status, answer: said, asText } = definition;
  const { summary, description, also = [], problems = [], body, example, query, lasts, key, conditions } = definition;
  const [word = '', path = ''] = route.split(' ');
  const method = RequestMethod[word as keyof typeof RequestMethod];
  const usual = method === RequestMethod.POST ? 201 : 200;
  const decorators = [
    ...(definition.resumes === undefined ? [] : [ApiHeader({ ...LAST_EVENT, description: definition.resumes })]),
    Described({
      id,
      summary,
      description,
      answer: asText === undefined ? said : { ...said, types: [...TEXT_TYPES] },
      also,
      problems,
      ...(query && { query }),
      ...(body && { body: { schema: body, ...(example !== undefined && { example }) } }),
    }),
    ...(status === undefined && said.status !== usual ? [HttpCode(said.status)] : []),
    ...(lasts === undefined ? [] : [Lasts(lasts)]),
    ...(conditions ? [Conditional()] : []),
    ...(key === undefined ? [] : [Idempotent(key === true ? undefined : key)]),
    ...(definition.accepts === undefined ? [] : [Accepts(definition.accepts)]),
    ...(definition.longestBody === undefined ? [] : [BodyLimit(definition.longestBody)]),
    RequestMapping({ method, path: '/' }),
  ];
  return [path, applyDecorators(...decorators)];
}

function requestIn(definition: AnyDefinition, context: ExecutionContext): RestRequest {
  const { name, pages, query, body, envelope = body, asText, answer: said } = definition;
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const path = request.params as Readonly<Record<string, string>>;
  const types = asText === undefined ? said.types : TEXT_TYPES;
  const type = types === undefined || types.length < 2 ? '' : preferredType(request, types as [string, ...string[]]);
  const read = query === undefined ? {} : parseRequest(query, request.query, 'parameter');
  const { pageSize = 0, pageToken, ...rest } = read as { readonly pageSize?: number; readonly pageToken?: string };
  const asked = {
    caller: callerOfOperation(context),
    path,
    query: withoutUndefined(rest) as Asked<string, z.ZodObject, z.ZodType, unknown>['query'],
    body: envelope && parseRequest(envelope, request.body),
    terms: termsOf(context),
    page: { pageSize },
  };
  if (pages === undefined) return { asked, type };
  const filters = [name, Object.values(path), filtersOf(request.query)];
  const tokens = new PageTokens<unknown>(pages.inTime ? placeInTime(pages.place) : pages.place, filters);
  const from = tokens.read(pageToken);
  if (from === undefined) return { asked, type, tokens };
  const { after, at } = (pages.inTime ? from : { after: from }) as { readonly after: unknown; readonly at?: string };
  const then = at === undefined ? asked.query : { ...asked.query, at };
  return { asked: { ...asked, query: then, page: { pageSize, after } }, type, tokens };
}

async function answer(
  definition: AnyDefinition,
  services: Services<Uses>,
  { asked, type, tokens }: RestRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { show, headers, status, asText, send } = definition;
  if (send !== undefined) {
    const page = (found: FoundPage<never, unknown>): ListPage<never> => pageOf(found, definition, tokens);
    const sendPage = (found: FoundPage<never, unknown>): Promise<void> =>
      sendRows(reply, type as TableType, page(found), columnsIn(definition, { type, reply }));
    return send(services, asked, { request: reply.request, reply, type, page, sendPage });
  }
  const value = accepted(await runOf(definition)(services, asked));
  if (headers !== undefined) void reply.headers(headers(value, asked.path));
  if (status !== undefined) void reply.status(status(asked.body, value));
  if (definition.answer.schema === undefined && definition.answer.types === undefined) return undefined;
  const whole = show === undefined ? value : show(value, services, type);
  const body = tokens === undefined ? whole : pageOf(whole as FoundPage<never, unknown>, definition, tokens);
  if (!isSent(definition)) return body;
  if (type === 'text/plain' && asText !== undefined) return reply.type(`${type}; charset=utf-8`).send(asText(value));
  if (type === 'application/json') return reply.send(body);
  const columns = columnsIn(definition, { type, reply, ...asked });
  return sendRows(reply, type as TableType, body as { readonly items: readonly object[] }, columns);
}

/** The columns of an answer that is a table. Groups are called as the query names them, or by its default. */
function columnsIn(
  { answer: { schema, shapes = {} } }: AnyDefinition,
  { type, reply, query = {} }: { readonly type: string; readonly reply: FastifyReply; readonly query?: object },
): TableColumn[] {
  const { groupBy: text } = reply.request.query as { readonly groupBy?: string };
  const { groupBy = [] } = query as { readonly groupBy?: readonly string[] };
  return columnsOf(rowOf(ownField(shapes, type) ?? schema) ?? z.object({}), text?.split(',') ?? groupBy);
}

/** A page as REST shows it, with the other members of the answer. */
function pageOf(
  { items, next, moment, totalCount: _, ...rest }: FoundPage<never, unknown>,
  { pages }: AnyDefinition,
  tokens: PageTokens<unknown> | undefined,
): ListPage<never> {
  return { ...rest, items, ...tokens?.page(items, pages?.inTime ? nextPlace(next, moment) : next) };
}
