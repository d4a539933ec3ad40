import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ObjectService } from '#cluster';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { connection, type Connection, pageRequest, sidesOf, writeCursor } from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { QUOTA_KIND } from './quota-kind.js';
import { quotaRowOf, type QuotaRow } from './quota-row.js';
import { QuotaArgs, QuotaConnection } from './quotas.model.js';

const LIST = 'quotas';

/** How much may be used in a cluster, and how much is. */
@Resolver(() => ClusterModel)
export class QuotasResolver {
  constructor(private readonly objects: ObjectService) {}

  @ResolveField(() => QuotaConnection, {
    name: 'quotas',
    description: 'Its ResourceQuotas by namespace and name, with allowed, used and remaining amounts.',
  })
  async list(
    @Parent() { place }: ClusterModel,
    @Args() args: QuotaArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<QuotaRow>> {
    const page = pageRequest(args, LIST, ['text', 'text'], ([namespace = '', name = '']) => ({ namespace, name }));
    const { size: limit, ...window } = page;
    const collection = { ...place, kind: QUOTA_KIND, namespace: args.namespace ?? '' };
    const { items, next } = accepted(await this.objects.list(caller, collection, { limit, ...window }));
    return connection({
      items: items.map(quotaRowOf),
      ...sidesOf(page, next !== null),
      cursor: ({ namespace, name }) => writeCursor(LIST, namespace, name),
      node: (quota) => quota,
      totalCount: async () => accepted(await this.objects.count(caller, collection)),
    });
  }
}
