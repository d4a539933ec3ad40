import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { ClusterCapacity } from '#history';
import { requireQuantity } from '#apimachinery';
import { ClusterModel } from '../clusters/index.js';
import type { RequestContext } from '../../ground/graphql/index.js';
import { CapacityLoader } from './capacity.loaders.js';
import { ClusterTotalsModel, ResourceQuantityModel, ResourceUtilizationModel } from './capacity.model.js';

/** Amounts as numbers, made where they are asked for. */
@Resolver(() => ResourceQuantityModel)
export class ResourceQuantityResolver {
  @ResolveField()
  value(@Parent() { quantity }: ResourceQuantityModel): number {
    const { unscaled, exponent } = requireQuantity(quantity);
    // Read as a decimal, it is rounded once.
    return Number(`${unscaled}e${exponent}`);
  }
}

/** How full a cluster is. */
@Resolver(() => ClusterModel)
export class CapacityResolver {
  constructor(private readonly capacity: CapacityLoader) {}

  @ResolveField(() => ClusterTotalsModel, { description: 'Capacity and requests of all nodes together.' })
  totals(@Parent() { place }: ClusterModel, @Context() context: RequestContext): Promise<ClusterCapacity> {
    return this.capacity.of(context).load(place);
  }

  @ResolveField(() => [ResourceUtilizationModel], { description: 'Utilization of each resource, by name.' })
  async utilization(
    @Parent() { place }: ClusterModel,
    @Context() context: RequestContext,
  ): Promise<ClusterCapacity['utilization']> {
    return (await this.capacity.of(context).load(place)).utilization;
  }
}
