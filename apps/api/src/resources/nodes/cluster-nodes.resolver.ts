import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ObjectService } from '#cluster';
import { CapacityService } from '#history';
import { findKindByName, type KindDescription, type Node } from '#kubernetes';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import type { Connection, RequestContext } from '../../ground/graphql/index.js';
import { objectConnection, ObjectLoader, objectPageOf, selectionOf } from '../objects/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { ClusterNodeListArgs, nodeOrderOf } from './node-order.args.js';
import { nodesByUsage } from './nodes-by-usage.js';
import { ClusterNodeConnection, ClusterNodeModel } from './nodes.model.js';

const LIST = 'nodes';

/** The nodes of a cluster. */
@Resolver(() => ClusterModel)
export class ClusterNodesResolver {
  constructor(
    private readonly objects: ObjectService,
    private readonly loader: ObjectLoader,
    private readonly capacity: CapacityService,
  ) {}

  @ResolveField(() => ClusterNodeModel, { nullable: true, description: 'A node by name; null if it does not exist.' })
  async clusterNode(
    @Parent() { place }: ClusterModel,
    @Args('name', { description: 'Its name.' }) name: string,
    @Context() context: RequestContext,
  ): Promise<ClusterNodeModel | null> {
    const node = await this.loader.of(context).load({ place, kind: 'Node', namespace: '', name });
    return node === undefined ? null : new ClusterNodeModel(place, node);
  }

  @ResolveField(() => ClusterNodeConnection, { description: 'Its nodes.' })
  async nodes(
    @Parent() { place }: ClusterModel,
    @Args() args: ClusterNodeListArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<ClusterNodeModel>> {
    const collection = { ...place, kind: findKindByName('Node') as KindDescription, namespace: '' };
    const selection = selectionOf(args, 'Node');
    const order = nodeOrderOf(args);
    if (order.by === 'pods' || order.by === 'share') {
      const nodes = accepted(await this.objects.list(caller, collection, selection)).items as readonly Node[];
      const usages = accepted(await this.capacity.ofNodes(caller, place, nodes));
      return nodesByUsage(place, { nodes, usages }, { args, order });
    }
    const { by, descending } = order;
    const page = objectPageOf(args, LIST, by === 'name' && !descending ? undefined : { by, descending });
    const list = accepted(await this.objects.list(caller, collection, { ...selection, ...page }));
    return objectConnection(list, {
      list: LIST,
      page,
      node: (object) => new ClusterNodeModel(place, object),
      totalCount: async () => accepted(await this.objects.count(caller, collection, selection)),
    });
  }
}
