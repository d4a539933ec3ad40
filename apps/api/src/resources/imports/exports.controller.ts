import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ExportService } from '#cluster';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { Lasts, Preferred, withoutUndefined, valid } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { exportQuery, manifestList } from './import.schema.js';
import { listAsJson, listAsYaml } from './write-list.js';

const TYPES = ['application/json', 'application/yaml'] as const;

@ApiTags('manifests')
@Controller('v1/clusters/:cluster/export')
export class ExportsController {
  constructor(private readonly exports: ExportService) {}

  @Get()
  @Lasts('log')
  @Described({
    id: 'exportManifests',
    summary: 'Export manifests',
    description:
      'All objects of the present or a past state of the cluster, streamed as a v1 List in JSON or YAML, by ' +
      '`Accept`.',
    query: exportQuery,
    answer: { status: 200, description: 'A v1 List.', schema: manifestList, types: [...TYPES] },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
      ErrorCode.NOT_ACCEPTABLE,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async export(
    @Caller() caller: Caller,
    @Preferred(TYPES) type: (typeof TYPES)[number],
    @Param('cluster') cluster: string,
    @Query(valid(exportQuery)) query: z.output<typeof exportQuery>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { kinds, at } = query;
    accepted(
      await this.exports.export(caller, withoutUndefined({ cluster, kinds, at }), async (exported) => {
        const text = type === 'application/json' ? listAsJson(exported) : listAsYaml(exported);
        await reply.type(`${type}; charset=utf-8`).send(Readable.from(text, { objectMode: false }));
      }),
    );
  }
}
