import { Args, Context, ID, Query, Resolver } from '@nestjs/graphql';
import { DecisionService, ProfileService } from '#scheduling';
import { findKindByName } from '#kubernetes';
import { ClusterModel } from '../clusters/clusters.model.js';
import { DecisionModel } from '../decisions/decisions.model.js';
import { objectModel } from '../objects/object-model.js';
import { RequestRefused } from '../outcome/index.js';
import { ProfileModel } from '../profiles/profiles.model.js';
import { RunModel } from '../scheduling/runs.model.js';
import { readGlobalId, type GlobalType } from './relay/global-id.js';
import { RelayNode } from './relay/relay-node.model.js';
import type { RequestContext } from './request-context.js';

type Found = Promise<RelayNode | null>;
type Fetch = (context: RequestContext, ...parts: readonly string[]) => Found;

/** Ids of one call of `nodes`, at most. */
const MOST_IDS = 100;

/** Relay's roots: any object again, by its global id. */
@Resolver()
export class NodeResolver {
  constructor(
    private readonly decisions: DecisionService,
    private readonly profiles: ProfileService,
  ) {}

  @Query(() => RelayNode, {
    nullable: true,
    description: 'Any object by its global id, as it is now; null when there is none (any more).',
  })
  node(
    @Args('id', { type: () => ID, description: 'Its global id.' }) id: string,
    @Context() context: RequestContext,
  ): Found {
    return this.#find(context, id);
  }

  @Query(() => [RelayNode], {
    nullable: 'items',
    description:
      'Several objects by their global ids, as they are now, in their order; null for each that is not there (any more).',
  })
  nodes(
    @Args('ids', { type: () => [ID], description: `Their global ids, ${MOST_IDS} at most.` }) ids: readonly string[],
    @Context() context: RequestContext,
  ): Promise<(RelayNode | null)[]> {
    if (ids.length > MOST_IDS)
      throw RequestRefused.invalid([
        {
          field: 'ids',
          reason: 'FieldValueTooMany',
          message: `Too many: ${ids.length}: must have at most ${MOST_IDS} items`,
        },
      ]);
    return Promise.all(ids.map((id) => this.#find(context, id)));
  }

  #find(context: RequestContext, id: string): Found {
    const read = readGlobalId(id);
    return read === undefined ? Promise.resolve(null) : this.#fetch[read.type](context, ...read.parts);
  }

  /** One line a type. What cannot be read is not there: the id says nothing about what others may see. */
  readonly #fetch: Readonly<Record<GlobalType, Fetch>> = {
    Cluster: async ({ loaders }, id = '') => {
      const cluster = await loaders.clusters.load({ cluster: id });
      return cluster === undefined ? null : new ClusterModel(cluster);
    },
    ClusterNode: (context, cluster = '', name = '') =>
      findObject(context, cluster, { kindName: 'Node', namespace: '', name }),
    Pod: (context, cluster = '', namespace = '', name = '') =>
      findObject(context, cluster, { kindName: 'Pod', namespace, name }),
    ManifestObject: (context, cluster = '', kindName = '', namespace = '', name = '') =>
      findObject(context, cluster, { kindName, namespace, name }),
    Run: async ({ loaders }, cluster = '', run = '') => {
      if ((await loaders.clusters.load({ cluster })) === undefined) return null;
      const found = await loaders.runs.load({ place: { cluster }, run });
      return found === undefined ? null : new RunModel(found);
    },
    Decision: async ({ caller }, cluster = '', id = '') => {
      const outcome = await this.decisions.get(caller, cluster, id);
      return outcome.refused ? null : new DecisionModel({ cluster }, outcome.value);
    },
    Profile: async ({ caller }, cluster = '', digest = '') => {
      const outcome = await this.profiles.byDigest(caller, cluster, digest);
      return outcome.refused || outcome.value === undefined ? null : new ProfileModel({ cluster }, outcome.value);
    },
  };
}

async function findObject(
  { loaders }: RequestContext,
  cluster: string,
  { kindName, namespace, name }: { kindName: string; namespace: string; name: string },
): Found {
  const kind = findKindByName(kindName)?.kind;
  if (kind === undefined || (await loaders.clusters.load({ cluster })) === undefined) return null;
  const object = await loaders.objects.load({ place: { cluster }, kind, namespace, name });
  return object === undefined ? null : objectModel({ cluster }, object);
}
