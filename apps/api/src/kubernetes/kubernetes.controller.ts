import { applyDecorators, Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { BindingService, ObjectService, type Manifest, type ReadCollection } from '#cluster';
import type { z } from 'zod';
import { Caller, Operation } from '../caller/index.js';
import {
  Accepts,
  BodyLimit,
  IdempotencyKey,
  Idempotent,
  LastKeyCounts,
  MediaType,
  valid,
  type Keyed,
} from '../http/index.js';
import { accepted, type KubernetesStatus } from '../outcome/index.js';
import { bindingRequest } from './binding-request.js';
import { deletionAnswer, success } from './deletion-answer.js';
import { objectList, type ObjectListBody } from './object-list.js';
import { readObject } from './read-object.js';
import { readPatch } from './read-patch.js';
import { deletionOptions, momentOfRead, writeQuery } from './request-options.js';
import type { ResourcePath } from './resource-path.js';
import { listRequest } from './selection.js';
import { ServedPath } from './served-path.decorator.js';
import { Writes, type WriteOptions } from './write-options.decorator.js';

const PATHS = ['api/v1/*', 'apis/:group/:version/*'];

/** Bodies as the API server takes them: JSON or YAML, as long as etcd and the server in front of it allow. */
const KubernetesBody = (): MethodDecorator => applyDecorators(Accepts('yaml'), BodyLimit(3 * 2 ** 20), LastKeyCounts());

/** The Kubernetes API of a cluster. Described by its own discovery documents, and in /openapi.json kind by kind. */
@ApiExcludeController()
@Controller('v1/clusters/:cluster')
export class KubernetesController {
  constructor(
    private readonly objects: ObjectService,
    private readonly bindings: BindingService,
  ) {}

  @Get(PATHS)
  @Operation('readObject')
  async read(
    @Caller() caller: Caller,
    @ServedPath() path: ResourcePath,
    @Query() query: unknown,
  ): Promise<Manifest | ObjectListBody> {
    if (path.name !== undefined)
      return accepted(await this.objects.get(caller, placed(path, momentOfRead(query)), path.name));
    const list = listRequest(path, query);
    return objectList(
      path.kind,
      list,
      accepted(await this.objects.list(caller, placed(path, list.at), list.selection)),
    );
  }

  @Post(PATHS)
  @Operation('createObject')
  @KubernetesBody()
  @Idempotent()
  @HttpCode(201)
  async create(
    @Caller() caller: Caller,
    @ServedPath() path: ResourcePath,
    @Writes() { dryRun, fields }: WriteOptions,
    @Body() body: unknown,
    @IdempotencyKey() keyed: Keyed,
  ): Promise<Manifest | KubernetesStatus> {
    if (path.subresource === 'binding') {
      const request = { ...bindingRequest(body, path, fields), dryRun };
      accepted(await this.bindings.bind(caller, { ...request, ...keyed({ subresource: 'binding', ...request }) }));
      return success(201);
    }
    const object = readObject(body, path, fields);
    const {
      cluster,
      kind: { apiVersion, kind },
      namespace,
    } = path;
    const key = keyed({ cluster, apiVersion, kind, namespace, dryRun, object });
    return accepted(await this.objects.create(caller, path, object, { dryRun, ...key }));
  }

  @Put(PATHS)
  @Operation('replaceObject')
  @KubernetesBody()
  async replace(
    @Caller() caller: Caller,
    @ServedPath() path: ResourcePath,
    @Writes() { dryRun, fields }: WriteOptions,
    @Body() body: unknown,
  ): Promise<Manifest> {
    const object = readObject(body, path, fields);
    return accepted(await this.objects.replace(caller, path, object, { dryRun, ...part(path) }));
  }

  @Patch(PATHS)
  @Operation('patchObject')
  @KubernetesBody()
  async patch(
    @Caller() caller: Caller,
    @ServedPath() path: ResourcePath,
    @MediaType() mediaType: string,
    @Writes() { dryRun, fields }: WriteOptions,
    @Body() body: unknown,
  ): Promise<Manifest> {
    const patch = readPatch(mediaType, body);
    const onUnknown = fields.patchChecker(patch);
    const { name = '' } = path;
    return accepted(await this.objects.patch(caller, path, { name, patch, onUnknown, dryRun, ...part(path) }));
  }

  @Delete(PATHS)
  @Operation('deleteObject')
  @KubernetesBody()
  async delete(
    @Caller() caller: Caller,
    @ServedPath() path: ResourcePath,
    @Query(valid(writeQuery)) { dryRun: inQuery }: z.output<typeof writeQuery>,
    @Query() query: unknown,
    @Body() body: unknown,
  ): Promise<Manifest | KubernetesStatus | ObjectListBody> {
    const { dryRun, preconditions } = deletionOptions(inQuery, body);
    const { name } = path;
    if (name !== undefined)
      return deletionAnswer(
        path.kind,
        accepted(await this.objects.delete(caller, path, { name, preconditions, dryRun })),
      );
    const { limit: _limit, after: _after, ...selection } = listRequest(path, query).selection;
    const items = accepted(await this.objects.deleteSelected(caller, path, { ...selection, dryRun }));
    return objectList(path.kind, undefined, { items, resourceVersion: '', next: null });
  }
}

function placed({ cluster, kind, namespace }: ResourcePath, at: string | undefined): ReadCollection {
  return { cluster, kind, namespace, ...(at === undefined ? {} : { at }) };
}

function part({ subresource }: ResourcePath): { readonly subresource?: 'status' } {
  return subresource === 'status' ? { subresource } : {};
}
