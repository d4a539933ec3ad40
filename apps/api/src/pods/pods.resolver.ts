import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { RequestContext } from '../graphql/request-context.js';
import { ClusterNodeModel } from '../nodes/nodes.model.js';
import { PodModel } from './pods.model.js';

/** What belongs to a pod: one statement for all pods of a page. */
@Resolver(() => PodModel)
export class PodsResolver {
  @ResolveField(() => ClusterNodeModel, {
    nullable: true,
    description: 'The node that it is bound to; null when it is bound to none, or to one that is not there.',
  })
  async node(
    @Parent() { place, nodeName }: PodModel,
    @Context() { loaders }: RequestContext,
  ): Promise<ClusterNodeModel | null> {
    if (nodeName === null) return null;
    const node = await loaders.objects.load({ place, kind: 'Node', namespace: '', name: nodeName });
    return node === undefined ? null : new ClusterNodeModel(place, node);
  }
}
