import { Args, Context, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { DecisionPart } from '#audit';
import { ClusterLoader, ClusterModel } from '../clusters/index.js';
import { given, type RequestContext } from '../../ground/graphql/index.js';
import { ClusterNodeModel } from '../nodes/index.js';
import { ObjectLoader } from '../objects/index.js';
import { PodModel } from '../pods/index.js';
import { RunLoader } from '../scheduling/index.js';
import { DecisionPartLoader } from './decision.loaders.js';
import { DecisionModel } from './decisions.model.js';

const AT = {
  type: () => String,
  nullable: true,
  description:
    'The state at this moment: a position (`123`), a revision (`revision:42`) or an RFC 3339 time; ' +
    '`moment` of the decision is the state before it. Default: the moment at which the decision is shown.',
};

/** Where a decision stands in the history of its cluster: one statement for all decisions of a page. */
@Resolver(() => DecisionModel)
export class DecisionMomentResolver {
  constructor(
    private readonly parts: DecisionPartLoader,
    private readonly runs: RunLoader,
  ) {}

  @ResolveField(() => String, {
    nullable: true,
    description: 'The revision of the cluster that contains it, a decimal integer; null for a dry run.',
  })
  async revision(@Parent() decision: DecisionModel, @Context() context: RequestContext): Promise<string | null> {
    return (await this.#partOf(decision, context))?.revision ?? null;
  }

  @ResolveField(() => Int, {
    nullable: true,
    description: 'The part of the run that contains it, from 0; null for a dry run.',
  })
  async part(@Parent() decision: DecisionModel, @Context() context: RequestContext): Promise<number | null> {
    return (await this.#partOf(decision, context))?.part ?? null;
  }

  @ResolveField(() => String, {
    nullable: true,
    description:
      'An `at` that selects the cluster before the part of the run that contains the decision, without ' +
      'earlier decisions of that part. For a dry run, the revision at which it began.',
  })
  async moment(@Parent() decision: DecisionModel, @Context() context: RequestContext): Promise<string | null> {
    const part = await this.#partOf(decision, context);
    if (part !== undefined) return `revision:${BigInt(part.revision) - 1n}`;
    const { place } = decision;
    const run = await this.runs.of(context).load({ place, run: decision.decision.run });
    return run === undefined ? null : `revision:${run.baseRevision}`;
  }

  #partOf({ place, decision }: DecisionModel, context: RequestContext): Promise<DecisionPart | undefined> {
    return this.parts.of(context).load({ place, decision });
  }
}

/** What a decision was about: one statement for all decisions of a page. */
@Resolver(() => DecisionModel)
export class DecisionObjectsResolver {
  constructor(
    private readonly objects: ObjectLoader,
    private readonly clusters: ClusterLoader,
  ) {}

  @ResolveField(() => ClusterModel, { nullable: true, description: 'The cluster; null if it was deleted.' })
  async cluster(@Parent() { place }: DecisionModel, @Context() context: RequestContext): Promise<ClusterModel | null> {
    const cluster = await this.clusters.of(context).load(place);
    return cluster === undefined ? null : new ClusterModel(cluster);
  }

  @ResolveField(() => PodModel, {
    nullable: true,
    description: 'The pod as an object; null if it does not exist, also if another pod has its name.',
  })
  async podObject(
    @Parent() { place, decision }: DecisionModel,
    @Args('at', AT) at: string | null | undefined,
    @Context() context: RequestContext,
  ): Promise<PodModel | null> {
    const there = { ...place, ...given('at', at) };
    const { namespace, name, uid } = decision.pod;
    const pod = await this.objects.of(context).load({ place: there, kind: 'Pod', namespace, name });
    return pod === undefined || pod.metadata.uid !== uid ? null : new PodModel(there, pod);
  }

  @ResolveField(() => ClusterNodeModel, {
    nullable: true,
    description:
      'The node that the pod was bound to, as an object; null if the pod was not bound or the node does not ' +
      'exist.',
  })
  async nodeObject(
    @Parent() { place, decision }: DecisionModel,
    @Args('at', AT) at: string | null | undefined,
    @Context() context: RequestContext,
  ): Promise<ClusterNodeModel | null> {
    if (decision.node === null) return null;
    const there = { ...place, ...given('at', at) };
    const node = await this.objects
      .of(context)
      .load({ place: there, kind: 'Node', namespace: '', name: decision.node });
    return node === undefined ? null : new ClusterNodeModel(there, node);
  }
}
