import { Body, Controller, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ForkService } from '#history';
import type { Cluster } from '#cluster';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../caller/caller-of.js';
import { clusterSchema } from '../clusters/cluster.schema.js';
import { idempotencyOf, parseRequest } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode } from '../outcome/index.js';
import { forkBody } from './fork.schema.js';

@ApiTags('clusters')
@Controller('v1/clusters/:cluster/forks')
export class ForksController {
  constructor(private readonly forks: ForkService) {}

  @Post()
  @Described({
    id: 'forkCluster',
    summary: 'Fork a cluster',
    description:
      'A cluster of its own that begins as this one is, or was at a moment. Its positions and revisions go on from there, and nothing that is written ' +
      'to one of them is seen in the other. It has the state, not the history: decisions, runs and changes before it stay with this one.',
    body: { schema: forkBody, example: { name: 'prod-what-if', at: 'revision:42' } },
    answer: { status: 201, description: 'The fork.', schema: clusterSchema },
    idempotent: true,
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.CLUSTER_NAME_TAKEN,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
    ],
  })
  async fork(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Cluster> {
    const { name, at } = parseRequest(forkBody, body);
    const { idempotency } = idempotencyOf(request, reply, {
      operation: 'forkCluster',
      request: { cluster, name, ...(at !== undefined && { at }) },
    });
    const fork = accepted(await this.forks.fork(callerOf(request), { cluster, name, at }, idempotency));
    void reply.header('location', `/v1/clusters/${fork.id}`);
    return fork;
  }
}
