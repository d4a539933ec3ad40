import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RefusalLogService, type RefusalRecord } from '#cluster';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
  filtersOf,
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
import { refusalPage, refusalQuery, type refusalSchema } from './refusal.schema.js';

/** What admission forbade in a cluster. */
@ApiTags('log')
@Controller('v1/clusters/:cluster/refusals')
export class RefusalsController {
  constructor(private readonly refusals: RefusalLogService) {}

  @Get()
  @Described({
    id: 'listRefusals',
    summary: 'List refusals',
    description:
      'Objects that admission rejected, newest first. Stored for 90 days, at most 100,000. CSV and NDJSON ' +
      'have the fields of the object as separate columns, and the next page in the `Link` header.',
    query: refusalQuery,
    answer: { status: 200, description: 'A page of refusals.', schema: refusalPage, types: [...TABLE_TYPES] },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.NOT_ACCEPTABLE],
  })
  async list(
    @Caller() caller: Caller,
    @Preferred(TABLE_TYPES) type: TableType,
    @Param('cluster') cluster: string,
    @Query(valid(refusalQuery)) query: z.output<typeof refusalQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { pageSize, pageToken, ...given } = query;
    const tokens = new PageTokens(z.uuid(), ['refusals', cluster, filtersOf(reply.request.query)]);
    const before = tokens.read(pageToken);
    const asked = { filter: withoutUndefined(given), pageSize, ...(before !== undefined && { before }) };
    const { items, next } = accepted(await this.refusals.list(caller, cluster, asked));
    const page = tokens.page(items, next);
    await sendRows(reply, type, type === 'application/json' ? { ...page, items: page.items.map(shown) } : page);
  }
}

function shown({ apiVersion, kind, namespace, name, ...refusal }: RefusalRecord): z.output<typeof refusalSchema> {
  return { ...refusal, object: { apiVersion, kind, namespace, name } };
}
