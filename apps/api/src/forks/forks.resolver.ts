import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { ForkService } from '#history';
import { Caller } from '../caller/index.js';
import { clusterRef, ClusterModel } from '../clusters/index.js';
import { idempotencyOf, mutate, requestOf } from '../graphql/index.js';
import { withoutUndefined } from '../http/index.js';
import { forkBody } from './fork.schema.js';
import { ForkClusterInput, ForkClusterPayload } from './forks.inputs.js';

/** Forks of clusters. */
@Resolver(() => ClusterModel)
export class ForksResolver {
  constructor(private readonly forks: ForkService) {}

  @Mutation(() => ForkClusterPayload, {
    description:
      'Makes a cluster of its own that begins as another one is, or was at a moment. Its positions and revisions ' +
      'go on from there; it has the state, not the history.',
  })
  forkCluster(
    @Args('input', { description: 'The cluster, and where.' }) input: ForkClusterInput,
    @Caller() caller: Caller,
  ): Promise<ForkClusterPayload> {
    const { idempotency } = idempotencyOf('forkCluster', input);
    return mutate(
      input,
      () => {
        const request = { cluster: clusterRef(input.clusterId), ...withoutUndefined(requestOf(forkBody, input)) };
        return this.forks.fork(caller, request, idempotency);
      },
      (cluster) => ({ cluster: new ClusterModel(cluster) }),
    );
  }
}
