import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ActivityService, type HistoryReach } from '#history';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { Preferred, sendRows, TABLE_TYPES, type TableType, valid } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { activityAnswer, activityQuery, historyAnswer, overTimeAnswer, overTimeQuery } from './activity.schema.js';
import { overTimeRows } from './over-time-rows.js';

const PROBLEMS = [
  ErrorCode.INVALID_REQUEST,
  ErrorCode.CLUSTER_NOT_FOUND,
  ErrorCode.NOT_ACCEPTABLE,
  ErrorCode.TOO_MANY_REQUESTS,
];

/** What happened in a cluster in the course of time. */
@ApiTags('log')
@Controller('v1/clusters/:cluster')
export class ActivityController {
  constructor(private readonly service: ActivityService) {}

  @Get('activity')
  @Described({
    id: 'readActivity',
    summary: 'Read activity over time',
    description:
      'Counts of revisions, changes and decisions in time buckets of equal length. All rows are returned at ' + 'once.',
    query: activityQuery,
    answer: { status: 200, description: 'One row for each bucket.', schema: activityAnswer, types: [...TABLE_TYPES] },
    problems: PROBLEMS,
  })
  async activity(
    @Caller() caller: Caller,
    @Preferred(TABLE_TYPES) type: TableType,
    @Param('cluster') cluster: string,
    @Query(valid(activityQuery)) query: z.output<typeof activityQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendRows(reply, type, { items: accepted(await this.service.activity(caller, cluster, query)) });
  }

  @Get('utilization-over-time')
  @Described({
    id: 'readUtilizationOverTime',
    summary: 'Read utilization over time',
    description:
      'Utilization of all nodes together at the end of each of a number of equal time buckets. All rows are ' +
      'returned at once.',
    query: overTimeQuery,
    answer: {
      status: 200,
      description: 'One row for each bucket and resource.',
      schema: overTimeAnswer,
      types: [...TABLE_TYPES],
    },
    problems: PROBLEMS,
  })
  async utilization(
    @Caller() caller: Caller,
    @Preferred(TABLE_TYPES) type: TableType,
    @Param('cluster') cluster: string,
    @Query(valid(overTimeQuery)) { resources, ...span }: z.output<typeof overTimeQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = accepted(await this.service.utilization(caller, cluster, span));
    await sendRows(reply, type, { items: overTimeRows(found, resources) });
  }

  @Get('history')
  @Described({
    id: 'readHistoryReach',
    summary: 'Read the bounds of the history',
    description: 'The oldest stored revision, the last revision, and the time up to which history is archived.',
    answer: { status: 200, description: 'The bounds.', schema: historyAnswer },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND],
  })
  async history(@Caller() caller: Caller, @Param('cluster') cluster: string): Promise<HistoryReach> {
    return accepted(await this.service.history(caller, cluster));
  }
}
