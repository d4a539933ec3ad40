import { ArgsType } from '@nestjs/graphql';
import { ObjectService } from '#cluster';
import { findKindByName, type KindDescription } from '#kubernetes';
import { ok } from '#requests';
import { z } from 'zod';
import { ClusterModel } from '../clusters/index.js';
import { inNamespace } from '../../ground/caller/index.js';
import { argsOf, connectionOf, PageArgs } from '../../ground/graphql/index.js';
import { isOfLate, withoutUndefined } from '../../ground/http/index.js';
import { operation } from '../../ground/operation/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { quotaRowOf, type QuotaRow } from './quota-row.js';
import { quotaPage, quotaSchema, quotasQuery } from './quota.schema.js';

const kind = findKindByName('ResourceQuota') as KindDescription;
const QuotaConnection = connectionOf<QuotaRow>(quotaSchema, { name: 'Quota', what: 'a quota', counted: true });

@ArgsType()
class QuotaArgs extends argsOf(quotasQuery.pick({ namespace: true }), {}, PageArgs) {}

/** How much may be used in a cluster, and how much is. */
export const listQuotas = operation({
  name: 'listQuotas',
  route: 'GET /v1/clusters/:cluster/quotas',
  tag: 'clusters',
  permission: inNamespace('viewer'),
  summary: 'List quotas with used and remaining amounts',
  description: 'By namespace and name. api/v1/resourcequotas lists the objects.',
  uses: { objects: ObjectService },
  query: quotasQuery,
  answer: { status: 200, description: 'A page of quotas.', schema: quotaPage },
  lasts: ({ query }) => (isOfLate(query) ? 'changing' : 'log'),
  pages: { place: z.object({ namespace: z.string(), name: z.string() }), inTime: true },
  run: async ({ objects }, { caller, path: { cluster }, query: { namespace = '', at }, page }) => {
    const { pageSize: limit, ...window } = page;
    const collection = { ...withoutUndefined({ cluster, at }), kind, namespace };
    const found = await objects.list(caller, collection, { limit, ...window });
    if (found.refused) return found;
    const { items, next, moment } = found.value;
    return ok({
      items: items.map(quotaRowOf),
      next: next && { namespace: next.namespace, name: next.name },
      moment,
      totalCount: async () => accepted(await objects.count(caller, collection)),
    });
  },
}).connection({
  on: () => ClusterModel,
  name: 'quotas',
  description: 'Its ResourceQuotas by namespace and name, with allowed, used and remaining amounts.',
  type: () => QuotaConnection,
  args: QuotaArgs,
  list: 'quotas',
  parts: ['text', 'text'],
  placeOf: ([namespace = '', name = '']) => ({ namespace, name }),
  partsOf: ({ namespace, name }) => [namespace, name],
  asked: ({ place }, filter) => ({ ...place, ...filter }),
  node: (quota) => quota,
});
