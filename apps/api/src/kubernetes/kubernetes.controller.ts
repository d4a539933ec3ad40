import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Patch,
  Post,
  Put,
  Query,
  Res,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ObjectService, type Patch as ObjectPatch, type ReadCollection } from '#cluster';
import type { Manifest } from '#rows';
import { earlyWarningsOf, statusWarningsOf, warningsOf } from '#api-server';
import { isObjectSubresource, type ObjectSubresource, type Scale } from '#kubernetes';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller, Operation } from '../ground/caller/index.js';
import { Lasts, AnswerHeaders, Conditional, Idempotent, Rules, Terms } from '../ground/http/index.js';
import { accepted, RequestRefused, type KubernetesStatus } from '../ground/outcome/index.js';
import { AnswerInterceptor, lastingOfForm } from './answers/index.js';
import { deletionAnswer, isAcceptedOnly } from './deletion-answer.js';
import { anyDeletion } from './deletion-options.js';
import { Deletes, type RequestedDeletion } from './deletion.decorator.js';
import { KubernetesBody } from './kubernetes-body.decorator.js';
import { objectTag } from './object-tag.js';
import { checkAge, objectList, type ObjectListBody } from './object-list.js';
import { readObject } from './read-object.js';
import { RequestedPatch } from './read-patch.js';
import { RequestBody } from './request-body.js';
import { anyRead, momentOfRead, versionOfRead, writeQuery } from './request-options.js';
import type { ResourcePath } from './resource-path.js';
import { NoImpersonation } from './reviews/index.js';
import { listRequest } from './selection.js';
import { Subresources } from './subresources.js';
import { ServedPath } from './served-path.decorator.js';
import { isWatch, mayBeWatch, WatchAnswers } from './watch/index.js';
import { Writes, type WriteOptions } from './write-options.decorator.js';

const PATHS = ['api/v1/*', 'apis/:group/:version/*'];

/** The parameters of a route, as they are described. The answer is of the form that its request accepts. */
const Takes = (query: z.ZodObject): MethodDecorator => Rules({ query, isLenient: true });

/** The Kubernetes API of a cluster. Described by its own discovery documents, and in /openapi.json kind by kind. */
@ApiExcludeController()
@UseGuards(NoImpersonation)
@UseInterceptors(AnswerInterceptor)
@Controller('v1/clusters/:cluster')
export class KubernetesController {
  constructor(
    private readonly objects: ObjectService,
    private readonly subresources: Subresources,
    private readonly watches: WatchAnswers,
  ) {}

  @Get(PATHS)
  @Lasts((read) => (mayBeWatch(read) ? 'changing' : lastingOfForm(read)))
  @Operation('readObject')
  @AnswerHeaders(objectTag)
  @Takes(anyRead)
  async read(
    @Caller() caller: Caller,
    @ServedPath() path: ResourcePath,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Manifest | Scale | ObjectListBody | undefined> {
    if (path.subresource === 'scale')
      return this.subresources.readScale(caller, placed(path, momentOfRead(query)), path.name ?? '');
    if (isWatch(path, query)) return this.watches.answer(caller, path, query, reply);
    if (path.name !== undefined) return this.#readOne(caller, path, query);
    const request = listRequest(path, query);
    const asked = { ...request.selection, withTotal: request.isCounted && request.before === undefined };
    const listed = await this.objects.list(caller, placed(path, request.at), asked);
    if (listed.refused && request.exact !== undefined) {
      // One that has not come yet is waited for in vain, and no fault of the request.
      const present = accepted(await this.objects.list(caller, placed(path, undefined), { limit: 1 }));
      checkAge({ notOlderThan: request.exact }, present.resourceVersion);
    }
    const list = accepted(listed);
    checkAge(request, list.resourceVersion);
    return objectList(path.kind, request, list);
  }

  /** One object, which is not to be older than a version that the query may name. */
  async #readOne(caller: Caller, path: ResourcePath, query: unknown): Promise<Manifest> {
    const notOlderThan = versionOfRead(query);
    if (notOlderThan !== undefined) {
      const present = accepted(await this.objects.list(caller, placed(path, undefined), { limit: 1 }));
      checkAge({ notOlderThan }, present.resourceVersion);
    }
    return accepted(await this.objects.get(caller, placed(path, momentOfRead(query)), path.name ?? ''));
  }

  @Post(PATHS)
  @Operation('createObject')
  @Takes(writeQuery)
  @KubernetesBody()
  @Idempotent()
  @Conditional()
  @AnswerHeaders(objectTag)
  @HttpCode(201)
  async create(
    @Caller() caller: Caller,
    @ServedPath() path: ResourcePath,
    @Writes() writes: WriteOptions,
    @RequestBody() body: unknown,
    @Terms() terms: Terms,
  ): Promise<Manifest | KubernetesStatus | object> {
    const posted = this.subresources.create({ caller, path, writes, terms }, body);
    if (posted !== undefined) return posted;
    const { dryRun, fields, warn } = writes;
    const object = readObject(body, path, fields);
    warn(earlyWarningsOf(object));
    const options = { dryRun, ...terms({ ...placeOf(path), dryRun, object }) };
    return reported(path, accepted(await this.objects.create(caller, path, object, options)), { isNew: true, warn });
  }

  @Put(PATHS)
  @Operation('replaceObject')
  @Takes(writeQuery)
  @KubernetesBody()
  @Idempotent()
  @Conditional()
  @AnswerHeaders(objectTag)
  async replace(
    @Caller() caller: Caller,
    @ServedPath() path: ResourcePath,
    @Writes() writes: WriteOptions,
    @RequestBody() body: unknown,
    @Terms() terms: Terms,
  ): Promise<Manifest | Scale> {
    if (path.subresource === 'scale') return this.subresources.replaceScale({ caller, path, writes, terms }, body);
    const { dryRun, fields, warn } = writes;
    const object = readObject(body, path, fields);
    let isNewGeneration = false;
    const options = { dryRun, ...part(path), ...terms({ ...placeOf(path), dryRun, object }) };
    const onNewGeneration = (): void => void (isNewGeneration = true);
    const replaced = accepted(await this.objects.replace(caller, path, object, { ...options, onNewGeneration }));
    if (replaced.isNew) writes.answerCreated();
    return reported(path, replaced.object, { isNew: replaced.isNew, isNewGeneration, warn });
  }

  @Patch(PATHS)
  @Operation('patchObject')
  @Takes(writeQuery)
  @KubernetesBody()
  @Idempotent()
  @Conditional()
  @AnswerHeaders(objectTag)
  async patch(
    @Caller() caller: Caller,
    @ServedPath() path: ResourcePath,
    @Writes() writes: WriteOptions,
    @RequestedPatch() patch: ObjectPatch,
    @Terms() terms: Terms,
  ): Promise<Manifest | Scale> {
    if (path.subresource === 'scale') return this.subresources.patchScale({ caller, path, writes, terms }, patch);
    const { dryRun, fields, warn } = writes;
    const asked = { name: path.name ?? '', patch, dryRun, ...part(path) };
    let isNewGeneration = false;
    const options = { onOddPatch: fields.patchChecker(patch), ...terms({ ...placeOf(path), ...asked }) };
    const onNewGeneration = (): void => void (isNewGeneration = true);
    const patched = accepted(await this.objects.patch(caller, path, { ...asked, ...options, onNewGeneration }));
    return reported(path, patched, { isNew: false, isNewGeneration, warn });
  }

  @Delete(PATHS)
  @Operation('deleteObject')
  @Takes(anyDeletion)
  @KubernetesBody()
  @Idempotent()
  @Conditional()
  async delete(
    @Caller() caller: Caller,
    @ServedPath() path: ResourcePath,
    @Deletes() { selection, dryRun, preconditions, options, answerAccepted }: RequestedDeletion,
    @Terms() terms: Terms,
  ): Promise<Manifest | KubernetesStatus | ObjectListBody> {
    const { name } = path;
    if (name !== undefined) {
      const deletion = { name, preconditions, dryRun, options };
      const target = { ...deletion, ...terms({ ...placeOf(path), ...deletion }) };
      const deleted = accepted(await this.objects.delete(caller, path, target));
      if (isAcceptedOnly(deleted, options)) answerAccepted();
      return deletionAnswer(path.kind, deleted);
    }
    const selected = { ...selection, options, preconditions, dryRun };
    const { conditions, ...key } = terms({ ...placeOf(path), ...selected });
    if (conditions !== undefined) throw unconditional();
    const deleted = accepted(await this.objects.deleteSelected(caller, path, { ...selected, ...key }));
    return objectList(path.kind, undefined, { ...deleted, next: null });
  }
}

/** Returns an object that was written, and warns its writer of what was written. */
function reported(
  { subresource }: ResourcePath,
  object: Manifest,
  { warn, ...write }: Parameters<typeof warningsOf>[1] & Pick<WriteOptions, 'warn'>,
): Manifest {
  if (subresource === undefined) warn(warningsOf(object, write));
  else if (subresource === 'status') warn(statusWarningsOf(object));
  return object;
}

function placed({ cluster, kind, namespace }: ResourcePath, at: string | undefined): ReadCollection {
  return { cluster, kind, namespace, asServed: true, ...(at === undefined ? {} : { at }) };
}

/** What a path leads to, as a key keeps it. */
function placeOf({ cluster, kind: { apiVersion, kind }, namespace, name, subresource }: ResourcePath): object {
  return {
    cluster,
    apiVersion,
    kind,
    namespace,
    ...(name !== undefined && { name }),
    ...(subresource && { subresource }),
  };
}

/** Many objects have no version. */
function unconditional(): RequestRefused {
  const message = 'is for one object, not for a collection';
  return RequestRefused.invalid([{ field: 'If-Match', reason: 'FieldValueForbidden', message }]);
}

function part({ subresource }: ResourcePath): { readonly subresource?: ObjectSubresource } {
  return isObjectSubresource(subresource) ? { subresource } : {};
}
