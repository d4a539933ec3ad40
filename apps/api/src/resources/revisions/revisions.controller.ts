import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { LogService, type Revision } from '#history';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
  filtersOf,
  isOfLate,
  Lasts,
  PageTokens,
  withoutUndefined,
  type ListPage,
  valid,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode, RequestRefused } from '../../ground/outcome/index.js';
import { revisionPage, revisionQuery, revisionSchema } from './revision.schema.js';

const NUMBER = /^(0|[1-9][0-9]{0,17})$/;

@ApiTags('log')
@Controller('v1/clusters/:cluster/revisions')
export class RevisionsController {
  constructor(private readonly log: LogService) {}

  @Get()
  @Lasts(({ query }) => (isOfLate(query) ? 'changing' : 'log'))
  @Described({
    id: 'listRevisions',
    summary: 'List revisions',
    description: 'Committed writes with author and reason, newest first.',
    query: revisionQuery,
    answer: { status: 200, description: 'A page of revisions.', schema: revisionPage },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND],
  })
  async list(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(revisionQuery)) query: z.output<typeof revisionQuery>,
    @Query() asked: unknown,
  ): Promise<ListPage<Revision>> {
    const { pageSize, pageToken, ...given } = query;
    const tokens = new PageTokens(z.string().regex(/^\d{1,18}$/), ['revisions', cluster, filtersOf(asked)]);
    const before = tokens.read(pageToken);
    const filter = withoutUndefined(given);
    const { items, next } = accepted(
      await this.log.revisions(caller, cluster, {
        filter,
        pageSize,
        ...(before === undefined ? {} : { before: BigInt(before) }),
      }),
    );
    return tokens.page(items, next === null ? null : String(next));
  }

  @Get(':revision')
  @Lasts('numbered')
  @Described({
    id: 'getRevision',
    summary: 'Read a revision',
    description: 'One committed write. The list of changes with `revision` has its changes.',
    answer: { status: 200, description: 'The revision.', schema: revisionSchema },
    problems: [ErrorCode.INVALID_REQUEST, ErrorCode.CLUSTER_NOT_FOUND, ErrorCode.REVISION_NOT_FOUND],
  })
  async get(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Param('revision') revision: string,
  ): Promise<Revision> {
    if (!NUMBER.test(revision))
      throw RequestRefused.invalid([
        { field: 'revision', reason: 'FieldValueInvalid', message: 'must be a decimal number' },
      ]);
    return accepted(await this.log.revision(caller, cluster, BigInt(revision)));
  }
}
