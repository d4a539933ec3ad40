import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ClusterService, type Cluster } from '#cluster';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
  Lasts,
  AnswerHeaders,
  Conditional,
  Idempotent,
  Terms,
  momentQuery,
  PageTokens,
  withoutUndefined,
  type ListPage,
  valid,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { clusterBody, clusterChange, clusterListQuery, clusterPage, clusterSchema } from './cluster.schema.js';
import { clusterTag } from './cluster-tag.js';
import { givenSettings } from './given-settings.js';

@ApiTags('clusters')
@Controller('v1/clusters')
export class ClustersController {
  constructor(private readonly clusters: ClusterService) {}

  @Post()
  @Idempotent()
  @Conditional()
  @AnswerHeaders<Cluster>((created) => ({ ...clusterTag(created), location: `/v1/clusters/${created.id}` }))
  @Described({
    id: 'createCluster',
    summary: 'Create a cluster',
    description: 'Creates an empty cluster with its own log.',
    body: { schema: clusterBody, example: { name: 'prod' } },
    answer: { status: 201, description: 'The cluster.', schema: clusterSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NAME_TAKEN,
      ErrorCode.PRECONDITION_FAILED,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
    ],
  })
  async create(
    @Caller() caller: Caller,
    @Body(valid(clusterBody)) input: z.output<typeof clusterBody>,
    @Terms() terms: Terms,
  ): Promise<Cluster> {
    const settings = { name: input.name, ...givenSettings(input) };
    return accepted(await this.clusters.create(caller, settings, terms({ ...settings })));
  }

  @Get()
  @Described({
    id: 'listClusters',
    summary: 'List clusters',
    description: 'By name.',
    query: clusterListQuery,
    answer: { status: 200, description: 'A page of clusters.', schema: clusterPage },
    problems: [ErrorCode.INVALID_REQUEST],
  })
  async list(
    @Caller() caller: Caller,
    @Query(valid(clusterListQuery)) query: z.output<typeof clusterListQuery>,
  ): Promise<ListPage<Cluster>> {
    const { pageSize, pageToken } = query;
    const tokens = new PageTokens(z.string(), 'clusters');
    const after = tokens.read(pageToken);
    const { items, next } = await this.clusters.list(caller, { pageSize, ...(after === undefined ? {} : { after }) });
    return tokens.page(items, next);
  }

  @Get(':cluster')
  @Lasts(({ query }) => (query['at'] === undefined ? 'cluster' : 'changing'))
  @AnswerHeaders<Cluster>(clusterTag)
  @Described({
    id: 'getCluster',
    summary: 'Read a cluster',
    description:
      'By id or name. At a moment: its revision, position and counts at that time; name and settings are ' +
      'the present ones.',
    query: momentQuery,
    answer: { status: 200, description: 'The cluster.', schema: clusterSchema },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED],
  })
  async get(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(momentQuery)) query: z.output<typeof momentQuery>,
  ): Promise<Cluster> {
    return accepted(await this.clusters.get(caller, withoutUndefined({ cluster, at: query.at })));
  }

  @Patch(':cluster')
  @Idempotent()
  @Conditional()
  @AnswerHeaders<Cluster>(clusterTag)
  @Described({
    id: 'updateCluster',
    summary: 'Change a cluster',
    description:
      'Its name and its settings, which take effect from now on. Absent fields stay unchanged; the id never ' +
      'changes.',
    body: { schema: clusterChange, example: { name: 'prod-eu', traceBudget: { keep: 'top', nodes: 100 } } },
    answer: { status: 200, description: 'The cluster.', schema: clusterSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.CLUSTER_NAME_TAKEN,
      ErrorCode.PRECONDITION_FAILED,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
    ],
  })
  async update(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(clusterChange)) input: z.output<typeof clusterChange>,
    @Terms() terms: Terms,
  ): Promise<Cluster> {
    const settings = { ...withoutUndefined({ name: input.name }), ...givenSettings(input) };
    return accepted(await this.clusters.update(caller, cluster, settings, terms({ cluster, ...settings })));
  }

  @Delete(':cluster')
  @HttpCode(204)
  @Idempotent()
  @Conditional()
  @Described({
    id: 'deleteCluster',
    summary: 'Delete a cluster',
    description: 'Its name can be used again.',
    answer: { status: 204, description: 'It is gone.' },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.PRECONDITION_FAILED,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
    ],
  })
  async delete(@Caller() caller: Caller, @Param('cluster') cluster: string, @Terms() terms: Terms): Promise<void> {
    accepted(await this.clusters.delete(caller, cluster, terms({ cluster })));
  }
}
