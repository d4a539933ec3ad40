import type { OnModuleInit } from '@nestjs/common';
import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { OperationService } from '#operations';
import { Caller } from '../../ground/caller/index.js';
import { ClusterLoader, ClusterModel, clusterRef } from '../clusters/index.js';
import {
  connection,
  type Connection,
  given,
  idempotencyOf,
  Json,
  mutate,
  NodeTypes,
  pageRequest,
  type RequestContext,
  sidesOf,
  writeCursor,
} from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { OperationLoader } from './operation.loader.js';
import { CancelOperationInput, CancelOperationPayload, OperationListArgs } from './operations.inputs.js';
import { OPERATION_ID, OperationConnection, OperationModel, operationRef } from './operations.model.js';

const LIST = 'operations';

/** What takes long. */
@Resolver(() => OperationModel)
export class OperationsResolver implements OnModuleInit {
  constructor(
    private readonly operations: OperationService,
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

  @Query(() => OperationModel, {
    nullable: true,
    description: 'An operation; null if it does not exist, or no longer exists.',
  })
  async operation(
    @Args('id', { type: () => ID, description: 'The global id or plain id.' }) id: string,
    @Context() context: RequestContext,
  ): Promise<OperationModel | null> {
    const found = await this.loader.of(context).load(operationRef(id));
    return found === undefined ? null : new OperationModel(found);
  }

  @Query(() => OperationConnection, {
    name: 'operations',
    description: 'Operations that are active or ended less than a day ago, newest first.',
  })
  async list(@Args() args: OperationListArgs, @Caller() caller: Caller): Promise<Connection<OperationModel>> {
    const { size, ...window } = pageRequest(args, LIST, ['id'], ([id = '']) => id);
    const { clusterId, kind, state } = args;
    const filter = {
      ...given('cluster', typeof clusterId === 'string' ? clusterRef(clusterId) : clusterId),
      ...given('kind', kind),
      ...given('state', state),
    };
    const { items, next } = accepted(await this.operations.list(caller, filter, { pageSize: size, ...window }));
    return connection({
      items,
      ...sidesOf({ size, ...window }, next !== null),
      cursor: ({ id }) => writeCursor(LIST, id),
      node: (operation) => new OperationModel(operation),
    });
  }

  @Mutation(() => CancelOperationPayload, {
    description: 'Cancels a queued or running operation. Cancelling a cancelled operation has no effect.',
  })
  cancelOperation(
    @Args('input', { description: 'The operation.' }) input: CancelOperationInput,
    @Caller() caller: Caller,
  ): Promise<CancelOperationPayload> {
    return mutate(
      input,
      () => {
        idempotencyOf('cancelOperation', input);
        return this.operations.cancel(caller, operationRef(input.operationId));
      },
      (operation) => ({ operation: new OperationModel(operation) }),
    );
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
