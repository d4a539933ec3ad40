import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OverviewService, type LabelKey, type NamespaceCounts, type StateCounts } from '#cluster';
import { SearchService, type SearchHit } from '#questions';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
  type ListPage,
  momentQuery,
  nextPlace,
  PageTokens,
  placeInTime,
  valid,
  withoutUndefined,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import {
  labelKeysQuery,
  labelKeysSchema,
  namespacePage,
  namespacesQuery,
  searchHits,
  searchQuery,
  statesSchema,
} from './overview.schema.js';

const PROBLEMS = [
  ErrorCode.INVALID_REQUEST,
  ErrorCode.CLUSTER_NOT_FOUND,
  ErrorCode.HISTORY_EXPIRED,
  ErrorCode.ARCHIVED,
  ErrorCode.TOO_MANY_REQUESTS,
] as const;

@ApiTags('clusters')
@Controller('v1/clusters/:cluster')
export class OverviewController {
  constructor(
    private readonly overview: OverviewService,
    private readonly searches: SearchService,
  ) {}

  @Get('states')
  @Described({
    id: 'getStates',
    summary: 'Count nodes and pods by state',
    description: 'States that need attention.',
    query: momentQuery,
    answer: { status: 200, description: 'The counts.', schema: statesSchema },
    problems: PROBLEMS,
  })
  async states(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(momentQuery)) { at }: z.output<typeof momentQuery>,
  ): Promise<StateCounts> {
    return accepted(await this.overview.states(caller, withoutUndefined({ cluster, at })));
  }

  @Get('label-keys')
  @Described({
    id: 'listLabelKeys',
    summary: 'List keys of labels',
    description:
      'Keys of labels of all nodes or all pods, with their most frequent values, for grouping and ' + 'selecting.',
    query: labelKeysQuery,
    answer: { status: 200, description: 'The keys.', schema: labelKeysSchema },
    problems: PROBLEMS,
  })
  async labelKeys(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(labelKeysQuery)) { kind, values, at }: z.output<typeof labelKeysQuery>,
  ): Promise<{ readonly items: readonly LabelKey[] }> {
    const which = withoutUndefined({ cluster, at });
    return { items: accepted(await this.overview.labelKeys(caller, which, { kind, values })) };
  }

  @Get('namespaces')
  @Described({
    id: 'listNamespaces',
    summary: 'List namespaces with numbers of pods',
    description: 'By name. api/v1/namespaces lists the objects.',
    query: namespacesQuery,
    answer: { status: 200, description: 'A page of namespaces.', schema: namespacePage },
    problems: PROBLEMS,
  })
  async namespaces(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(namespacesQuery)) { at, pageSize, pageToken }: z.output<typeof namespacesQuery>,
  ): Promise<ListPage<NamespaceCounts>> {
    const tokens = new PageTokens(placeInTime(z.string()), ['namespaces', cluster, at]);
    const from = tokens.read(pageToken);
    const which = withoutUndefined({ cluster, at: from?.at ?? at });
    const page = withoutUndefined({ pageSize, after: from?.after });
    const { items, next, moment } = accepted(await this.overview.namespaces(caller, which, page));
    return tokens.page(items, nextPlace(next, moment));
  }

  @Get('search')
  @Described({
    id: 'search',
    summary: 'Search by name or id',
    description:
      'Finds objects by a part of their name (`shop/api` in a namespace) or by uid; runs, decisions and ' +
      'revisions by id. Exact matches come first, then names that begin with the text, then names that ' +
      'contain it.',
    query: searchQuery,
    answer: { status: 200, description: 'The result.', schema: searchHits },
    problems: PROBLEMS,
  })
  async search(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(searchQuery)) { text, kinds, first: limit, at }: z.output<typeof searchQuery>,
  ): Promise<{ readonly items: readonly SearchHit[] }> {
    const request = withoutUndefined({ text, kinds, limit });
    return { items: accepted(await this.searches.search(caller, withoutUndefined({ cluster, at }), request)) };
  }
}
