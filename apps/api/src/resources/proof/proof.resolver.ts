import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { CheckpointService, type CheckpointView } from '#history';
import { ClusterModel } from '../clusters/index.js';
import { loaderPerRequest, type RequestContext, typeOf } from '../../ground/graphql/index.js';
import { checkpointSchema } from './proof.schema.js';

/** The last checkpoint of a cluster. */
@Resolver(() => ClusterModel)
export class LastCheckpointResolver {
  constructor(private readonly checkpoints: CheckpointService) {}

  /** A list of clusters asks once. */
  readonly #latest = loaderPerRequest({
    keyOf: (cluster: string) => cluster,
    groupOf: () => '',
    load: (clusters, { caller }) => this.checkpoints.latest(caller, clusters),
    pick: (found: ReadonlyMap<string, CheckpointView>, cluster) => found.get(cluster) ?? null,
  });

  @ResolveField(typeOf(checkpointSchema), {
    nullable: true,
    description: 'Its last signed checkpoint; null if there is none.',
  })
  checkpoint(@Parent() { uid }: ClusterModel, @Context() context: RequestContext): Promise<CheckpointView | null> {
    return this.#latest(context).load(uid);
  }
}
