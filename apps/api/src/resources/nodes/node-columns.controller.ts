import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CapacityService, type NodeColumns } from '#history';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { valid, withoutUndefined } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { DEFAULT_RESOURCES, nodeColumnsQuery, nodeColumnsSchema } from './node-columns.schema.js';

@ApiTags('clusters')
@Controller('v1/clusters/:cluster/node-columns')
export class NodeColumnsController {
  constructor(private readonly capacity: CapacityService) {}

  @Get()
  @Described({
    id: 'getNodeColumns',
    summary: 'Read all nodes as columns',
    description:
      'For a map of nodes: all nodes in one answer, with flags, numbers of pods, and the requested labels ' +
      'and resources. api/v1/nodes lists whole nodes.',
    query: nodeColumnsQuery,
    answer: { status: 200, description: 'The columns.', schema: nodeColumnsSchema },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.HISTORY_EXPIRED, ErrorCode.ARCHIVED],
  })
  async get(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(nodeColumnsQuery)) query: z.output<typeof nodeColumnsQuery>,
  ): Promise<NodeColumns> {
    const { labels = [], resources = DEFAULT_RESOURCES, at } = query;
    return accepted(
      await this.capacity.columnsOfNodes(caller, withoutUndefined({ cluster, at }), { labels, resources }),
    );
  }
}
