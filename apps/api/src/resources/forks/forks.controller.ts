import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ForkService } from '#history';
import { ClusterService, type Cluster } from '#cluster';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { clusterListQuery, clusterPage, clusterSchema, clusterTag } from '../clusters/index.js';
import {
  AnswerHeaders,
  IdempotencyKey,
  Idempotent,
  type Keyed,
  type ListPage,
  PageTokens,
  valid,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { forkBody } from './fork.schema.js';

@ApiTags('clusters')
@Controller('v1/clusters/:cluster/forks')
export class ForksController {
  constructor(
    private readonly forks: ForkService,
    private readonly clusters: ClusterService,
  ) {}

  @Get()
  @Described({
    id: 'listForks',
    summary: 'List forks',
    description: 'The clusters that were copied from this one and are there, by name; forks of forks are theirs.',
    query: clusterListQuery,
    answer: { status: 200, description: 'A page of clusters.', schema: clusterPage },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND],
  })
  async list(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(clusterListQuery)) { pageSize, pageToken }: z.output<typeof clusterListQuery>,
  ): Promise<ListPage<Cluster>> {
    const tokens = new PageTokens(z.string(), ['forks', cluster]);
    const after = tokens.read(pageToken);
    const page = { pageSize, ...(after === undefined ? {} : { after }) };
    const { items, next } = accepted(await this.clusters.forks(caller, cluster, page));
    return tokens.page(items, next);
  }

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
