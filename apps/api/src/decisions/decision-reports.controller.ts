import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TOTALS_REPORT, WAITS_REPORT } from '#audit';
import { DecisionReportService, type ReportPage } from '#scheduling';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerOf } from '../caller/caller-of.js';
import { PageTokens, parseRequest, preferredType, sendText, withNextLink, withoutUndefined } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode } from '../outcome/index.js';
import { totalsPage, totalsQuery, waitsPage, waitsQuery } from './decision.schema.js';
import { reportAsCsv, reportAsNdjson } from './reports-as-text.js';

const TYPES = ['application/json', 'text/csv', 'application/x-ndjson'] as const;
const PROBLEMS = [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.NOT_ACCEPTABLE];

/** Decisions summed up. */
@ApiTags('decisions')
@Controller('v1/clusters/:cluster')
export class DecisionReportsController {
  constructor(private readonly reports: DecisionReportService) {}

  @Get('decision-totals')
  @Described({
    id: 'countDecisions',
    summary: 'Count decisions',
    description:
      'From sums that are kept a day; what was decided a moment ago is in them. As CSV or NDJSON the next page is in the `Link` header.',
    query: totalsQuery,
    answer: { status: 200, description: 'A page of groups.', schema: totalsPage, types: [...TYPES] },
    problems: PROBLEMS,
  })
  async totals(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Query() query: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { pageSize, pageToken, groupBy, orderBy, top, ...filter } = parseRequest(totalsQuery, query);
    const tokens = new PageTokens(offsets, ['decision-totals', cluster, groupBy, orderBy, top, filter]);
    const asked = withoutUndefined({
      groupBy,
      orderBy,
      top,
      filter: withoutUndefined(filter),
      pageSize,
      offset: tokens.read(pageToken) ?? 0,
    });
    await answer(
      { request, reply },
      {
        tokens,
        found: accepted(await this.reports.page(callerOf(request), { report: TOTALS_REPORT, cluster }, asked)),
      },
    );
  }

  @Get('waits')
  @Described({
    id: 'sumUpWaits',
    summary: 'Sum up waits',
    description:
      'How long pods waited from their creation to their binding, by the day of the binding. As CSV or NDJSON the next page is in the `Link` header.',
    query: waitsQuery,
    answer: { status: 200, description: 'A page of groups.', schema: waitsPage, types: [...TYPES] },
    problems: PROBLEMS,
  })
  async waits(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Query() query: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { pageSize, pageToken, groupBy, ...filter } = parseRequest(waitsQuery, query);
    const tokens = new PageTokens(offsets, ['waits', cluster, groupBy, filter]);
    const asked = { groupBy, filter: withoutUndefined(filter), pageSize, offset: tokens.read(pageToken) ?? 0 };
    await answer(
      { request, reply },
      { tokens, found: accepted(await this.reports.page(callerOf(request), { report: WAITS_REPORT, cluster }, asked)) },
    );
  }
}

const offsets = z.number().int().min(0);

async function answer<Row extends object>(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { tokens, found }: { readonly tokens: PageTokens<number>; readonly found: ReportPage<Row> },
): Promise<void> {
  const type = preferredType(request, TYPES);
  const page = tokens.page(found.items, found.nextOffset);
  if (type === 'application/json') return reply.send(page);
  withNextLink(request, reply, page.nextPageToken);
  await sendText(reply, type, type === 'text/csv' ? reportAsCsv(page.items) : reportAsNdjson(page.items));
}
