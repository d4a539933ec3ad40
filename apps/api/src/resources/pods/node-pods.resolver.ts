import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { pageOf } from '#requests';
import { type Connection, PageArgs, type RequestContext } from '../../ground/graphql/index.js';
import { ClusterNodeModel } from '../nodes/index.js';
import { objectConnection, objectPageOf } from '../objects/index.js';
import { NodePodsLoader } from './node-pods.loader.js';
import { NodePodConnection, PodModel } from './pods.model.js';

const LIST = 'nodePods';

/** The pods on a node: one statement for all nodes of a page. */
@Resolver(() => ClusterNodeModel)
export class NodePodsResolver {
  constructor(private readonly nodePods: NodePodsLoader) {}

  @ResolveField(() => NodePodConnection, {
    description: 'The pods that are bound to it, including succeeded and failed ones, by namespace and name.',
  })
  async pods(
    @Parent() { place, name }: ClusterNodeModel,
    @Args() args: PageArgs,
    @Context() context: RequestContext,
  ): Promise<Connection<PodModel>> {
    const page = objectPageOf(args, LIST);
    const { limit, ...window } = page;
    // One more than the page tells whether another follows.
    const pods = await this.nodePods.of(context).load({ place, node: name, limit: limit + 1, window });
    const { items, more } = pageOf(pods, { size: limit, fromEnd: window.fromEnd });
    return objectConnection({ items, more }, { list: LIST, page, node: (object) => new PodModel(place, object) });
  }
}
