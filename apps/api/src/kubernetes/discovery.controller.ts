import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ClusterService } from '#cluster';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../caller/caller-of.js';
import { accepted, ErrorCode, RequestRefused } from '../outcome/index.js';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './discovery.js';

/** What a client library asks before it asks for anything else, of a cluster that is there. */
@ApiExcludeController()
@Controller('v1/clusters/:cluster')
export class DiscoveryController {
  constructor(private readonly clusters: ClusterService) {}

  @Get('version')
  version(@Req() request: FastifyRequest, @Param('cluster') cluster: string): Promise<object> {
    return this.#of(request, cluster, {
      major: '1',
      minor: '34',
      gitVersion: 'v1.34.0+berth',
      platform: 'linux/amd64',
    });
  }

  @Get(['healthz', 'livez', 'readyz'])
  async health(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    await this.#of(request, cluster, {});
    void reply.type('text/plain; charset=utf-8');
    return 'ok';
  }

  @Get('api')
  core(@Req() request: FastifyRequest, @Param('cluster') cluster: string): Promise<object> {
    return this.#of(request, cluster, apiVersions());
  }

  @Get('apis')
  groups(@Req() request: FastifyRequest, @Param('cluster') cluster: string): Promise<object> {
    return this.#of(request, cluster, apiGroupList());
  }

  @Get('apis/:group')
  group(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Param('group') group: string,
  ): Promise<object> {
    return this.#of(request, cluster, apiGroup(group));
  }

  @Get('api/:version')
  coreResources(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Param('version') version: string,
  ): Promise<object> {
    return this.#of(request, cluster, apiResourceList('', version));
  }

  @Get('apis/:group/:version')
  resources(
    @Req() request: FastifyRequest,
    @Param() { cluster, group, version }: { cluster: string; group: string; version: string },
  ): Promise<object> {
    return this.#of(request, cluster, apiResourceList(group, version));
  }

  async #of(request: FastifyRequest, cluster: string, document: object | undefined): Promise<object> {
    accepted(await this.clusters.get(callerOf(request), cluster));
    if (document === undefined)
      throw RequestRefused.with(ErrorCode.ROUTE_NOT_FOUND, 'the server could not find the requested resource');
    return document;
  }
}
