import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ForkService } from '#history';
import type { Cluster } from '#cluster';
import type { z } from 'zod';
import { Caller } from '../caller/index.js';
import { clusterSchema, clusterTag } from '../clusters/index.js';
import { AnswerHeaders, IdempotencyKey, Idempotent, type Keyed, valid } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode } from '../outcome/index.js';
import { forkBody } from './fork.schema.js';

@ApiTags('clusters')
@Controller('v1/clusters/:cluster/forks')
export class ForksController {
  constructor(private readonly forks: ForkService) {}

  @Post()
  @Idempotent()
  @AnswerHeaders<Cluster>((fork) => ({ ...clusterTag(fork), location: `/v1/clusters/${fork.id}` }))
  @Described({
    id: 'forkCluster',
    summary: 'Fork a cluster',
    description:
      'A cluster of its own that begins as this one is, or was at a moment. Its positions and revisions go on from ' +
      'there, and nothing that is written to one of them is seen in the other. It has the state, not the history: ' +
      'decisions, runs and changes before it stay with this one.',
    body: { schema: forkBody, example: { name: 'prod-what-if', at: 'revision:42' } },
    answer: { status: 201, description: 'The fork.', schema: clusterSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.CLUSTER_NAME_TAKEN,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async fork(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(forkBody)) body: z.output<typeof forkBody>,
    @IdempotencyKey() keyed: Keyed,
  ): Promise<Cluster> {
    const { name, at } = body;
    const { idempotency } = keyed({ cluster, name, ...(at !== undefined && { at }) });
    return accepted(await this.forks.fork(caller, { cluster, name, at }, idempotency));
  }
}
