import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ClusterAdviceService, type PendingExplanation } from '#questions';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
  momentQuery,
  PageTokens,
  Preferred,
  sendRows,
  TABLE_TYPES,
  type TableType,
  valid,
  withoutUndefined,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { advicePage, adviceQuery, pendingExplanationSchema } from './advice.schema.js';

const PROBLEMS = [
  ErrorCode.INVALID_REQUEST,
  ErrorCode.CLUSTER_NOT_FOUND,
  ErrorCode.HISTORY_EXPIRED,
  ErrorCode.ARCHIVED,
  ErrorCode.TOO_MANY_REQUESTS,
];

/** What is to be said of a cluster as a whole. */
@ApiTags('clusters')
@Controller('v1/clusters/:cluster')
export class AdviceController {
  constructor(private readonly advice: ClusterAdviceService) {}

  @Get('advice')
  @Described({
    id: 'listAdvice',
    summary: 'List advice',
    description:
      'Likely mistakes in the model, with the objects concerned: constraints that cannot be met, selectors ' +
      'that match nothing, budgets that never allow a disruption. In CSV and NDJSON the next page is in the ' +
      '`Link` header.',
    query: adviceQuery,
    answer: { status: 200, description: 'A page of advice.', schema: advicePage, types: [...TABLE_TYPES] },
    problems: [...PROBLEMS, ErrorCode.NOT_ACCEPTABLE],
  })
  async list(
    @Caller() caller: Caller,
    @Preferred(TABLE_TYPES) type: TableType,
    @Param('cluster') cluster: string,
    @Query(valid(adviceQuery)) { pageSize, pageToken, at, ...filter }: z.output<typeof adviceQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const tokens = new PageTokens(z.number().int().min(0), ['advice', cluster, at, filter]);
    const asked = { filter: withoutUndefined(filter), pageSize, offset: tokens.read(pageToken) ?? 0 };
    const which = withoutUndefined({ cluster, at });
    const { total, items, nextOffset } = accepted(await this.advice.advice(caller, which, asked));
    await sendRows(reply, type, { total, ...tokens.page(items, nextOffset) });
  }

  @Get('pending/explanation')
  @Described({
    id: 'explainPending',
    summary: 'Explain pending pods',
    description:
      'Why pods are pending, over all of them, and which change would release the most of them: removing a ' +
      'taint, uncordoning nodes, adding a node like an existing one. Each change is tried on a copy of the ' +
      'cluster in memory; nothing is written.',
    query: momentQuery,
    answer: { status: 200, description: 'The explanation.', schema: pendingExplanationSchema },
    problems: PROBLEMS,
  })
  async explainPending(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(momentQuery)) { at }: z.output<typeof momentQuery>,
  ): Promise<PendingExplanation> {
    return accepted(await this.advice.pending(caller, withoutUndefined({ cluster, at })));
  }
}
