import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { CheckpointService, type CheckpointView, type SigningKeyView } from '#history';
import { Caller } from '../../ground/caller/index.js';
import { clusterRef, ClusterModel } from '../clusters/index.js';
import {
  connection,
  type Connection,
  loaderPerRequest,
  mutate,
  PageArgs,
  pageSize,
  readCursor,
  type RequestContext,
  writeCursor,
} from '../../ground/graphql/index.js';
import { accepted } from '../../ground/outcome/index.js';
import {
  CheckpointConnection,
  CheckpointModel,
  CreateCheckpointInput,
  CreateCheckpointPayload,
  SigningKeyModel,
} from './proof.model.js';

const LIST = 'checkpoints';

/** Signed checkpoints of a cluster. */
@Resolver(() => ClusterModel)
export class ProofResolver {
  constructor(private readonly checkpoints: CheckpointService) {}

  /** A list of clusters asks once. */
  readonly #latest = loaderPerRequest({
    keyOf: (cluster: string) => cluster,
    groupOf: () => '',
    load: (clusters, { caller }) => this.checkpoints.latest(caller, clusters),
    pick: (found: ReadonlyMap<string, CheckpointView>, cluster) => found.get(cluster) ?? null,
  });

  @Query(() => SigningKeyModel, { description: 'The public key of the checkpoints of all clusters.' })
  signingKey(): SigningKeyView {
    return this.checkpoints.signingKey();
  }

  @ResolveField(() => CheckpointModel, {
    nullable: true,
    description: 'Its last signed checkpoint; null if there is none.',
  })
  checkpoint(@Parent() { uid }: ClusterModel, @Context() context: RequestContext): Promise<CheckpointView | null> {
    return this.#latest(context).load(uid);
  }

  @ResolveField(() => CheckpointConnection, {
    name: 'checkpoints',
    description: 'Its signed checkpoints, largest first; the same at every moment. Proofs are served by REST.',
  })
  async list(
    @Parent() { uid }: ClusterModel,
    @Args() args: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<CheckpointView>> {
    const [before] = readCursor(args, LIST, ['position']) ?? [];
    const request = { pageSize: pageSize(args), ...(before === undefined ? {} : { before: Number(before) }) };
    const { items, next } = accepted(await this.checkpoints.list(caller, uid, request));
    return connection({
      items,
      more: next !== null,
      continued: before !== undefined,
      cursor: ({ size }) => writeCursor(LIST, size),
      node: (checkpoint) => checkpoint,
    });
  }

  @Mutation(() => CreateCheckpointPayload, {
    description:
      "Signs a checkpoint at the cluster's last revision. If nothing was written since the last checkpoint, " +
      'returns that one. An idempotency key has no effect.',
  })
  createCheckpoint(
    @Args('input', { description: 'The cluster.' }) input: CreateCheckpointInput,
    @Caller() caller: Caller,
  ): Promise<CreateCheckpointPayload> {
    return mutate(
      input,
      () => this.checkpoints.create(caller, clusterRef(input.clusterId)),
      (checkpoint) => ({ checkpoint }),
    );
  }
}
