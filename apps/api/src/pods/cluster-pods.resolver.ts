import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ObjectService } from '#cluster';
import { findKindByName, type KindDescription } from '#kubernetes';
import { Caller } from '../caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import type { Connection } from '../graphql/index.js';
import { NamespacedSelectionArgs, objectConnection, objectPageOf, selectionOf } from '../objects/index.js';
import { accepted } from '../outcome/index.js';
import { PodConnection, PodModel } from './pods.model.js';

const LIST = 'pods';

/** The pods of a cluster. */
@Resolver(() => ClusterModel)
export class ClusterPodsResolver {
  constructor(private readonly objects: ObjectService) {}

  @ResolveField(() => PodConnection, { description: 'Its pods, by namespace and name.' })
  async pods(
    @Parent() { place }: ClusterModel,
    @Args() args: NamespacedSelectionArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<PodModel>> {
    const collection = { ...place, kind: findKindByName('Pod') as KindDescription, namespace: args.namespace ?? '' };
    const selection = selectionOf(args, 'Pod');
    const page = objectPageOf(args, LIST);
    const list = accepted(await this.objects.list(caller, collection, { ...selection, ...page }));
    return objectConnection(list, {
      list: LIST,
      page,
      node: (object) => new PodModel(place, object),
      totalCount: async () => accepted(await this.objects.count(caller, collection, selection)),
    });
  }
}
