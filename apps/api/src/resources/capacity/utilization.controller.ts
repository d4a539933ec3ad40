import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CapacityService, type UtilizationRow } from '#history';
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
import { nameOfDivision } from './division-name.js';
import { utilizationPage, utilizationQuery } from './utilization.schema.js';

const offsets = z.number().int().min(0);

/** How full groups of nodes are, and what groups of pods request. */
@ApiTags('clusters')
@Controller('v1/clusters/:cluster')
export class UtilizationController {
  constructor(private readonly capacity: CapacityService) {}

  @Get('utilization')
  @Described({
    id: 'readUtilization',
    summary: 'Read utilization by label',
    description:
      'Allocatable and requests by labels of nodes or pods, by namespace or by node. In CSV and NDJSON the ' +
      'next page is in the `Link` header.',
    query: utilizationQuery,
    answer: { status: 200, description: 'A page of rows.', schema: utilizationPage, types: [...TABLE_TYPES] },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.NOT_ACCEPTABLE,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async read(
    @Caller() caller: Caller,
    @Preferred(TABLE_TYPES) type: TableType,
    @Param('cluster') cluster: string,
    @Query(valid(utilizationQuery)) query: z.output<typeof utilizationQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { pageSize, pageToken, groupBy, resources, at } = query;
    const tokens = new PageTokens(offsets, ['utilization', cluster, groupBy, resources, at]);
    const offset = tokens.read(pageToken) ?? 0;
    const rows = accepted(await this.capacity.divided(caller, withoutUndefined({ cluster, at }), groupBy)).filter(
      ({ resource }) => resources?.includes(resource) ?? true,
    );
    const end = offset + pageSize;
    const names = groupBy.map(nameOfDivision);
    const items = rows.slice(offset, end).map((row) => named(row, names));
    await sendRows(reply, type, tokens.page(items, end < rows.length ? end : null));
  }
}

function named({ group, ...row }: UtilizationRow, names: readonly string[]): object {
  return { group: Object.fromEntries(names.map((name, index) => [name, group[index]])), ...row };
}
