import { Readable } from 'node:stream';
import { Controller, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ImportService, type ImportReport } from '#cluster';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../caller/caller-of.js';
import { idempotencyOf, parseRequest } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode } from '../outcome/index.js';
import { HashedStream } from './hashed-stream.js';
import { importQuery, importReport, manifestList } from './import.schema.js';

@ApiTags('manifests')
@Controller('v1/clusters/:cluster/import')
export class ImportsController {
  constructor(private readonly imports: ImportService) {}

  @Post()
  @HttpCode(200)
  @Described({
    id: 'importManifests',
    summary: 'Import manifests',
    description:
      'YAML or JSON, streamed, whatever the content type says; gzip is decoded. `kubectl get nodes,pods -A -o yaml` as it is.',
    query: importQuery,
    body: { schema: manifestList, types: ['application/json', 'application/yaml', 'text/plain'] },
    answer: { status: 200, description: 'What was done.', schema: importReport },
    idempotent: true,
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.MANIFESTS_UNREADABLE,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.IMPORT_REJECTED,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
      ErrorCode.PAYLOAD_TOO_LARGE,
    ],
  })
  async import(
    @Req() request: FastifyRequest,
    @Param('cluster') cluster: string,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportReport> {
    const { body } = request;
    const manifests = new HashedStream(body instanceof Readable ? body : Readable.from([]));
    try {
      const { onError } = parseRequest(importQuery, query);
      const whole = async (): Promise<unknown> => ({ cluster, onError, sha256: await manifests.digest() });
      const { idempotency } = idempotencyOf(request, reply, { operation: 'import', request: whole });
      return accepted(
        await this.imports.import(callerOf(request), {
          cluster,
          onError,
          manifests,
          ...(idempotency === undefined ? {} : { idempotency }),
        }),
      );
    } finally {
      // After a body that was left unread, the connection cannot serve another request.
      if (manifests.discard()) void reply.header('connection', 'close');
    }
  }
}
