import { Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { NodeUsage } from '#history';
import { ResourceQuantityModel } from '../capacity/capacity.model.js';
import type { RequestContext } from '../graphql/request-context.js';
import { ClusterNodeModel } from './nodes.model.js';

/** What the pods on a node make of it: one statement for all nodes of a page. */
@Resolver(() => ClusterNodeModel)
export class NodesResolver {
  @ResolveField(() => [ResourceQuantityModel], {
    description: 'What the pods on it request, as kube-scheduler accounts for it; `pods` is their number.',
  })
  async requested(
    @Parent() node: ClusterNodeModel,
    @Context() context: RequestContext,
  ): Promise<NodeUsage['requested']> {
    return (await usageOf(node, context)).requested;
  }

  @ResolveField(() => [ResourceQuantityModel], {
    description: 'Allocatable less requested; below zero where more is requested than there is.',
  })
  async free(@Parent() node: ClusterNodeModel, @Context() context: RequestContext): Promise<NodeUsage['free']> {
    return (await usageOf(node, context)).free;
  }

  @ResolveField(() => Int, { description: 'Pods on it that take room: neither succeeded nor failed.' })
  async podCount(@Parent() node: ClusterNodeModel, @Context() context: RequestContext): Promise<number> {
    return (await usageOf(node, context)).podCount;
  }

  @ResolveField(() => Boolean, {
    description: 'More is requested of it than allocatable. Berth never binds so; what was imported may be so.',
  })
  async overCommitted(@Parent() node: ClusterNodeModel, @Context() context: RequestContext): Promise<boolean> {
    return (await usageOf(node, context)).overCommitted;
  }
}

function usageOf({ place, node }: ClusterNodeModel, { loaders }: RequestContext): Promise<NodeUsage> {
  return loaders.usage.load({ place, node });
}
