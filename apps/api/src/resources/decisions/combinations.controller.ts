import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { DecisionService, type FailingSet } from '#scheduling';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { Lasts, valid } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { failingSetsQuery, failingSetsSchema } from './trace-columns.schema.js';

@ApiTags('decisions')
@Controller('v1/clusters/:cluster/decisions/:decision/combinations')
export class CombinationsController {
  constructor(private readonly decisions: DecisionService) {}

  @Get()
  @Lasts('forever')
  @Described({
    id: 'getCombinations',
    summary: 'Count nodes by failing plugins',
    description:
      'All evaluated nodes by the set of plugins that fail on them: the counts add up to all nodes. Not ' +
      'available if the trace is stored in part.',
    query: failingSetsQuery,
    answer: { status: 200, description: 'The sets of plugins, the most frequent first.', schema: failingSetsSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.DECISION_NOT_FOUND,
      ErrorCode.ARCHIVED,
      ErrorCode.TRACE_NOT_STORED,
    ],
  })
  @ApiParam({ name: 'decision', schema: { type: 'string' } })
  @ApiParam({ name: 'cluster', schema: { type: 'string' } })
  async get(
    @Caller() caller: Caller,
    @Param() { cluster, decision: id }: { readonly cluster: string; readonly decision: string },
    @Query(valid(failingSetsQuery)) { by }: z.output<typeof failingSetsQuery>,
  ): Promise<{ readonly items: readonly FailingSet[] }> {
    return { items: accepted(await this.decisions.failingSets(caller, cluster, { id, by })) };
  }
}
