import { Readable } from 'node:stream';
import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ImportService, type ImportReport } from '#cluster';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { Accepts, IdempotencyKey, Idempotent, type Keyed, valid, withoutUndefined } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { importQuery, importReport, manifests as manifestsBody } from './import.schema.js';

@ApiTags('manifests')
@Controller('v1/clusters/:cluster/import')
export class ImportsController {
  constructor(private readonly imports: ImportService) {}

  @Post()
  @HttpCode(200)
  // Keys of imports are stored as those of `import`.
  @Idempotent('import')
  @Accepts('stream')
  @Described({
    id: 'importManifests',
    summary: 'Import manifests',
    description:
      'YAML or JSON, streamed, regardless of the content type; gzip is decompressed. Accepts the output of ' +
      '`kubectl get nodes,pods -A -o yaml`. Fields that are unknown to Kubernetes are dropped, as by its ' +
      'API server, and reported.',
    query: importQuery,
    body: { schema: manifestsBody },
    answer: { status: 200, description: 'The result.', schema: importReport },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.MANIFESTS_UNREADABLE,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.NOTHING_TO_IMPORT,
      ErrorCode.IMPORT_REJECTED,
      ErrorCode.IDEMPOTENCY_KEY_REUSED,
      ErrorCode.TOO_MANY_REQUESTS,
      ErrorCode.PAYLOAD_TOO_LARGE,
    ],
  })
  async import(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(importQuery)) query: z.output<typeof importQuery>,
    @Body() body: unknown,
    @IdempotencyKey() keyed: Keyed,
  ): Promise<ImportReport> {
    const manifests = body instanceof Readable ? body : Readable.from([]);
    const { idempotency } = keyed({ cluster, ...asKept(query) });
    const key = idempotency && { idempotency: { ...idempotency, hashesManifests: true } };
    return accepted(await this.imports.import(caller, { cluster, ...withoutUndefined(query), manifests, ...key }));
  }
}

/**
 * What a key stands for, beside the hash of the manifests. Options that have their default are left out, so that keys
 * of earlier versions still count.
 */
function asKept({ onError, onUnknown, onIgnored, quotas, dryRun = false }: z.output<typeof importQuery>): object {
  return {
    onError,
    ...(onUnknown === 'abort' ? { onUnknown } : {}),
    ...(onIgnored === 'abort' ? { onIgnored } : {}),
    ...(quotas === 'enforce' ? { quotas } : {}),
    ...(dryRun ? { dryRun } : {}),
  };
}
