import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { sendFile, valid } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { answerBegun, operationSchema } from '../operations/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { exportBody } from './export-file.schema.js';
import { ExportOperations } from './export-operations.js';

const GZIP = ['application/gzip'] as const;

@ApiTags('operations')
@Controller('v1')
export class ExportFilesController {
  constructor(private readonly exports: ExportOperations) {}

  @Post('clusters/:cluster/exports')
  @HttpCode(202)
  @Described({
    id: 'startExport',
    summary: 'Export into a file',
    description:
      'Writes the objects of a cluster or its ledger into a compressed file on the server, as an operation. ' +
      'The file can be downloaded any number of times for a day. Use it over slow or unreliable ' +
      "connections; streamed exports run at the client's speed and are not stored.",
    body: { schema: exportBody, example: { what: 'ledger' } },
    answer: { status: 202, description: 'The operation.', schema: operationSchema },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async begin(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Body(valid(exportBody)) body: z.output<typeof exportBody>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await answerBegun(reply, accepted(await this.exports.begin(caller, cluster, body)));
  }

  @Get('operations/:operation/file')
  @Described({
    id: 'downloadExport',
    summary: 'Download the file of an export',
    description: 'The compressed file, with its hash. Available for a day after the export succeeded.',
    answer: { status: 200, description: 'The file.', types: [...GZIP] },
    problems: [ErrorCode.OPERATION_NOT_FOUND, ErrorCode.OPERATION_FILE_NOT_FOUND, ErrorCode.STORAGE_UNAVAILABLE],
  })
  async download(
    @Caller() caller: Caller,
    @Param('operation') operation: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendFile(reply, accepted(await this.exports.open(caller, operation)));
  }
}
