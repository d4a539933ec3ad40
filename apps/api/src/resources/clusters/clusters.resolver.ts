import type { OnModuleInit } from '@nestjs/common';
import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { ClusterService, type Cluster } from '#cluster';
import type { Outcome } from '#requests';
import { Caller } from '../../ground/caller/index.js';
import { given, NodeTypes } from '../../ground/graphql/index.js';
import { accepted, RequestRefused } from '../../ground/outcome/index.js';
import { CLUSTER_ID, clusterRef } from './cluster-id.js';
import { ClusterLoader } from './cluster.loader.js';
import { ClusterModel } from './clusters.model.js';

/** One cluster: found by its id or its name, as it is or as it was. */
@Resolver(() => ClusterModel)
export class ClustersResolver implements OnModuleInit {
  constructor(
    private readonly clusters: ClusterService,
    private readonly loader: ClusterLoader,
    private readonly types: NodeTypes,
  ) {}

  onModuleInit(): void {
    this.types.register(CLUSTER_ID, async (context, place) => {
      const cluster = await this.loader.of(context).load(place);
      return cluster === undefined ? null : new ClusterModel(cluster);
    });
  }

  @Query(() => ClusterModel, {
    nullable: true,
    description:
      'A cluster by id or name, in its present or a past state; null if it does not exist. All fields show ' +
      'the same moment, except its name and settings; global ids lead to the present.',
  })
  async cluster(
    @Args('id', { type: () => ID, nullable: true, description: 'The global id, plain id or name.' })
    id: string | null | undefined,
    @Args('name', { type: () => String, nullable: true, description: 'The name, instead of an id.' })
    name: string | null | undefined,
    @Args('at', {
      type: () => String,
      nullable: true,
      description: 'The state at this moment: a position (`123`), a revision (`revision:42`) or an RFC 3339 time.',
    })
    at: string | null | undefined,
    @Caller() caller: Caller,
  ): Promise<ClusterModel | null> {
    return foundOrNull(await this.clusters.get(caller, { cluster: oneOf(id, name), ...given('at', at) }));
  }
}

function foundOrNull(outcome: Outcome<Cluster>): ClusterModel | null {
  if (outcome.refused && outcome.refusal.kind === 'ClusterNotFound') return null;
  return new ClusterModel(accepted(outcome));
}

function oneOf(id: string | null | undefined, name: string | null | undefined): string {
  if (typeof id === 'string' && typeof name !== 'string') return clusterRef(id);
  if (typeof name === 'string' && typeof id !== 'string') return name;
  throw RequestRefused.invalid([
    { field: '', reason: 'FieldValueRequired', message: 'exactly one of id and name must be set' },
  ]);
}
