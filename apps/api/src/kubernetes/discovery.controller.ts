import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ClusterService } from '#cluster';
import type { z } from 'zod';
import { Caller, Operation } from '../ground/caller/index.js';
import { Rules, valid } from '../ground/http/index.js';
import { accepted, ErrorCode, RequestRefused } from '../ground/outcome/index.js';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './discovery.js';
import { discoveryQuery, healthQuery } from './request-options.js';

/** What a client library asks before it asks for anything else, of a cluster that is there. */
@ApiExcludeController()
@Controller('v1/clusters/:cluster')
export class DiscoveryController {
  constructor(private readonly clusters: ClusterService) {}

  @Get('version')
  @Operation('readVersion')
  @Rules({ query: discoveryQuery })
  version(@Caller() caller: Caller, @Param('cluster') cluster: string): Promise<object> {
    return this.#of(caller, cluster, { major: '1', minor: '34', gitVersion: 'v1.34.0+berth', platform: 'linux/amd64' });
  }

  @Get(['healthz', 'livez', 'readyz'])
  @Operation('readHealth')
  @Rules({ query: healthQuery })
  @Header('content-type', 'text/plain; charset=utf-8')
  async health(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(healthQuery)) { verbose }: z.output<typeof healthQuery>,
  ): Promise<string> {
    await this.#of(caller, cluster, {});
    return verbose === undefined ? 'ok' : '[+]cluster ok\ncheck passed\n';
  }

  @Get('api')
  @Operation('readCoreVersions')
  @Rules({ query: discoveryQuery })
  core(@Caller() caller: Caller, @Param('cluster') cluster: string): Promise<object> {
    return this.#of(caller, cluster, apiVersions());
  }

  @Get('apis')
  @Operation('listGroups')
  @Rules({ query: discoveryQuery })
  groups(@Caller() caller: Caller, @Param('cluster') cluster: string): Promise<object> {
    return this.#of(caller, cluster, apiGroupList());
  }

  @Get('apis/:group')
  @Operation('readGroup')
  @Rules({ query: discoveryQuery })
  group(@Caller() caller: Caller, @Param('cluster') cluster: string, @Param('group') group: string): Promise<object> {
    return this.#of(caller, cluster, apiGroup(group));
  }

  @Get('api/:version')
  @Operation('listCoreResources')
  @Rules({ query: discoveryQuery })
  coreResources(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('version') version: string,
  ): Promise<object> {
    return this.#of(caller, cluster, apiResourceList('', version));
  }

  @Get('apis/:group/:version')
  @Operation('listResources')
  @Rules({ query: discoveryQuery })
  resources(
    @Caller() caller: Caller,
    @Param() { cluster, group, version }: { cluster: string; group: string; version: string },
  ): Promise<object> {
    return this.#of(caller, cluster, apiResourceList(group, version));
  }

  async #of(caller: Caller, cluster: string, document: object | undefined): Promise<object> {
    accepted(await this.clusters.get(caller, cluster));
    if (document === undefined)
      throw RequestRefused.with(ErrorCode.ROUTE_NOT_FOUND, 'the server could not find the requested resource');
    return document;
  }
}
