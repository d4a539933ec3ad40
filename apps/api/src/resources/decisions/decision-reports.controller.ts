import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TOTALS_REPORT, WAITS_REPORT } from '#audit';
import { DecisionReportService } from '#scheduling';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
  filtersOf,
  isOfLate,
  Lasts,
  PageTokens,
  Preferred,
  sendRows,
  TABLE_TYPES,
  type TableType,
  withoutUndefined,
  valid,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { totalsPage, totalsQuery, waitsPage, waitsQuery } from './decision.schema.js';

const PROBLEMS = [
  ErrorCode.INVALID_REQUEST,
  ErrorCode.CLUSTER_NOT_FOUND,
  ErrorCode.NOT_ACCEPTABLE,
  ErrorCode.TOO_MANY_REQUESTS,
];

/** Decisions summed up. */
@ApiTags('decisions')
@Controller('v1/clusters/:cluster')
export class DecisionReportsController {
  constructor(private readonly reports: DecisionReportService) {}

  @Get('decision-totals')
  @Lasts(({ query }) => (isOfLate(query) ? 'changing' : 'log'))
  @Described({
    id: 'countDecisions',
    summary: 'Count decisions',
    description:
      'From daily sums, which include the latest decisions. In CSV and NDJSON the next page is in the ' +
      '`Link` header.',
    query: totalsQuery,
    answer: { status: 200, description: 'A page of groups.', schema: totalsPage, types: [...TABLE_TYPES] },
    problems: [...PROBLEMS, ErrorCode.RUN_NOT_FOUND],
  })
  async totals(
    @Caller() caller: Caller,
    @Preferred(TABLE_TYPES) type: TableType,
    @Param('cluster') cluster: string,
    @Query(valid(totalsQuery)) query: z.output<typeof totalsQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { pageSize, pageToken, groupBy, orderBy, top, ...filter } = query;
    const tokens = new PageTokens(offsets, ['decision-totals', cluster, filtersOf(reply.request.query)]);
    const asked = withoutUndefined({
      groupBy,
      orderBy,
      top,
      filter: withoutUndefined(filter),
      pageSize,
      offset: tokens.read(pageToken) ?? 0,
    });
    const found = accepted(await this.reports.page(caller, { report: TOTALS_REPORT, cluster }, asked));
    await sendRows(reply, type, tokens.page(found.items, found.nextOffset));
  }

  @Get('waits')
  @Lasts(({ query }) => (isOfLate(query) ? 'changing' : 'log'))
  @Described({
    id: 'sumUpWaits',
    summary: 'Sum up waits',
    description:
      'Time from the creation of pods to their binding, by the day of the binding. In CSV and NDJSON the ' +
      'next page is in the `Link` header.',
    query: waitsQuery,
    answer: { status: 200, description: 'A page of groups.', schema: waitsPage, types: [...TABLE_TYPES] },
    problems: PROBLEMS,
  })
  async waits(
    @Caller() caller: Caller,
    @Preferred(TABLE_TYPES) type: TableType,
    @Param('cluster') cluster: string,
    @Query(valid(waitsQuery)) query: z.output<typeof waitsQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { pageSize, pageToken, groupBy, ...filter } = query;
    const tokens = new PageTokens(offsets, ['waits', cluster, filtersOf(reply.request.query)]);
    const asked = { groupBy, filter: withoutUndefined(filter), pageSize, offset: tokens.read(pageToken) ?? 0 };
    const found = accepted(await this.reports.page(caller, { report: WAITS_REPORT, cluster }, asked));
    await sendRows(reply, type, tokens.page(found.items, found.nextOffset));
  }
}

const offsets = z.number().int().min(0);
