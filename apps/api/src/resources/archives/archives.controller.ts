import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ArchiveService, RetentionService, type ArchiveReport } from '#integrity';
import type { Archive } from '#history';
import type { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { PageTokens, withoutUndefined, type ListPage, valid } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { archiveBody, archiveListQuery, archivePage, archivePlace, archiveReport } from './archive.schema.js';

@ApiTags('archives')
@Controller('v1/archives')
export class ArchivesController {
  constructor(
    private readonly archives: ArchiveService,
    private readonly retention: RetentionService,
  ) {}

  @Post()
  @HttpCode(200)
  @Described({
    id: 'archiveHistory',
    summary: 'Archive history',
    description:
      'Moves whole months of the log of every cluster from the database into files, and answers when it is ' +
      'finished. A call that was interrupted is resumed by the next one.',
    body: { schema: archiveBody, example: { before: '2026-01-01T00:00:00Z' } },
    answer: { status: 200, description: 'The result of archiving.', schema: archiveReport },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.ARCHIVING_UNDER_WAY,
      ErrorCode.HISTORY_NOT_SIGNED,
      ErrorCode.STORAGE_UNAVAILABLE,
    ],
  })
  async archive(
    @Caller() caller: Caller,
    @Body(valid(archiveBody)) body: z.output<typeof archiveBody>,
  ): Promise<ArchiveReport> {
    const { before } = body;
    return accepted(await this.retention.archive(caller, withoutUndefined({ before })));
  }

  @Get()
  @Described({
    id: 'listArchives',
    summary: 'List the archives of all clusters',
    description: 'By cluster, the oldest revisions first.',
    query: archiveListQuery,
    answer: { status: 200, description: 'A page of archives.', schema: archivePage },
    problems: [ErrorCode.INVALID_REQUEST],
  })
  async list(
    @Caller() caller: Caller,
    @Query(valid(archiveListQuery)) query: z.output<typeof archiveListQuery>,
  ): Promise<ListPage<Archive>> {
    const { pageSize, pageToken } = query;
    const tokens = new PageTokens(archivePlace, 'archives');
    const { items, next } = accepted(
      await this.archives.list(caller, withoutUndefined({ after: tokens.read(pageToken), pageSize })),
    );
    return tokens.page(items, next);
  }
}
