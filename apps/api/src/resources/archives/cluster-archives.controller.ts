import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Decision } from '#audit';
import { ArchiveService } from '#integrity';
import type { Archive } from '#history';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import { decisionSchema, tracePage, traceQuery } from '../decisions/index.js';
import { Lasts, PageTokens, sendFile, withoutUndefined, type ListPage, valid } from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { archiveListQuery, archivePage, archivePlace, archiveSchema } from './archive.schema.js';

const NOT_THERE = [ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.ARCHIVE_NOT_FOUND];
const FILE_NOT_THERE = [...NOT_THERE, ErrorCode.ARCHIVE_FILE_MISSING, ErrorCode.STORAGE_UNAVAILABLE];
const GZIP = ['application/gzip'] as const;

@ApiTags('archives')
@Controller('v1/clusters/:cluster/archives')
export class ClusterArchivesController {
  constructor(private readonly archives: ArchiveService) {}

  @Get()
  @Described({
    id: 'listClusterArchives',
    summary: 'List the archives of a cluster',
    description: 'The oldest revisions first.',
    query: archiveListQuery,
    answer: { status: 200, description: 'A page of archives.', schema: archivePage },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND],
  })
  async list(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(archiveListQuery)) query: z.output<typeof archiveListQuery>,
  ): Promise<ListPage<Archive>> {
    const { pageSize, pageToken } = query;
    const tokens = new PageTokens(archivePlace, ['archives', cluster]);
    const { items, next } = accepted(
      await this.archives.list(caller, withoutUndefined({ cluster, after: tokens.read(pageToken), pageSize })),
    );
    return tokens.page(items, next);
  }

  @Get(':archive')
  @Lasts('numbered')
  @Described({
    id: 'getArchive',
    summary: 'Read an archive',
    description: 'By its id, `<first revision>-<last revision>`.',
    answer: { status: 200, description: 'The archive.', schema: archiveSchema },
    problems: NOT_THERE,
  })
  async get(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('archive') archive: string,
  ): Promise<Archive> {
    return accepted(await this.archives.get(caller, cluster, archive));
  }

  @Get(':archive/ledger')
  @Lasts('numbered')
  @Described({
    id: 'downloadArchivedLedger',
    summary: 'Download the ledger of an archive',
    description:
      'Compressed NDJSON in the form `berth.ledger/1`. `gunzip -c FILE | berth verify -` verifies it; only ' +
      'the public key is needed.',
    answer: { status: 200, description: 'The file.', types: [...GZIP] },
    problems: FILE_NOT_THERE,
  })
  async ledger(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('archive') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendFile(reply, accepted(await this.archives.open(caller, cluster, { id, which: 'ledgerFile' })));
  }

  @Get(':archive/traces')
  @Lasts('numbered')
  @Described({
    id: 'downloadArchivedTraces',
    summary: 'Download the traces of an archive',
    description:
      'Compressed NDJSON in the form `berth.traces/1`: the chunks, node sets and bases that the digests of ' +
      'the ledger refer to.',
    answer: { status: 200, description: 'The file.', types: [...GZIP] },
    problems: FILE_NOT_THERE,
  })
  async traces(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('archive') id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendFile(reply, accepted(await this.archives.open(caller, cluster, { id, which: 'tracesFile' })));
  }

  @Get(':archive/decisions/:decision')
  @Lasts('numbered')
  @Described({
    id: 'getArchivedDecision',
    summary: 'Read an archived decision',
    description: 'The decision as recorded in the ledger. The file is read up to it.',
    answer: { status: 200, description: 'The decision.', schema: decisionSchema },
    problems: [...FILE_NOT_THERE, ErrorCode.DECISION_NOT_FOUND, ErrorCode.TOO_MANY_REQUESTS],
  })
  async decision(
    @Caller() caller: Caller,
    @Param() { cluster, archive, decision }: ArchivedDecisionPath,
  ): Promise<Decision> {
    return accepted(await this.archives.decision(caller, cluster, { archive, decision }));
  }

  @Get(':archive/decisions/:decision/trace')
  @Lasts('numbered')
  @Described({
    id: 'getArchivedTrace',
    summary: 'Read the trace of an archived decision',
    description: 'Every verdict and score of every node.',
    query: traceQuery,
    answer: { status: 200, description: 'A page of the trace.', schema: tracePage },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ...FILE_NOT_THERE,
      ErrorCode.DECISION_NOT_FOUND,
      ErrorCode.TRACE_NOT_STORED,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async trace(
    @Caller() caller: Caller,
    @Param() { cluster, archive, decision }: ArchivedDecisionPath,
    @Query(valid(traceQuery)) query: z.output<typeof traceQuery>,
  ): Promise<object> {
    const { pageSize, pageToken, orderBy, ...given } = query;
    const tokens = new PageTokens(z.number().int().min(0), [
      'archived trace',
      cluster,
      archive,
      decision,
      orderBy,
      given,
    ]);
    const asked = {
      archive,
      decision,
      filter: withoutUndefined(given),
      orderBy,
      offset: tokens.read(pageToken) ?? 0,
      pageSize,
    };
    const view = accepted(await this.archives.trace(caller, cluster, asked));
    const { matching: _matching, offset: _offset, nextOffset, ...shown } = view;
    return { ...shown, ...tokens.page(shown.items, nextOffset) };
  }
}

interface ArchivedDecisionPath {
  readonly cluster: string;
  readonly archive: string;
  readonly decision: string;
}
