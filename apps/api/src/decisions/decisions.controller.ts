import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DecisionService, type TraceView } from '#cluster';
import type { Decision } from '#audit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../caller/caller-of.js';
import { PageTokens, parseRequest, preferredType, withNextLink, withoutUndefined, type ListPage } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode } from '../outcome/index.js';
import { decisionsAsCsv, decisionsAsNdjson } from './decisions-as-text.js';
import { decisionPage, decisionQuery, decisionSchema, tracePage, traceQuery } from './decision.schema.js';
import { traceAsCsv } from './trace-as-csv.js';

const decisionPosition = z.object({ run: z.uuid(), ordinal: z.number().int() });

@ApiTags('decisions')
@Controller('v1/clusters/:cluster/decisions')
export class DecisionsController {
  constructor(private readonly decisions: DecisionService) {}

  @Get()
  @Described({
    id: 'listDecisions',
    summary: 'List decisions',
    description: 'Newest run first, in queue order inside a run. As CSV or NDJSON the next page is in the `Link` header.',
    query: decisionQuery,
    answer: { status: 200, description: 'A page of decisions.', schema: decisionPage, types: ['application/json', 'text/csv', 'application/x-ndjson'] },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.NOT_ACCEPTABLE],
  })
  async list(@Req() request: FastifyRequest, @Param('cluster') cluster: string, @Query() query: unknown, @Res({ passthrough: true }) reply: FastifyReply): Promise<ListPage<Decision> | string> {
    const type = preferredType(request, ['application/json', 'text/csv', 'application/x-ndjson']);
    const { pageSize, pageToken, ...filter } = parseRequest(decisionQuery, query);
    const tokens = new PageTokens(decisionPosition, ['decisions', cluster, filter]);
    const after = tokens.read(pageToken);
    const found = accepted(await this.decisions.list(callerOf(request), cluster, withoutUndefined({ filter: withoutUndefined(filter), pageSize, after })));
    const page = tokens.page(found.items, found.next);
    if (type === 'application/json') return page;
    withNextLink(request, reply.type(`${type}; charset=utf-8`), page.nextPageToken);
    return type === 'text/csv' ? decisionsAsCsv(page.items) : decisionsAsNdjson(page.items);
  }

  @Get(':decision')
  @Described({
    id: 'getDecision',
    summary: 'Read a decision',
    description: 'By its id, `<run>.<ordinal>`.',
    answer: { status: 200, description: 'The decision.', schema: decisionSchema },
    problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.DECISION_NOT_FOUND],
  })
  async get(@Req() request: FastifyRequest, @Param('cluster') cluster: string, @Param('decision') decision: string): Promise<Decision> {
    return accepted(await this.decisions.get(callerOf(request), cluster, decision));
  }

  @Get(':decision/trace')
  @Described({
    id: 'getTrace',
    summary: 'Read why',
    description: 'Every node with every verdict and score. As CSV the next page is in the `Link` header.',
    query: traceQuery,
    answer: { status: 200, description: 'A page of the trace.', schema: tracePage, types: ['application/json', 'text/csv'] },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.DECISION_NOT_FOUND, ErrorCode.TRACE_NOT_STORED, ErrorCode.NOT_ACCEPTABLE],
  })
  async trace(
    @Req() request: FastifyRequest, @Param('cluster') cluster: string, @Param('decision') id: string, @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | (Omit<TraceView, 'matching' | 'nextOffset'> & { readonly nextPageToken?: string })> {
    const type = preferredType(request, ['application/json', 'text/csv']);
    const { pageSize, pageToken, orderBy, ...filter } = parseRequest(traceQuery, query);
    const tokens = new PageTokens(z.number().int().min(0), ['trace', cluster, id, orderBy, filter]);
    const offset = tokens.read(pageToken) ?? 0;
    const view = accepted(await this.decisions.trace(callerOf(request), cluster, { id, filter: withoutUndefined(filter), orderBy, offset, pageSize }));
    const { matching: _, nextOffset, ...shown } = view;
    const page = tokens.page(shown.items, nextOffset);
    if (type === 'application/json') return { ...shown, ...page };
    withNextLink(request, reply.type('text/csv; charset=utf-8'), page.nextPageToken);
    return traceAsCsv(view);
  }
}
