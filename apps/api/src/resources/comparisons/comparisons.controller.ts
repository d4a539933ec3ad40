import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { valid } from '../../ground/http/index.js';
import { answerBegun, locate, operationSchema } from '../operations/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { ComparisonOperations } from './comparison-operations.js';
import { comparisonRequestOf } from './comparison-request.js';
import { comparisonBody, comparisonSchema } from './comparison.schema.js';

@ApiTags('decisions')
@Controller('v1/clusters/:cluster/comparisons')
export class ComparisonsController {
  constructor(private readonly comparisons: ComparisonOperations) {}

  @Post()
  @HttpCode(200)
  @Described({
    id: 'compare',
    summary: 'Compare two profiles or clusters',
    description:
      'Schedules the same pods in the same order on two sides, and reports the placements that differ and ' +
      'the plugins that decided them, outcomes, utilization, balance, and stranded resources. The pods are ' +
      'those in the request, of a run, or all pods attempted in a section of the log. Nothing is written. ' +
      'It is cancelled if the client disconnects, unless `wait` is false. `Location` is the operation in ' +
      'both cases.',
    body: { schema: comparisonBody, example: { a: { profile: 'default-scheduler' }, b: { profile: 'packing' } } },
    answer: { status: 200, description: 'The result.', schema: comparisonSchema },
    also: [{ status: 202, description: 'The operation, if `wait` is false.', schema: operationSchema }],
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.RUN_NOT_FOUND,
      ErrorCode.PODS_NOT_FOUND,
      ErrorCode.PROFILE_NOT_FOUND,
      ErrorCode.PROFILE_INVALID,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
      ErrorCode.OPERATION_CANCELLED,
      ErrorCode.OPERATION_INTERRUPTED,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async compare(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(comparisonBody)) { wait, ...asked }: z.output<typeof comparisonBody>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const comparison = { request: comparisonRequestOf(cluster, asked), asked };
    if (!wait) return answerBegun(reply, accepted(await this.comparisons.begin(caller, comparison)));
    const { operation, ended } = accepted(await this.comparisons.await(caller, comparison));
    locate(reply, operation);
    await reply.send(accepted(await ended));
  }
}
