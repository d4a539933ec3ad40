import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Decision } from '#audit';
import { KeptWhatIfs, WhatIfService, type WhatIf } from '#questions';
import { type TraceView } from '#scheduling';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { decisionPage, tracePage, traceQuery } from '../decisions/index.js';
import { BodyLimit, PageTokens, valid, withoutUndefined, type ListPage } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { askedSteps } from './asked-steps.js';
import { whatIfBody, whatIfDecisionsQuery, whatIfEnvelope, whatIfSchema } from './what-if.schema.js';

/** Manifests come in the body. */
export const LONGEST_BODY = 32 * 2 ** 20;

/** What asking about a cluster that is not may be refused for. */
export const HYPOTHETICAL = [
  ErrorCode.INVALID_REQUEST,
  ErrorCode.WHAT_IF_INVALID,
  ErrorCode.CLUSTER_NOT_FOUND,
  ErrorCode.HISTORY_EXPIRED,
  ErrorCode.ARCHIVED,
  ErrorCode.TOO_MANY_REQUESTS,
] as const;

const KEPT = [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.WHAT_IF_NOT_FOUND] as const;
const FOR_AN_HOUR = 'Available for an hour from the process that answered it, unless it needs the memory earlier.';
const WHAT_IF = { name: 'whatIf', schema: { type: 'string' } } as const;
const place = z.number().int().min(0);

const EXAMPLE = {
  steps: [
    { import: { manifests: 'apiVersion: apps/v1\nkind: Deployment\n...' } },
    { drain: { labelSelector: 'topology.kubernetes.io/zone=a' } },
    { schedule: {} },
  ],
};

@ApiTags('what if')
@Controller('v1/clusters/:cluster/what-if')
export class WhatIfController {
  constructor(
    private readonly whatIfs: WhatIfService,
    private readonly kept: KeptWhatIfs,
  ) {}

  @Post()
  @HttpCode(200)
  @BodyLimit(LONGEST_BODY)
  @Described({
    id: 'whatIf',
    summary: 'Answer a what-if question',
    description:
      'Applies the steps in order to a copy of the cluster in memory, in its present or a past state, and ' +
      'returns what happens to the pods. Nothing is written. Problems of a step are reported with its index ' +
      'and field.',
    body: { schema: whatIfBody, example: EXAMPLE },
    answer: { status: 200, description: 'The result of each step.', schema: whatIfSchema },
    problems: [...HYPOTHETICAL],
  })
  async whatIf(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(whatIfEnvelope)) { at, traces, steps }: z.output<typeof whatIfEnvelope>,
  ): Promise<WhatIf> {
    const request = { traces, steps: askedSteps(steps) };
    return this.kept.keep(accepted(await this.whatIfs.whatIf(caller, withoutUndefined({ cluster, at }), request)));
  }

  @Get(':whatIf')
  @Described({
    id: 'getWhatIf',
    summary: 'Read a what-if',
    description: FOR_AN_HOUR,
    answer: { status: 200, description: 'The answer as first returned.', schema: whatIfSchema },
    problems: [...KEPT],
  })
  @ApiParam(WHAT_IF)
  async get(@Caller() caller: Caller, @Param() { cluster, whatIf }: WhatIfPath): Promise<WhatIf> {
    return accepted(await this.kept.get(caller, cluster, whatIf));
  }

  @Get(':whatIf/decisions')
  @Described({
    id: 'listWhatIfDecisions',
    summary: 'List the decisions of a what-if',
    description: `In the order of the decisions. ${FOR_AN_HOUR}`,
    query: whatIfDecisionsQuery,
    answer: { status: 200, description: 'A page of decisions.', schema: decisionPage },
    problems: [...KEPT],
  })
  @ApiParam(WHAT_IF)
  async decisions(
    @Caller() caller: Caller,
    @Param() { cluster, whatIf: id }: WhatIfPath,
    @Query(valid(whatIfDecisionsQuery)) { pageSize, pageToken }: z.output<typeof whatIfDecisionsQuery>,
  ): Promise<ListPage<Decision>> {
    const tokens = new PageTokens(place, ['what-if decisions', cluster, id]);
    const offset = tokens.read(pageToken) ?? 0;
    const { items, next } = accepted(await this.kept.decisions(caller, cluster, { id, offset, pageSize }));
    return tokens.page(items, next);
  }

  @Get(':whatIf/decisions/:decision/trace')
  @Described({
    id: 'getWhatIfTrace',
    summary: 'Read the trace of a what-if decision',
    description: `Every verdict and score of every node, if the what-if requested traces. ${FOR_AN_HOUR}`,
    query: traceQuery,
    answer: { status: 200, description: 'A page of the trace.', schema: tracePage },
    problems: [...KEPT, ErrorCode.DECISION_NOT_FOUND, ErrorCode.TRACE_NOT_STORED],
  })
  @ApiParam({ name: 'decision', schema: { type: 'string' } })
  @ApiParam(WHAT_IF)
  async trace(
    @Caller() caller: Caller,
    @Param() { cluster, whatIf: id, decision }: WhatIfPath & { readonly decision: string },
    @Query(valid(traceQuery)) query: z.output<typeof traceQuery>,
  ): Promise<ListPage<TraceView['items'][number]> & Pick<TraceView, 'decision' | 'filterPlugins' | 'scorePlugins'>> {
    const { pageSize, pageToken, orderBy, ...filter } = query;
    const tokens = new PageTokens(place, ['what-if trace', cluster, decision, orderBy, filter]);
    const offset = tokens.read(pageToken) ?? 0;
    const request = { id, decision, filter: withoutUndefined(filter), orderBy, offset, pageSize };
    const view = accepted(await this.kept.trace(caller, cluster, request));
    const { items, nextOffset, offset: _offset, matching: _matching, ...shown } = view;
    return { ...shown, ...tokens.page(items, nextOffset) };
  }
}

interface WhatIfPath {
  readonly cluster: string;
  readonly whatIf: string;
}
