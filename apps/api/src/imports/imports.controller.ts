import { Readable } from 'node:stream';
import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ImportService, type ImportReport } from '#cluster';
import type { z } from 'zod';
import { Caller } from '../caller/index.js';
import { Accepts, IdempotencyKey, Idempotent, type Keyed, valid } from '../http/index.js';
import { Described } from '../openapi/index.js';
import { accepted, ErrorCode } from '../outcome/index.js';
import { HashedStream } from './hashed-stream.js';
import { importQuery, importReport, manifests as manifestsBody } from './import.schema.js';

@ApiTags('manifests')
@Controller('v1/clusters/:cluster/import')
export class ImportsController {
  constructor(private readonly imports: ImportService) {}

  @Post()
  @HttpCode(200)
  // Keys of imports are kept as those of `import`.
  @Idempotent('import')
  @Accepts('stream')
  @Described({
    id: 'importManifests',
    summary: 'Import manifests',
    description:
      'YAML or JSON, streamed, whatever the content type says; gzip is decoded. `kubectl get ' +
      'nodes,pods -A -o yaml` as it is.',
    query: importQuery,
    body: { schema: manifestsBody },
    answer: { status: 200, description: 'What was done.', schema: importReport },
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
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(importQuery)) { onError }: z.output<typeof importQuery>,
    @Body() body: unknown,
    @IdempotencyKey() keyed: Keyed,
  ): Promise<ImportReport> {
    const manifests = new HashedStream(body instanceof Readable ? body : Readable.from([]));
    const whole = async (): Promise<unknown> => ({ cluster, onError, sha256: await manifests.digest() });
    return accepted(await this.imports.import(caller, { cluster, onError, manifests, ...keyed(whole) }));
  }
}
