import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { PodReferenceModel, TraceStatusModel } from '../decisions/index.js';
import { Json } from '../../ground/graphql/index.js';
import { ContributionModel, RequestChangeModel } from './why.model.js';

@ObjectType('NamedPod', { description: 'A pod that is a cause of a failure.' })
export class NamedPodModel extends PodReferenceModel {
  @Field(() => Int, { description: 'Its priority.' })
  readonly priority!: number;
}

@ObjectType('SuggestedChange', { description: 'A change that resolves a cause.' })
export class SuggestedChangeModel {
  @Field({
    description:
      '`addResource`, `freeResource`, `freePort`, `evictPods`, `addToleration`, `removeTaint`, `setNodeLabel`, ' +
      '`removePodRequirement`, `moveVolume` or `uncordon`.',
  })
  readonly kind!: string;

  @Field(() => Float, { description: 'Its cost by the weights of the request.' })
  readonly cost!: number;

  @Field({ description: 'The change, as a sentence.' })
  readonly sentence!: string;

  @Field(() => [NamedPodModel], { nullable: true, description: 'The pods to evict, if any.' })
  readonly pods?: readonly NamedPodModel[];

  @Field(() => Int, { nullable: true, description: 'Number of further pods that the caller may not know.' })
  readonly otherPods?: number;

  @Field(() => Json, { description: 'The whole change, as in REST.' })
  readonly change!: unknown;
}

@ObjectType('ResourceAmounts', { description: 'The requested and the available amount of a resource.' })
export class ResourceAmountsModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'The request of the pod, as a quantity.' })
  readonly requested!: string;

  @Field({ description: 'The free amount; negative if more is requested than allocatable.' })
  readonly free!: string;

  @Field({ description: "The node's allocatable." })
  readonly allocatable!: string;
}

@ObjectType('ExplainedFailure', { description: 'A failing filter and its causes.' })
export class ExplainedFailureModel extends TraceStatusModel {
  @Field(() => [ResourceAmountsModel], { description: 'The resources that are insufficient.' })
  readonly amounts!: readonly ResourceAmountsModel[];

  @Field(() => [NamedPodModel], { description: 'Pods that use the missing amount, or are otherwise the cause.' })
  readonly heldBy!: readonly NamedPodModel[];

  @Field(() => Int, { nullable: true, description: 'Number of further such pods that the caller may not know.' })
  readonly otherHolders?: number;

  @Field(() => [String], { description: 'The causes, each of which can be resolved separately.' })
  readonly causes!: readonly string[];
}

@ObjectType('OfferedChange', { description: 'One way to resolve one cause of a failure.' })
export class OfferedChangeModel {
  @Field(() => String, { nullable: true, description: 'The failing filter.' })
  readonly failure!: string | null;

  @Field(() => Int, { description: 'Index of the cause that is resolved, from 0.' })
  readonly cause!: number;

  @Field(() => Int, {
    description: 'Number of the option: changes with the same number belong together, others are alternatives.',
  })
  readonly option!: number;

  @Field(() => SuggestedChangeModel, { description: 'The change.' })
  readonly change!: SuggestedChangeModel;
}

@ObjectType('Rivalry', { description: 'The score of a node compared with the others; ties are broken by name.' })
export class RivalryModel {
  @Field({ description: 'The winning node.' })
  readonly winner!: string;

  @Field({ description: 'Whether this node wins.' })
  readonly wins!: boolean;

  @Field(() => Float, { description: "The node's total minus that of `against`; an integer." })
  readonly difference!: number;

  @Field(() => String, { nullable: true, description: 'The winning node, or the best other node if this node wins.' })
  readonly against!: string | null;

  @Field(() => [ContributionModel], { description: 'The difference by score plugin.' })
  readonly plugins!: readonly ContributionModel[];

  @Field(() => [RequestChangeModel], {
    nullable: true,
    description:
      'Other requests with which the pod would be placed on the node if it is not, or elsewhere if it is. ' +
      'Null without `requests`.',
  })
  readonly requestChanges?: readonly RequestChangeModel[];
}

@ObjectType('WhyNot', {
  description: "Why a pod does not go to a node, and what would change it. Costs 1,000 objects of the query's limit.",
})
export class WhyNotModel {
  @Field({ description: 'The node.' })
  readonly node!: string;

  @Field({ description: 'Whether the pod fits.' })
  readonly feasible!: boolean;

  @Field(() => TraceStatusModel, {
    nullable: true,
    description: 'The status that kube-scheduler reports for the node; null if the pod fits.',
  })
  readonly status!: TraceStatusModel | null;

  @Field(() => [ExplainedFailureModel], { description: 'Every failing filter.' })
  readonly failures!: readonly ExplainedFailureModel[];

  @Field(() => [OfferedChangeModel], { description: 'All known ways to resolve each cause.' })
  readonly changes!: readonly OfferedChangeModel[];

  @Field(() => [SuggestedChangeModel], {
    nullable: true,
    description:
      'The cheapest set of changes that makes the node feasible, without unnecessary ones; null if no known ' +
      'changes do.',
  })
  readonly together!: readonly SuggestedChangeModel[] | null;

  @Field(() => Float, { nullable: true, description: 'The total cost of `together`.' })
  readonly cost!: number | null;

  @Field({ description: 'Whether the pod would be placed on the node with the changes, or now if it fits.' })
  readonly wouldWin!: boolean;

  @Field(() => RivalryModel, { nullable: true, description: 'Null if the node cannot be made feasible.' })
  readonly rivalry!: RivalryModel | null;

  @Field({ description: 'The explanation, as sentences.' })
  readonly sentence!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether pods and budgets that the caller may not know are counted instead of named.',
  })
  readonly redacted?: true;
}

@ObjectType('FitAnywhere', {
  description: "The nodes that are cheapest to make feasible. Costs 1,000 objects of the query's limit.",
})
export class FitAnywhereModel {
  @Field(() => Int, { description: 'Number of nodes.' })
  readonly totalNodes!: number;

  @Field(() => Int, { description: 'Number of nodes on which the pod fits now.' })
  readonly feasibleNodes!: number;

  @Field(() => Int, { description: 'Nodes for which the cheapest changes were computed: no other node is cheaper.' })
  readonly lookedAt!: number;

  @Field(() => [WhyNotModel], { description: 'The cheapest first.' })
  readonly items!: readonly WhyNotModel[];

  @Field({ description: 'The cheapest change, as a sentence.' })
  readonly sentence!: string;
}
