import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { PointsModel, TraceStatusModel } from '../decisions/index.js';

@ObjectType('Contribution', { description: 'The share of a score plugin in the difference between two totals.' })
export class ContributionModel {
  @Field({ description: 'The plugin.' })
  readonly plugin!: string;

  @Field(() => Float, { description: 'Its weight; an integer.' })
  readonly weight!: number;

  @Field(() => PointsModel, { description: 'Its score of the node.' })
  readonly node!: PointsModel;

  @Field(() => PointsModel, { description: 'Its score of the other node.' })
  readonly against!: PointsModel;

  @Field(() => Float, { description: 'Weighted score of the node minus that of the other node; an integer.' })
  readonly difference!: number;
}

@ObjectType('DecidingFilter', { description: 'Number of nodes that a filter rejected.' })
export class DecidingFilterModel {
  @Field({ description: 'The filter.' })
  readonly plugin!: string;

  @Field(() => Int, { description: 'Nodes for which it is the status that kube-scheduler reports.' })
  readonly first!: number;

  @Field(() => Int, { description: 'Nodes on which it fails.' })
  readonly any!: number;

  @Field(() => Int, { description: 'Nodes on which no other filter fails.' })
  readonly sole!: number;
}

@ObjectType('Deciding', { description: 'The plugins that made a difference.' })
export class DecidingModel {
  @Field(() => [DecidingFilterModel], { description: 'Filters that rejected nodes.' })
  readonly filters!: readonly DecidingFilterModel[];

  @Field(() => [String], { description: 'Scores that differ among feasible nodes.' })
  readonly scores!: readonly string[];
}

@ObjectType('WeightChange', { description: "The smallest change of one plugin's weight that makes another node win." })
export class WeightChangeModel {
  @Field({ description: 'The plugin.' })
  readonly plugin!: string;

  @Field(() => Float, { description: 'Its weight; an integer.' })
  readonly from!: number;

  @Field(() => Float, { description: 'The weight with which another node wins; an integer.' })
  readonly to!: number;

  @Field({ description: 'That node.' })
  readonly winner!: string;
}

@ObjectType('RequestChange', {
  description:
    'A different request of one resource that was tried: with it the pod is placed elsewhere, with a ' +
    'request one step closer to the present one it is not.',
})
export class RequestChangeModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'The total request of the pod, as a quantity.' })
  readonly from!: string;

  @Field({ description: 'The other request, as a quantity.' })
  readonly to!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'The size of the change divided by `from`; null if `from` is zero.',
  })
  readonly share!: number | null;

  @Field(() => String, { nullable: true, description: 'The node on which the pod is placed with it; null if none.' })
  readonly winner!: string | null;

  @Field({ description: 'The change, as a sentence.' })
  readonly sentence!: string;
}

@ObjectType('Why', {
  description: "The node of a decision compared with another one. Costs 100 objects of the query's limit.",
})
export class WhyModel {
  /** Where it was made, and its id: for what is asked further. */
  readonly cluster!: string;
  readonly decision!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The node; null if the decision has no node and the request names none.',
  })
  readonly node!: string | null;

  @Field(() => String, { nullable: true, description: 'The other node; null if no other node is feasible.' })
  readonly against!: string | null;

  @Field(() => [ContributionModel], { description: 'The score plugins, the largest difference first.' })
  readonly plugins!: readonly ContributionModel[];

  @Field(() => Float, {
    nullable: true,
    description:
      "Difference of the totals: the sum of the plugins' differences. Null if the pod does not fit one of " +
      'the two nodes.',
  })
  readonly difference!: number | null;

  @Field(() => TraceStatusModel, { nullable: true, description: 'Why the other node does not fit; null if it does.' })
  readonly againstStatus!: TraceStatusModel | null;

  @Field(() => Int, { description: "Number of nodes with the node's total, including it." })
  readonly ties!: number;

  @Field(() => DecidingModel, { description: 'The plugins that made a difference.' })
  readonly deciding!: DecidingModel;

  @Field(() => WeightChangeModel, { nullable: true, description: 'Null if no change of a single weight does.' })
  readonly weightChange!: WeightChangeModel | null;

  @Field({ description: 'The explanation, as sentences.' })
  readonly sentence!: string;
}
