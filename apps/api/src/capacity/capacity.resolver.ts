import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { ClusterCapacity } from '#history';
import { ClusterModel } from '../clusters/clusters.model.js';
import type { RequestContext } from '../graphql/request-context.js';
import { ClusterTotalsModel, ResourceUtilizationModel } from './capacity.model.js';

/** How full a cluster is. */
@Resolver(() => ClusterModel)
export class CapacityResolver {
  @ResolveField(() => ClusterTotalsModel, { description: 'What all nodes have together, and what of it is requested.' })
  totals(@Parent() { place }: ClusterModel, @Context() { loaders }: RequestContext): Promise<ClusterCapacity> {
    return loaders.capacity.load(place);
  }

  @ResolveField(() => [ResourceUtilizationModel], { description: 'How much of each resource is requested, by name.' })
  async utilization(
    @Parent() { place }: ClusterModel,
    @Context() { loaders }: RequestContext,
  ): Promise<ClusterCapacity['utilization']> {
    return (await loaders.capacity.load(place)).utilization;
  }
}
