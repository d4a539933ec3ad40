import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { PodReferenceModel, TraceStatusModel } from '../decisions/index.js';
import { Json } from '../../ground/graphql/index.js';
import { ContributionModel, RequestChangeModel } from './why.model.js';

@ObjectType('NamedPod', { description: 'A pod that is in the way.' })
export class NamedPodModel extends PodReferenceModel {
  @Field(() => Int, { description: 'Its priority.' })
  readonly priority!: number;
}

@ObjectType('SuggestedChange', { description: 'A change that takes something out of the way.' })
export class SuggestedChangeModel {
  @Field({
    description:
      '`addResource`, `freeResource`, `freePort`, `evictPods`, `addToleration`, `removeTaint`, `setNodeLabel`, ' +
      '`removePodRequirement`, `moveVolume` or `uncordon`.',
  })
  readonly kind!: string;

  @Field(() => Float, { description: 'What it costs, by the weights that were asked for.' })
  readonly cost!: number;

  @Field({ description: 'The change, as a sentence.' })
  readonly sentence!: string;

  @Field(() => [NamedPodModel], { nullable: true, description: 'Pods that go, where any do.' })
  readonly pods?: readonly NamedPodModel[];

  @Field(() => Int, { nullable: true, description: 'How many go beside them that the reader may not know.' })
  readonly otherPods?: number;

  @Field(() => Json, { description: 'The whole change, as REST has it.' })
  readonly change!: unknown;
}

@ObjectType('ResourceAmounts', { description: 'How much of a resource is asked for, and what there is.' })
export class ResourceAmountsModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'What the pod requests, as a quantity.' })
  readonly requested!: string;

  @Field({ description: 'What is free; below 0 where more is promised than is there.' })
  readonly free!: string;

  @Field({ description: 'What the node can give.' })
  readonly allocatable!: string;
}

@ObjectType('ExplainedFailure', { description: 'A filter that fails, and what that comes from.' })
export class ExplainedFailureModel extends TraceStatusModel {
  @Field(() => [ResourceAmountsModel], { description: 'Of resources that are short.' })
  readonly amounts!: readonly ResourceAmountsModel[];

  @Field(() => [NamedPodModel], { description: 'Pods that hold what is missing, or are in the way.' })
  readonly heldBy!: readonly NamedPodModel[];

  @Field(() => Int, { nullable: true, description: 'How many there are beside them that the reader may not know.' })
  readonly otherHolders?: number;

  @Field(() => [String], { description: 'What it comes from, each of which is undone by itself.' })
  readonly causes!: readonly string[];
}

@ObjectType('OfferedChange', { description: 'One way to undo one cause of a failure.' })
export class OfferedChangeModel {
  @Field(() => String, { nullable: true, description: 'The filter that fails.' })
  readonly failure!: string | null;

  @Field(() => Int, { description: 'Which of its causes is undone, from 0.' })
  readonly cause!: number;

  @Field(() => Int, { description: 'Alternatives have other numbers; changes of one option belong together.' })
  readonly option!: number;

  @Field(() => SuggestedChangeModel, { description: 'The change.' })
  readonly change!: SuggestedChangeModel;
}

@ObjectType('Rivalry', { description: 'How a node would do against the others, ties going to the first by name.' })
export class RivalryModel {
  @Field({ description: 'The node that wins.' })
  readonly winner!: string;

  @Field({ description: 'Whether it is this one.' })
  readonly wins!: boolean;

  @Field(() => Float, { description: "The node's total less that of `against`; an integer." })
  readonly difference!: number;

  @Field(() => String, { nullable: true, description: 'The winner, or the best other node where this one wins.' })
  readonly against!: string | null;

  @Field(() => [ContributionModel], { description: 'What the difference is made of.' })
  readonly plugins!: readonly ContributionModel[];

  @Field(() => [RequestChangeModel], {
    nullable: true,
    description:
      'Other requests of the pod by which it would go there where it does not, and elsewhere where it does. Null ' +
      'where `requests` was not asked for.',
  })
  readonly requestChanges?: readonly RequestChangeModel[];
}

@ObjectType('WhyNot', {
  description: 'Why a pod does not go to a node, and what would change that. Counts as 1,000 objects.',
})
export class WhyNotModel {
  @Field({ description: 'The node.' })
  readonly node!: string;

  @Field({ description: 'Whether the pod fits there.' })
  readonly feasible!: boolean;

  @Field(() => TraceStatusModel, {
    nullable: true,
    description: "kube-scheduler's own answer for the node; null when the pod fits.",
  })
  readonly status!: TraceStatusModel | null;

  @Field(() => [ExplainedFailureModel], { description: 'Every filter that fails.' })
  readonly failures!: readonly ExplainedFailureModel[];

  @Field(() => [OfferedChangeModel], { description: 'Every known way to undo each cause by itself.' })
  readonly changes!: readonly OfferedChangeModel[];

  @Field(() => [SuggestedChangeModel], {
    nullable: true,
    description: 'Make the node feasible, and no part of them does; null where no known changes do.',
  })
  readonly together!: readonly SuggestedChangeModel[] | null;

  @Field(() => Float, { nullable: true, description: 'Of `together`.' })
  readonly cost!: number | null;

  @Field({ description: 'Whether the pod would go there then, or as things are where it fits.' })
  readonly wouldWin!: boolean;

  @Field(() => RivalryModel, { nullable: true, description: 'Null where the node cannot be made to fit.' })
  readonly rivalry!: RivalryModel | null;

  @Field({ description: 'The explanation, as sentences.' })
  readonly sentence!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True where pods and budgets that the reader may not know are counted, and not named.',
  })
  readonly redacted?: true;
}

@ObjectType('FitAnywhere', { description: 'The nodes that are cheapest to make fit. Counts as 1,000 objects.' })
export class FitAnywhereModel {
  @Field(() => Int, { description: 'Nodes that there are.' })
  readonly totalNodes!: number;

  @Field(() => Int, { description: 'Nodes on which the pod fits as things are.' })
  readonly feasibleNodes!: number;

  @Field(() => Int, { description: 'Nodes of which the cheapest changes were looked for: no other can be cheaper.' })
  readonly lookedAt!: number;

  @Field(() => [WhyNotModel], { description: 'The cheapest first.' })
  readonly items!: readonly WhyNotModel[];

  @Field({ description: 'The cheapest way in plain words.' })
  readonly sentence!: string;
}
