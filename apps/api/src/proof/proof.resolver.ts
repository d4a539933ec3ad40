import { Args, Context, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { CheckpointService, type CheckpointView, type SigningKeyView } from '#history';
import { ClusterModel } from '../clusters/clusters.model.js';
import { batchLoader } from '../graphql/batch-loader.js';
import { mutate } from '../graphql/mutation.model.js';
import { clusterRef } from '../graphql/relay/global-id.js';
import type { RequestContext } from '../graphql/request-context.js';
import { CheckpointModel, CreateCheckpointInput, CreateCheckpointPayload, SigningKeyModel } from './proof.model.js';

/** Signed checkpoints of a cluster. */
@Resolver(() => ClusterModel)
export class ProofResolver {
  /** One loader a request: a list of clusters asks once. */
  readonly #loaders = new WeakMap<RequestContext, LatestLoader>();

  constructor(private readonly checkpoints: CheckpointService) {}

  @Query(() => SigningKeyModel, { description: 'The public key that the checkpoints of all clusters are signed with.' })
  signingKey(): SigningKeyView {
    return this.checkpoints.signingKey();
  }

  @ResolveField(() => CheckpointModel, {
    nullable: true,
    description: 'Its last signed checkpoint; null before the first.',
  })
  checkpoint(@Parent() { uid }: ClusterModel, @Context() context: RequestContext): Promise<CheckpointView | null> {
    return this.#latestFor(context).load(uid);
  }

  @Mutation(() => CreateCheckpointPayload, {
    description:
      "Signs a checkpoint at the cluster's last revision; the last checkpoint where nothing has happened since. An idempotency key changes nothing.",
  })
  createCheckpoint(
    @Args('input', { description: 'The cluster.' }) input: CreateCheckpointInput,
    @Context() { caller }: RequestContext,
  ): Promise<CreateCheckpointPayload> {
    return mutate(
      input,
      () => this.checkpoints.create(caller, clusterRef(input.clusterId)),
      (checkpoint) => ({ checkpoint }),
    );
  }

  #latestFor(context: RequestContext): LatestLoader {
    const loader = this.#loaders.get(context) ?? latestLoader(this.checkpoints, context);
    this.#loaders.set(context, loader);
    return loader;
  }
}

type LatestLoader = ReturnType<typeof latestLoader>;

function latestLoader(checkpoints: CheckpointService, { caller }: RequestContext) {
  return batchLoader({
    keyOf: (cluster: string) => cluster,
    groupOf: () => '',
    load: (clusters) => checkpoints.latest(caller, clusters),
    pick: (found, cluster): CheckpointView | null => found.get(cluster) ?? null,
  });
}
