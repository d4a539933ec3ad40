import { Controller, Get, Param } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { DecisionService } from '#scheduling';
import { Caller } from '../../ground/caller/index.js';
import { Lasts } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { nodeSetSchema } from './trace-columns.schema.js';

@ApiTags('decisions')
@Controller('v1/clusters/:cluster/node-sets')
export class NodeSetsController {
  constructor(private readonly decisions: DecisionService) {}

  @Get(':digest')
  @Lasts('forever')
  @Described({
    id: 'getNodeSet',
    summary: 'Read a node set',
    description: 'By the digest to which traces as columns refer. A node set never changes, and many traces share one.',
    answer: { status: 200, description: 'The nodes.', schema: nodeSetSchema },
    problems: [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.NODE_SET_NOT_FOUND],
  })
  @ApiParam({ name: 'digest', schema: { type: 'string' } })
  @ApiParam({ name: 'cluster', schema: { type: 'string' } })
  async get(
    @Caller() caller: Caller,
    @Param() { cluster, digest }: { readonly cluster: string; readonly digest: string },
  ): Promise<object> {
    const nodes = accepted(await this.decisions.nodeSet(caller, cluster, digest));
    return { digest, names: nodes.map(({ name }) => name), uids: nodes.map(({ uid }) => uid) };
  }
}
