import { Args, ArgsType, Field, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { DecisionService } from '#scheduling';
import { type FitAnywhere, type WhyNot, WhyNotService } from '#questions';
import { Caller } from '../../ground/caller/index.js';
import { ClusterModel } from '../clusters/index.js';
import { DecisionModel } from '../decisions/index.js';
import { argumentsOf } from '../../ground/graphql/index.js';
import { withoutUndefined } from '../../ground/http/index.js';
import { accepted } from '../../ground/outcome/index.js';
import { MOST_NODES } from './explain.controller.js';
import { decisionWhyNotArgs, fitAnywhereArgs, whyNotArgs } from './explain.schema.js';
import { FitAnywhereModel, WhyNotModel, type SuggestedChangeModel } from './why-not.model.js';
import { RequestChangeModel, WhyModel } from './why.model.js';

const COSTS = 'Cost weights of changes, as `kind:weight`, comma-separated.';

@ArgsType()
class WhyArgs {
  @Field(() => String, { nullable: true, description: 'The node to explain. Default: the node of the decision.' })
  readonly node?: string | null;

  @Field(() => String, { nullable: true, description: 'The other node. Default: the best other feasible node.' })
  readonly against?: string | null;
}

@ArgsType()
class PodArgs {
  @Field({ description: 'The pod: `namespace/name`.' })
  readonly pod!: string;

  @Field(() => String, {
    nullable: true,
    description: "The scheduler profile. Default: the profile of the pod's `schedulerName`.",
  })
  readonly profile?: string | null;

  @Field(() => String, { nullable: true, description: COSTS })
  readonly costs?: string | null;
}

const REQUESTS =
  'Whether to search for other requests with which the pod would go to the node, or elsewhere. Default: ' + 'false.';

@ArgsType()
class DecisionNodeArgs {
  @Field({ description: 'The node.' })
  readonly node!: string;

  @Field(() => String, { nullable: true, description: COSTS })
  readonly costs?: string | null;

  @Field(() => Boolean, { nullable: true, description: REQUESTS })
  readonly requests?: boolean | null;
}

@ArgsType()
class PodAndNodeArgs extends PodArgs {
  @Field({ description: 'The node.' })
  readonly node!: string;

  @Field(() => Boolean, { nullable: true, description: REQUESTS })
  readonly requests?: boolean | null;
}

@ArgsType()
class PodAnywhereArgs extends PodArgs {
  @Field(() => Int, { nullable: true, description: 'Number of nodes, 1 to 50. Default: 10.' })
  readonly first?: number | null;
}

/** A decision, explained. */
@Resolver(() => DecisionModel)
export class DecisionExplainResolver {
  constructor(
    private readonly decisions: DecisionService,
    private readonly whyNots: WhyNotService,
  ) {}

  @ResolveField(() => WhyModel, { description: 'Compares its node with another one.' })
  async why(
    @Parent() { place: { cluster }, decision: { id } }: DecisionModel,
    @Args() { node, against }: WhyArgs,
    @Caller() caller: Caller,
  ): Promise<WhyModel> {
    const asked = withoutUndefined({ id, node: node ?? undefined, against: against ?? undefined });
    return { ...accepted(await this.decisions.why(caller, cluster, asked)), cluster };
  }

  @ResolveField(() => WhyNotModel, {
    description: 'Why the pod was not placed on a node, in the cluster as of the decision, which is rebuilt.',
  })
  async whyNot(
    @Parent() { place: { cluster }, decision: { id } }: DecisionModel,
    @Args() args: DecisionNodeArgs,
    @Caller() caller: Caller,
  ): Promise<WhyNotModel> {
    const request = withoutUndefined({ of: { decision: id }, ...argumentsOf(decisionWhyNotArgs, args) });
    return whyNotModel(accepted(await this.whyNots.whyNot(caller, cluster, request)));
  }
}

/** Of a decision that is explained: what is looked for on the cluster as it was. */
@Resolver(() => WhyModel)
export class WhyResolver {
  constructor(private readonly whyNots: WhyNotService) {}

  @ResolveField(() => [RequestChangeModel], {
    nullable: true,
    description:
      'Other requests with which the pod would have been placed elsewhere, or at all, tried in the cluster ' +
      'as of the decision, which is rebuilt. Null if extenders were called. Costs 1,000 objects of the ' +
      "query's limit.",
  })
  async requestChanges(
    @Parent() { cluster, decision }: WhyModel,
    @Caller() caller: Caller,
  ): Promise<readonly RequestChangeModel[] | null> {
    return accepted(await this.whyNots.requestChanges(caller, cluster, decision));
  }
}

/** What keeps pods of a cluster off its nodes, at the moment that it is shown at. */
@Resolver(() => ClusterModel)
export class ClusterExplainResolver {
  constructor(private readonly whyNots: WhyNotService) {}

  @ResolveField(() => WhyNotModel, { description: 'Why a pod does not go to a node, and what would change it.' })
  async whyNot(
    @Parent() { place }: ClusterModel,
    @Args() args: PodAndNodeArgs,
    @Caller() caller: Caller,
  ): Promise<WhyNotModel> {
    const { pod, profile, ...asked } = argumentsOf(whyNotArgs, args);
    const of = { pod: withoutUndefined({ ...pod, profile }) };
    return whyNotModel(accepted(await this.whyNots.whyNot(caller, place, withoutUndefined({ of, ...asked }))));
  }

  @ResolveField(() => FitAnywhereModel, { description: 'The nodes that are cheapest to make feasible.' })
  async fitAnywhere(
    @Parent() { place }: ClusterModel,
    @Args() args: PodAnywhereArgs,
    @Caller() caller: Caller,
  ): Promise<FitAnywhereModel> {
    const { pod, profile, first, costs } = argumentsOf(fitAnywhereArgs, args);
    const of = { pod: withoutUndefined({ ...pod, profile }) };
    const request = withoutUndefined({ of, limit: first ?? MOST_NODES, costs });
    return fitAnywhereModel(accepted(await this.whyNots.fitAnywhere(caller, place, request)));
  }
}

function fitAnywhereModel({ nodes, items, ...found }: FitAnywhere): FitAnywhereModel {
  return { ...found, totalNodes: nodes.total, feasibleNodes: nodes.feasible, items: items.map(whyNotModel) };
}

function whyNotModel({ changes, together, ...answer }: WhyNot): WhyNotModel {
  return {
    ...answer,
    changes: changes.map(({ change, ...offer }) => ({ ...offer, change: changeModel(change) })),
    together: together?.map(changeModel) ?? null,
  };
}

function changeModel(change: WhyNot['changes'][number]['change']): SuggestedChangeModel {
  const { kind, cost, sentence } = change;
  return { kind, cost, sentence, ...('pods' in change ? { pods: change.pods } : {}), change };
}
