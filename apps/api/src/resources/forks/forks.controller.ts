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
    description: 'The existing clusters that were forked from this one, by name, without forks of forks.',
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
      'Creates a cluster with the present or a past state of this one. Its positions and revisions continue ' +
      'from there; later writes to either cluster do not affect the other. Only the state is copied: ' +
      'earlier decisions, runs and changes stay with this cluster.',
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
