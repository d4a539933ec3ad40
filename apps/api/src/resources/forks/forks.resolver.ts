import { Args, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { ClusterService, listPlace } from '#cluster';
import { ForkService } from '#history';
import { Caller } from '../../ground/caller/index.js';
import { ClusterConnection, clusterRef, ClusterModel } from '../clusters/index.js';
import {
  connection,
  type Connection,
  idempotencyOf,
  mutate,
  PageArgs,
  pageRequest,
  requestOf,
  sidesOf,
  writeCursor,
} from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { forkBody } from './fork.schema.js';
import { ForkClusterInput, ForkClusterPayload } from './forks.inputs.js';

const LIST = 'forks';

/** Forks of clusters. */
@Resolver(() => ClusterModel)
export class ForksResolver {
  constructor(
    private readonly forks: ForkService,
    private readonly clusters: ClusterService,
  ) {}

  @ResolveField(() => ClusterConnection, {
    name: 'forks',
    description: 'The existing clusters that were forked from it, by name; the same at every moment.',
  })
  async list(
    @Parent() { uid }: ClusterModel,
    @Args() page: PageArgs,
    @Caller() caller: Caller,
  ): Promise<Connection<ClusterModel>> {
    const { size, ...window } = pageRequest(page, LIST, ['text'], ([place = '']) => place);
    const { items, next } = accepted(await this.clusters.forks(caller, uid, { pageSize: size, ...window }));
    return connection({
      items,
      ...sidesOf({ size, ...window }, next !== null),
      cursor: (cluster) => writeCursor(LIST, listPlace(cluster)),
      node: (cluster) => new ClusterModel(cluster),
    });
  }

  @Mutation(() => ForkClusterPayload, {
    description:
      'Creates a cluster with the present or a past state of another one. Its positions and revisions ' +
      'continue from there; only the state is copied, without the history.',
  })
  forkCluster(
    @Args('input', { description: 'The cluster and the moment.' }) input: ForkClusterInput,
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
