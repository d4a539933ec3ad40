import type { OnModuleInit } from '@nestjs/common';
import { Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { NodeUsage } from '#history';
import { NodeUsageLoader, ResourceQuantityModel } from '../capacity/index.js';
import { NodeTypes, type RequestContext } from '../../ground/graphql/index.js';
import { ObjectLoader } from '../objects/index.js';
import { CLUSTER_NODE_ID, ClusterNodeModel } from './nodes.model.js';

/** What the pods on a node make of it: one statement for all nodes of a page. */
@Resolver(() => ClusterNodeModel)
export class NodesResolver implements OnModuleInit {
  constructor(
    private readonly usage: NodeUsageLoader,
    private readonly objects: ObjectLoader,
    private readonly types: NodeTypes,
  ) {}

  onModuleInit(): void {
    this.types.register(CLUSTER_NODE_ID, (context, id) => this.objects.find(context, { kindName: 'Node', ...id }));
  }

  @ResolveField(() => [ResourceQuantityModel], {
    description: 'Requests of the pods on the node, as kube-scheduler computes them; `pods` is their number.',
  })
  async requested(
    @Parent() node: ClusterNodeModel,
    @Context() context: RequestContext,
  ): Promise<NodeUsage['requested']> {
    return (await this.#usageOf(node, context)).requested;
  }

  @ResolveField(() => [ResourceQuantityModel], {
    description: 'Allocatable minus requested; negative if more is requested than allocatable.',
  })
  async free(@Parent() node: ClusterNodeModel, @Context() context: RequestContext): Promise<NodeUsage['free']> {
    return (await this.#usageOf(node, context)).free;
  }

  @ResolveField(() => Int, { description: 'Number of pods on the node, without succeeded and failed pods.' })
  async podCount(@Parent() node: ClusterNodeModel, @Context() context: RequestContext): Promise<number> {
    return (await this.#usageOf(node, context)).podCount;
  }

  @ResolveField(() => Boolean, {
    description:
      'Whether more is requested than allocatable. Only imported bindings can cause it: Berth never ' +
      'over-commits a node.',
  })
  async overCommitted(@Parent() node: ClusterNodeModel, @Context() context: RequestContext): Promise<boolean> {
    return (await this.#usageOf(node, context)).overCommitted;
  }

  #usageOf({ place, node }: ClusterNodeModel, context: RequestContext): Promise<NodeUsage> {
    return this.usage.of(context).load({ place, node });
  }
}
