import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import { PointsModel, TraceStatusModel } from '../decisions/index.js';

@ObjectType('Contribution', { description: "A score plugin's share in the difference of two totals." })
export class ContributionModel {
  @Field({ description: 'The plugin.' })
  readonly plugin!: string;

  @Field(() => Float, { description: 'Its weight; an integer.' })
  readonly weight!: number;

  @Field(() => PointsModel, { description: 'What it gave the node.' })
  readonly node!: PointsModel;

  @Field(() => PointsModel, { description: 'What it gave the other node.' })
  readonly against!: PointsModel;

  @Field(() => Float, { description: 'Weighted, of the node less the other; an integer.' })
  readonly difference!: number;
}

@ObjectType('DecidingFilter', { description: 'How many nodes a filter turned down.' })
export class DecidingFilterModel {
  @Field({ description: 'The filter.' })
  readonly plugin!: string;

  @Field(() => Int, { description: "Nodes of which it is kube-scheduler's own answer." })
  readonly first!: number;

  @Field(() => Int, { description: 'Nodes where it fails at all.' })
  readonly any!: number;

  @Field(() => Int, { description: 'Nodes where no other filter fails.' })
  readonly sole!: number;
}

@ObjectType('Deciding', { description: 'Which plugins made a difference.' })
export class DecidingModel {
  @Field(() => [DecidingFilterModel], { description: 'Filters that turned nodes down.' })
  readonly filters!: readonly DecidingFilterModel[];

  @Field(() => [String], { description: 'Scores that differ among nodes that fit.' })
  readonly scores!: readonly string[];
}

@ObjectType('WeightChange', { description: "The least change of one plugin's weight that makes another node win." })
export class WeightChangeModel {
  @Field({ description: 'The plugin.' })
  readonly plugin!: string;

  @Field(() => Float, { description: 'Its weight; an integer.' })
  readonly from!: number;

  @Field(() => Float, { description: 'The weight by which another node wins; an integer.' })
  readonly to!: number;

  @Field({ description: 'That node.' })
  readonly winner!: string;
}

@ObjectType('RequestChange', {
  description: 'Another request of one resource, tried: with it the pod goes elsewhere, with one a step nearer not.',
})
export class RequestChangeModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'What the pod requests in all, as a quantity.' })
  readonly from!: string;

  @Field({ description: 'What it would have to.' })
  readonly to!: string;

  @Field(() => Float, { nullable: true, description: 'How much of `from` that is; null where that is nothing.' })
  readonly share!: number | null;

  @Field(() => String, { nullable: true, description: 'Where the pod goes then; null where it goes nowhere.' })
  readonly winner!: string | null;

  @Field({ description: 'The same in plain words.' })
  readonly sentence!: string;
}

@ObjectType('Why', { description: 'The node of a decision against another one. Counts as 100 objects.' })
export class WhyModel {
  /** Where it was made, and its id: for what is asked further. */
  readonly cluster!: string;
  readonly decision!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The node; null where the decision has none and none was asked for.',
  })
  readonly node!: string | null;

  @Field(() => String, { nullable: true, description: 'The other node; null where no other fits.' })
  readonly against!: string | null;

  @Field(() => [ContributionModel], { description: 'The plugins that made the most difference first.' })
  readonly plugins!: readonly ContributionModel[];

  @Field(() => Float, {
    nullable: true,
    description: "Of the totals: the sum of the plugins' differences. Null where one of the two does not fit.",
  })
  readonly difference!: number | null;

  @Field(() => TraceStatusModel, {
    nullable: true,
    description: 'Why the other node does not fit; null where it does.',
  })
  readonly againstStatus!: TraceStatusModel | null;

  @Field(() => Int, { description: "Nodes with the node's total, itself included." })
  readonly ties!: number;

  @Field(() => DecidingModel, { description: 'Which plugins made a difference.' })
  readonly deciding!: DecidingModel;

  @Field(() => WeightChangeModel, { nullable: true, description: 'Null where no change of one weight does.' })
  readonly weightChange!: WeightChangeModel | null;

  @Field({ description: 'The explanation, as sentences.' })
  readonly sentence!: string;
}
