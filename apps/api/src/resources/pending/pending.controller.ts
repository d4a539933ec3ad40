import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { obstacleSetOf, PendingService } from '#questions';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
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
import { pendingPage, pendingPodsPage, pendingPodsQuery, pendingQuery } from './pending.schema.js';

const PROBLEMS = [
  ErrorCode.INVALID_REQUEST,
  ErrorCode.CLUSTER_NOT_FOUND,
  ErrorCode.NOT_ACCEPTABLE,
  ErrorCode.TOO_MANY_REQUESTS,
];

const offsets = z.number().int().min(0);

/** The pods that are pending now, and why. */
@ApiTags('decisions')
@Controller('v1/clusters/:cluster')
export class PendingController {
  constructor(private readonly pending: PendingService) {}

  @Get('pending')
  @Described({
    id: 'groupPendingPods',
    summary: 'Group pending pods',
    description:
      'Pods that are pending now, by the results of their last attempts. In CSV and NDJSON the next page is ' +
      'in the `Link` header.',
    query: pendingQuery,
    answer: { status: 200, description: 'A page of groups.', schema: pendingPage, types: [...TABLE_TYPES] },
    problems: PROBLEMS,
  })
  async groups(
    @Caller() caller: Caller,
    @Preferred(TABLE_TYPES) type: TableType,
    @Param('cluster') cluster: string,
    @Query(valid(pendingQuery)) query: z.output<typeof pendingQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { pageSize, pageToken, groupBy, ...rest } = query;
    const tokens = new PageTokens(offsets, ['pending', cluster, groupBy, rest]);
    const asked = { groupBy, filter: withoutUndefined(rest), pageSize, offset: tokens.read(pageToken) ?? 0 };
    const { pods, states, items, nextOffset } = accepted(await this.pending.groups(caller, cluster, asked));
    await sendRows(reply, type, { pods, states, ...tokens.page(items, nextOffset) });
  }

  @Get('pending-pods')
  @Described({
    id: 'listPendingPods',
    summary: 'List pending pods',
    description:
      'Pods that are pending now, with the results of their last attempts. In CSV and NDJSON the next page ' +
      'is in the `Link` header.',
    query: pendingPodsQuery,
    answer: { status: 200, description: 'A page of pods.', schema: pendingPodsPage, types: [...TABLE_TYPES] },
    problems: PROBLEMS,
  })
  async list(
    @Caller() caller: Caller,
    @Preferred(TABLE_TYPES) type: TableType,
    @Param('cluster') cluster: string,
    @Query(valid(pendingPodsQuery)) query: z.output<typeof pendingPodsQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { pageSize, pageToken, orderBy, ...rest } = query;
    const tokens = new PageTokens(offsets, ['pending-pods', cluster, orderBy, rest]);
    const asked = { orderBy, filter: withoutUndefined(rest), pageSize, offset: tokens.read(pageToken) ?? 0 };
    const { pods, items, nextOffset } = accepted(await this.pending.list(caller, cluster, asked));
    const rows = items.map(({ rejections, decision, since, ...pod }) => ({
      ...pod,
      since: since.toISOString(),
      obstacleSet: obstacleSetOf(rejections),
      decision,
    }));
    await sendRows(reply, type, { pods, ...tokens.page(rows, nextOffset) });
  }
}
