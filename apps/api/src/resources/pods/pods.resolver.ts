import type { OnModuleInit } from '@nestjs/common';
import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { NodeTypes, type RequestContext } from '../../ground/graphql/index.js';
import { ClusterNodeModel } from '../nodes/index.js';
import { ObjectLoader } from '../objects/index.js';
import { POD_ID, PodModel } from './pods.model.js';

/** What belongs to a pod: one statement for all pods of a page. */
@Resolver(() => PodModel)
export class PodsResolver implements OnModuleInit {
  constructor(
    private readonly objects: ObjectLoader,
    private readonly types: NodeTypes,
  ) {}

  onModuleInit(): void {
    this.types.register(POD_ID, (context, id) => this.objects.find(context, { kindName: 'Pod', ...id }));
  }

  @ResolveField(() => ClusterNodeModel, {
    nullable: true,
    description: 'The node that it is bound to; null if it is not bound, or the node does not exist.',
  })
  async node(
    @Parent() { place, nodeName }: PodModel,
    @Context() context: RequestContext,
  ): Promise<ClusterNodeModel | null> {
    if (nodeName === null) return null;
    const node = await this.objects.of(context).load({ place, kind: 'Node', namespace: '', name: nodeName });
    return node === undefined ? null : new ClusterNodeModel(place, node);
  }
}
