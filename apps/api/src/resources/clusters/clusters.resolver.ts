import type { OnModuleInit } from '@nestjs/common';
import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { ClusterService, listPlace, type Cluster } from '#cluster';
import { type Outcome } from '#requests';
import { Caller } from '../../ground/caller/index.js';
import {
  given,
  idempotencyOf,
  mutate,
  connection,
  type Connection,
  NodeTypes,
  PageArgs,
  pageRequest,
  sidesOf,
  writeCursor,
  requestOf,
  withoutNulls,
} from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { accepted, RequestRefused } from '../../ground/outcome/index.js';
import {
  CreateClusterInput,
  CreateClusterPayload,
  DeleteClusterInput,
  DeleteClusterPayload,
  UpdateClusterInput,
  UpdateClusterPayload,
} from './clusters.inputs.js';
import { CLUSTER_ID, clusterRef } from './cluster-id.js';
import { ClusterLoader } from './cluster.loader.js';
import { clusterBody, clusterChange } from './cluster.schema.js';
import { ClusterConnection, ClusterModel } from './clusters.model.js';
import { givenSettings } from './given-settings.js';

const LIST = 'clusters';

/** Clusters: found, listed, made, changed, deleted. */
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
    const outcome = await this.clusters.get(caller, { cluster: oneOf(id, name), ...given('at', at) });
    return foundOrNull(outcome);
  }

  @Query(() => ClusterConnection, { name: 'clusters', description: 'The clusters of the team, by name.' })
  async list(@Args() page: PageArgs, @Caller() caller: Caller): Promise<Connection<ClusterModel>> {
    const { size, ...window } = pageRequest(page, LIST, ['text'], ([place = '']) => place);
    const { items, next } = await this.clusters.list(caller, { pageSize: size, ...window });
    return connection({
      items,
      ...sidesOf({ size, ...window }, next !== null),
      cursor: (cluster) => writeCursor(LIST, listPlace(cluster)),
      node: (cluster) => new ClusterModel(cluster),
    });
  }

  @Mutation(() => CreateClusterPayload, { description: 'Creates an empty cluster with its own log.' })
  createCluster(
    @Args('input', { description: 'The cluster.' }) input: CreateClusterInput,
    @Caller() caller: Caller,
  ): Promise<CreateClusterPayload> {
    return mutate(
      input,
      () => {
        const body = requestOf(clusterBody, budgetGiven(input));
        const settings = { name: body.name, ...givenSettings(body) };
        return this.clusters.create(caller, settings, idempotencyOf('createCluster', input));
      },
      changedCluster,
    );
  }

  @Mutation(() => UpdateClusterPayload, {
    description: 'Changes the name or settings of a cluster; its id never changes.',
  })
  updateCluster(
    @Args('input', { description: 'The change.' }) input: UpdateClusterInput,
    @Caller() caller: Caller,
  ): Promise<UpdateClusterPayload> {
    const options = idempotencyOf('updateCluster', input);
    return mutate(
      input,
      () => {
        const body = requestOf(clusterChange, budgetGiven(input));
        const settings = { ...withoutUndefined({ name: body.name }), ...givenSettings(body) };
        return this.clusters.update(caller, clusterRef(input.clusterId), settings, options);
      },
      changedCluster,
    );
  }

  @Mutation(() => DeleteClusterPayload, {
    description: 'Deletes a cluster with all its objects. Its log stays in the database and cannot be read.',
  })
  deleteCluster(
    @Args('input', { description: 'The cluster.' }) input: DeleteClusterInput,
    @Caller() caller: Caller,
  ): Promise<DeleteClusterPayload> {
    const options = idempotencyOf('deleteCluster', input);
    return mutate(
      input,
      () => this.clusters.delete(caller, clusterRef(input.clusterId), options),
      ({ id }) => ({ deletedClusterId: CLUSTER_ID.write({ cluster: id }) }),
    );
  }
}

/** An input whose trace budget has no nulls either. */
function budgetGiven(input: CreateClusterInput | UpdateClusterInput): object {
  const { traceBudget } = input;
  return { ...input, traceBudget: traceBudget && withoutNulls(traceBudget) };
}

function changedCluster(cluster: Cluster): { readonly cluster: ClusterModel } {
  return { cluster: new ClusterModel(cluster) };
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
