import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { CheckpointService, type CheckpointView, type SigningKeyView } from '#history';
import { Caller } from '../caller/index.js';
import { clusterRef, ClusterModel } from '../clusters/index.js';
import { loaderPerRequest, mutate, type RequestContext } from '../graphql/index.js';
import { CheckpointModel, CreateCheckpointInput, CreateCheckpointPayload, SigningKeyModel } from './proof.model.js';

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

  @Query(() => SigningKeyModel, { description: 'The public key that the checkpoints of all clusters are signed with.' })
  signingKey(): SigningKeyView {
    return this.checkpoints.signingKey();
  }

  @ResolveField(() => CheckpointModel, {
    nullable: true,
    description: 'Its last signed checkpoint; null before the first.',
  })
  checkpoint(@Parent() { uid }: ClusterModel, @Context() context: RequestContext): Promise<CheckpointView | null> {
    return this.#latest(context).load(uid);
  }

  @Mutation(() => CreateCheckpointPayload, {
    description:
      "Signs a checkpoint at the cluster's last revision; the last checkpoint where nothing has happened since. An " +
      'idempotency key changes nothing.',
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
