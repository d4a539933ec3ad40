import { Args, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ObjectService } from '#cluster';
import { CapacityService } from '#history';
import { findKindByName, type KindDescription } from '#kubernetes';
import { Caller } from '../caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import type { Connection } from '../graphql/index.js';
import { objectConnection, objectPageOf, SelectionArgs, selectionOf } from '../objects/index.js';
import { accepted } from '../outcome/index.js';
import { NodeColumnsModel } from './node-columns.model.js';
import { DEFAULT_RESOURCES } from './node-columns.schema.js';
import { ClusterNodeConnection, ClusterNodeModel } from './nodes.model.js';

const LIST = 'nodes';

/** The nodes of a cluster. */
@Resolver(() => ClusterModel)
export class ClusterNodesResolver {
  constructor(
    private readonly objects: ObjectService,
    private readonly capacity: CapacityService,
  ) {}

  @ResolveField(() => ClusterNodeConnection, { description: 'Its nodes, by name.' })
  async nodes(
    @Parent() { place }: ClusterModel,
    @Args() args: SelectionArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<ClusterNodeModel>> {
    const collection = { ...place, kind: findKindByName('Node') as KindDescription, namespace: '' };
    const selection = selectionOf(args, 'Node');
    const page = objectPageOf(args, LIST);
    const list = accepted(await this.objects.list(caller, collection, { ...selection, ...page }));
    return objectConnection(list, {
      list: LIST,
      page,
      node: (object) => new ClusterNodeModel(place, object),
      totalCount: async () => accepted(await this.objects.count(caller, collection, selection)),
    });
  }

  @ResolveField(() => NodeColumnsModel, {
    description: 'Every node in one answer, column by column, for a map of nodes. Counts as 5,000 objects.',
  })
  async nodeColumns(
    @Parent() { place }: ClusterModel,
    @Args('labels', {
      type: () => [String],
      defaultValue: [],
      description: 'Keys of labels, at most 20: a column each.',
    })
    labels: readonly string[],
    @Args('resources', {
      type: () => [String],
      defaultValue: DEFAULT_RESOURCES,
      description: 'Names of resources, at most 20: a column each.',
    })
    resources: readonly string[],
    @Caller() caller: Caller,
  ): Promise<NodeColumnsModel> {
    return accepted(await this.capacity.columnsOfNodes(caller, place, { labels, resources }));
  }
}
