import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ObjectService } from '#cluster';
import { z } from 'zod';
import { Caller } from '../../ground/caller/index.js';
import {
  type ListPage,
  isOfLate,
  Lasts,
  nextPlace,
  PageTokens,
  placeInTime,
  valid,
  withoutUndefined,
} from '../../ground/http/index.js';
import { Described } from '../../ground/openapi/index.js';
import { accepted, ErrorCode } from '../../ground/outcome/index.js';
import { QUOTA_KIND } from './quota-kind.js';
import { quotaRowOf, type QuotaRow } from './quota-row.js';
import { quotaPage, quotasQuery } from './quota.schema.js';

/** Where a page of quotas goes on. */
const place = placeInTime(z.object({ namespace: z.string(), name: z.string() }));

/** How much may be used in a cluster, and how much is. */
@ApiTags('clusters')
@Controller('v1/clusters/:cluster/quotas')
export class QuotasController {
  constructor(private readonly objects: ObjectService) {}

  @Get()
  @Lasts(({ query }) => (isOfLate(query) ? 'changing' : 'log'))
  @Described({
    id: 'listQuotas',
    summary: 'List quotas with used and remaining amounts',
    description: 'By namespace and name. api/v1/resourcequotas lists the objects.',
    query: quotasQuery,
    answer: { status: 200, description: 'A page of quotas.', schema: quotaPage },
    problems: [
      ErrorCode.INVALID_REQUEST,
      ErrorCode.CLUSTER_NOT_FOUND,
      ErrorCode.HISTORY_EXPIRED,
      ErrorCode.ARCHIVED,
      ErrorCode.TOO_MANY_REQUESTS,
    ],
  })
  async list(
    @Caller() caller: Caller,
    @Param('cluster') cluster: string,
    @Query(valid(quotasQuery)) { namespace = '', at, pageSize, pageToken }: z.output<typeof quotasQuery>,
  ): Promise<ListPage<QuotaRow>> {
    const tokens = new PageTokens(place, ['quotas', cluster, namespace, at]);
    const from = tokens.read(pageToken);
    const collection = withoutUndefined({ cluster, at: from?.at ?? at, kind: QUOTA_KIND, namespace });
    const page = withoutUndefined({ limit: pageSize, after: from?.after });
    const { items, next, moment } = accepted(await this.objects.list(caller, collection, page));
    const after = next && { namespace: next.namespace, name: next.name };
    return tokens.page(items.map(quotaRowOf), nextPlace(after, moment));
  }
}
