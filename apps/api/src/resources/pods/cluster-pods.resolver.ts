import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ObjectService } from '#cluster';
import { findKindByName, type KindDescription } from '#kubernetes';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import type { Connection, RequestContext } from '../../ground/graphql/index.js';
import { ObjectLoader, objectConnection, objectPageOf, selectionOf } from '../objects/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { orderOf, PodListArgs } from './pod-order.args.js';
import { PodConnection, PodModel } from './pods.model.js';

const LIST = 'pods';

/** The pods of a cluster. */
@Resolver(() => ClusterModel)
export class ClusterPodsResolver {
  constructor(
    private readonly objects: ObjectService,
    private readonly loader: ObjectLoader,
  ) {}

  @ResolveField(() => PodModel, {
    nullable: true,
    description: 'A pod by namespace and name; null if it does not exist.',
  })
  async pod(
    @Parent() { place }: ClusterModel,
    @Args('namespace', { description: 'The namespace.' }) namespace: string,
    @Args('name', { description: 'Its name.' }) name: string,
    @Context() context: RequestContext,
  ): Promise<PodModel | null> {
    const pod = await this.loader.of(context).load({ place, kind: 'Pod', namespace, name });
    return pod === undefined ? null : new PodModel(place, pod);
  }

  @ResolveField(() => PodConnection, { description: 'Its pods.' })
  async pods(
    @Parent() { place }: ClusterModel,
    @Args() args: PodListArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<PodModel>> {
    const collection = { ...place, kind: findKindByName('Pod') as KindDescription, namespace: args.namespace ?? '' };
    const selection = selectionOf(args, 'Pod');
    const page = objectPageOf(args, LIST, orderOf(args));
    const list = accepted(await this.objects.list(caller, collection, { ...selection, ...page }));
    return objectConnection(list, {
      list: LIST,
      page,
      node: (object) => new PodModel(place, object),
      totalCount: async () => accepted(await this.objects.count(caller, collection, selection)),
    });
  }
}
