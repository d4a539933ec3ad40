import {
  All,
  Controller,
  Get,
  Header,
  Headers,
  HttpCode,
  HttpStatus,
  Param,
  Query,
  Res,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ClusterService } from '#cluster';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller, Operation } from '../ground/caller/index.js';
import { Rules, valid } from '../ground/http/index.js';
import { accepted } from '../ground/outcome/index.js';
import { DiscoveryAnswerInterceptor, prefersAggregated } from './answers/index.js';
import {
  AGGREGATED,
  aggregatedDiscovery,
  apiGroup,
  apiGroupList,
  apiResourceList,
  apiVersions,
} from './discovery-documents.js';
import { openApiDocument, openApiIndex } from './openapi/index.js';
import { nothingThere } from './resource-path.js';
import { notAllowed } from './served-path.decorator.js';
import { NoImpersonation } from './reviews/index.js';
import { discoveryQuery, healthQuery, openApiQuery } from './request-options.js';

/** A group version in a path; the core group has no name. */
interface GroupVersionPath {
  readonly cluster: string;
  readonly group?: string;
  readonly version: string;
}

/** What a client library asks before it asks for anything else, of a cluster that is there. */
@ApiExcludeController()
@UseGuards(NoImpersonation)
@Controller('v1/clusters/:cluster')
export class DiscoveryController {
  constructor(private readonly clusters: ClusterService) {}

  @Get('version')
  @Operation('readVersion')
  @UseInterceptors(DiscoveryAnswerInterceptor)
  @Rules({ query: discoveryQuery, isLenient: true })
  version(@Caller() caller: Caller, @Param('cluster') cluster: string): Promise<object> {
    return this.#of(caller, cluster, { major: '1', minor: '34', gitVersion: 'v1.34.0+berth', platform: 'linux/amd64' });
  }

  @Get(['healthz', 'livez', 'readyz'])
  @Operation('readHealth')
  @Rules({ query: healthQuery, isLenient: true })
  @Header('content-type', 'text/plain; charset=utf-8')
  async health(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(healthQuery)) { verbose }: z.output<typeof healthQuery>,
  ): Promise<string> {
    await this.#of(caller, cluster, {});
    return verbose === undefined ? 'ok' : '[+]cluster ok\ncheck passed\n';
  }

  /** Upstream's aggregator looks at no method at /apis, nor at a group; /api is served behind it. */
  @All(['api', 'apis'])
  @HttpCode(HttpStatus.OK)
  @Operation('listGroups')
  @UseInterceptors(DiscoveryAnswerInterceptor)
  @Rules({ query: discoveryQuery, isLenient: true })
  async groups(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Headers('accept') accept: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object | string> {
    const { method, url } = reply.request;
    const isCore = url.split('?', 1)[0]?.endsWith('/api') === true;
    if (isCore && method !== 'GET' && method !== 'HEAD') throw notAllowed(['GET']);
    if (!prefersAggregated(accept)) return this.#of(caller, cluster, isCore ? apiVersions() : apiGroupList());
    const document = await this.#of(caller, cluster, aggregatedDiscovery(isCore ? 'core' : 'groups'));
    // As bytes: the type must stay as it is, and to that of an object or a text a charset is added.
    void reply.type(AGGREGATED);
    return Buffer.from(JSON.stringify(document));
  }

  @All('apis/:group')
  @HttpCode(HttpStatus.OK)
  @Operation('readGroup')
  @UseInterceptors(DiscoveryAnswerInterceptor)
  @Rules({ query: discoveryQuery, isLenient: true })
  group(@Caller() caller: Caller, @Param('cluster') cluster: string, @Param('group') group: string): Promise<object> {
    return this.#of(caller, cluster, apiGroup(group), group);
  }

  @Get(['api/:version', 'apis/:group/:version'])
  @Operation('listResources')
  @UseInterceptors(DiscoveryAnswerInterceptor)
  @Rules({ query: discoveryQuery, isLenient: true })
  resources(@Caller() caller: Caller, @Param() { cluster, group = '', version }: GroupVersionPath): Promise<object> {
    return this.#of(caller, cluster, apiResourceList(group, version), group);
  }

  @Get('openapi/v3')
  @Operation('readOpenApi')
  @Rules({ query: discoveryQuery, isLenient: true })
  openApi(@Caller() caller: Caller, @Param('cluster') cluster: string): Promise<object> {
    return this.#of(caller, cluster, openApiIndex());
  }

  @Get(['openapi/v3/api/:version', 'openapi/v3/apis/:group/:version'])
  @Operation('readOpenApiOfGroup')
  @Rules({ query: openApiQuery, isLenient: true })
  @Header('content-type', 'application/json')
  openApiOfGroup(
    @Caller() caller: Caller,
    @Param() { cluster, group = '', version }: GroupVersionPath,
  ): Promise<string> {
    return this.#of(caller, cluster, openApiDocument(group, version));
  }

  async #of<Document>(caller: Caller, cluster: string, document: Document | undefined, group = ''): Promise<Document> {
    accepted(await this.clusters.get(caller, cluster));
    if (document === undefined) throw nothingThere(group);
    return document;
  }
}
