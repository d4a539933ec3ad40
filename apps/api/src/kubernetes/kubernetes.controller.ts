import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { BindingService, ObjectService, type Manifest, type ReadCollection } from '#cluster';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../caller/caller-of.js';
import { idempotencyOf, preferredType } from '../http/index.js';
import { accepted, ErrorCode, RequestRefused, type KubernetesStatus } from '../outcome/index.js';
import { bindingRequest } from './binding-request.js';
import { deletionAnswer, success } from './deletion-answer.js';
import { objectList, type ObjectListBody } from './object-list.js';
import { readObject } from './read-object.js';
import { readPatch } from './read-patch.js';
import { deletionOptions, isDryRun, momentOfRead } from './request-options.js';
import { methodsOf, resourcePath, type ResourcePath } from './resource-path.js';
import { listRequest } from './selection.js';

const PATHS = ['api/v1/*', 'apis/:group/:version/*'];

/** The Kubernetes API of a cluster. Described by its own discovery documents, and in /openapi.json kind by kind. */
@ApiExcludeController()
@Controller('v1/clusters/:cluster')
export class KubernetesController {
  constructor(
    private readonly objects: ObjectService,
    private readonly bindings: BindingService,
  ) {}

  @Get(PATHS)
  async read(@Req() request: FastifyRequest, @Query() query: unknown): Promise<Manifest | ObjectListBody> {
    const path = servedPath(request);
    if (path.name !== undefined)
      return accepted(await this.objects.get(callerOf(request), placed(path, momentOfRead(query)), path.name));
    const list = listRequest(path, query);
    return objectList(
      path.kind,
      list,
      accepted(await this.objects.list(callerOf(request), placed(path, list.at), list.selection)),
    );
  }

  @Post(PATHS)
  @HttpCode(201)
  async create(
    @Req() request: FastifyRequest,
    @Query() query: unknown,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Manifest | KubernetesStatus> {
    const path = servedPath(request);
    const dryRun = isDryRun(query);
    if (path.subresource === 'binding') {
      accepted(await this.bindings.bind(callerOf(request), { ...bindingRequest(body, path), dryRun }));
      return success(201);
    }
    const object = readObject(body, path);
    const {
      cluster,
      kind: { apiVersion, kind },
      namespace,
    } = path;
    const key = idempotencyOf(request, reply, {
      operation: 'createObject',
      request: { cluster, apiVersion, kind, namespace, dryRun, object },
    });
    return accepted(await this.objects.create(callerOf(request), path, object, { dryRun, ...key }));
  }

  @Put(PATHS)
  async replace(@Req() request: FastifyRequest, @Query() query: unknown, @Body() body: unknown): Promise<Manifest> {
    const path = servedPath(request);
    return accepted(
      await this.objects.replace(callerOf(request), path, readObject(body, path), {
        dryRun: isDryRun(query),
        ...part(path),
      }),
    );
  }

  @Patch(PATHS)
  async patch(@Req() request: FastifyRequest, @Query() query: unknown, @Body() body: unknown): Promise<Manifest> {
    const path = servedPath(request);
    const patch = readPatch(request, body);
    return accepted(
      await this.objects.patch(callerOf(request), path, {
        name: path.name ?? '',
        patch,
        dryRun: isDryRun(query),
        ...part(path),
      }),
    );
  }

  @Delete(PATHS)
  async delete(
    @Req() request: FastifyRequest,
    @Query() query: unknown,
    @Body() body: unknown,
  ): Promise<Manifest | KubernetesStatus | ObjectListBody> {
    const path = servedPath(request);
    const { dryRun, preconditions } = deletionOptions(query, body);
    const { name } = path;
    if (name !== undefined)
      return deletionAnswer(
        path.kind,
        accepted(await this.objects.delete(callerOf(request), path, { name, preconditions, dryRun })),
      );
    const { limit: _limit, after: _after, ...selection } = listRequest(path, query).selection;
    const items = accepted(await this.objects.deleteSelected(callerOf(request), path, { ...selection, dryRun }));
    return objectList(path.kind, undefined, { items, resourceVersion: '', next: null });
  }
}

/** Where the request leads, when its method is served there and its caller takes JSON. */
function servedPath(request: FastifyRequest): ResourcePath {
  preferredType(request, ['application/json']);
  const path = resourcePath(request.url.split('?', 1)[0] ?? '');
  const methods = methodsOf(path);
  if (methods.length === 0)
    throw RequestRefused.with(ErrorCode.ROUTE_NOT_FOUND, 'the server could not find the requested resource');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  if (methods.includes(method)) return path;
  throw RequestRefused.with(
    ErrorCode.METHOD_NOT_ALLOWED,
    'the server does not allow this method on the requested resource',
    { allow: methods.join(', ') },
  );
}

function placed({ cluster, kind, namespace }: ResourcePath, at: string | undefined): ReadCollection {
  return { cluster, kind, namespace, ...(at === undefined ? {} : { at }) };
}

function part({ subresource }: ResourcePath): { readonly subresource?: 'status' } {
  return subresource === 'status' ? { subresource } : {};
}
