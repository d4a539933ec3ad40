import type { OnModuleInit } from '@nestjs/common';
import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ClusterLoader, ClusterModel } from '../clusters/index.js';
import { Json, NodeTypes, type RequestContext } from '../../ground/graphql/index.js';
import { OperationLoader } from './operation.loader.js';
import { OPERATION_ID, OperationModel } from './operations.model.js';

/** What leads on from an operation. */
@Resolver(() => OperationModel)
export class OperationsResolver implements OnModuleInit {
  constructor(
    private readonly loader: OperationLoader,
    private readonly clusters: ClusterLoader,
    private readonly types: NodeTypes,
  ) {}

  onModuleInit(): void {
    this.types.register(OPERATION_ID, async (context, { operation }) => {
      const found = await this.loader.of(context).load(operation);
      return found === undefined ? null : new OperationModel(found);
    });
  }

  @ResolveField(() => ClusterModel, {
    nullable: true,
    description:
      'The cluster of the operation; null if it is about all clusters of the team, or the cluster was ' + 'deleted.',
  })
  async cluster(
    @Parent() { operation: { cluster } }: OperationModel,
    @Context() context: RequestContext,
  ): Promise<ClusterModel | null> {
    const found = cluster === null ? undefined : await this.clusters.of(context).load({ cluster });
    return found === undefined ? null : new ClusterModel(found);
  }

  @ResolveField(() => Json, {
    nullable: true,
    description: 'The result, as REST returns it; null if the operation has not succeeded.',
  })
  async result(@Parent() { uid }: OperationModel, @Context() context: RequestContext): Promise<object | null> {
    return (await this.loader.of(context).load(uid))?.result ?? null;
  }
}
