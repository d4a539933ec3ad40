import { Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import type { Comparison, SeedReport, SideMeasures } from '#questions';
import { TraceStatusModel } from '../decisions/index.js';

@ObjectType('Spread', { description: 'How numbers lie.' })
export class SpreadModel {
  @Field(() => Float, { description: 'The least.' })
  readonly min!: number;

  @Field(() => Float, { description: 'The most.' })
  readonly max!: number;

  @Field(() => Float, { description: 'Their mean.' })
  readonly mean!: number;

  @Field(() => Float, { description: 'Of the numbers as the whole population.' })
  readonly standardDeviation!: number;
}

@ObjectType('OutcomeCount', { description: 'Pods that came to the same.' })
export class OutcomeCountModel {
  @Field({ description: '`scheduled`, `nominated`, `unschedulable`, `gated`, `error`, `evicted` or `skipped`.' })
  readonly outcome!: string;

  @Field(() => Int, { description: 'How many.' })
  readonly pods!: number;
}

@ObjectType('ResourceMeasures', { description: 'A resource of all nodes of a side together.' })
export class ResourceMeasuresModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'All there is, as a quantity.' })
  readonly allocatable!: string;

  @Field({ description: 'What pods request, as a quantity.' })
  readonly requested!: string;

  @Field(() => Float, { description: 'The share of it that is requested, from 0 to 1 and beyond.' })
  readonly utilization!: number;

  @Field(() => SpreadModel, { description: 'The same of each node that has any: the balance.' })
  readonly nodes!: SpreadModel;

  @Field({ description: 'Free on nodes where no compared pod that asks for it fits any more.' })
  readonly stranded!: string;

  @Field(() => Float, { description: 'The same as a share of all there is.' })
  readonly strandedShare!: number;
}

@ObjectType('SideMeasures', { description: 'What a side of a comparison came to.' })
export class SideMeasuresModel {
  @Field(() => [OutcomeCountModel], { description: 'Pods by outcome.' })
  readonly outcomes!: readonly OutcomeCountModel[];

  @Field(() => Int, { description: 'Nodes with a pod on them.' })
  readonly nodesUsed!: number;

  @Field(() => Int, { description: 'All nodes.' })
  readonly nodes!: number;

  @Field(() => [ResourceMeasuresModel], { description: 'Of each resource that nodes have.' })
  readonly resources!: readonly ResourceMeasuresModel[];
}

@ObjectType('PlacementCounts', { description: 'Pods by where they are on the two sides: they add up to all of them.' })
export class PlacementCountsModel {
  @Field(() => Int, { description: 'On the same node.' })
  readonly same!: number;

  @Field(() => Int, { description: 'On two nodes.' })
  readonly moved!: number;

  @Field(() => Int, { description: 'On a node of A only.' })
  readonly onlyA!: number;

  @Field(() => Int, { description: 'On a node of B only.' })
  readonly onlyB!: number;

  @Field(() => Int, { description: 'On no node.' })
  readonly neither!: number;
}

@ObjectType('DecidingPlugin', { description: 'How often a plugin decided that placements differ.' })
export class DecidingPluginModel {
  @Field({ description: 'The plugin.' })
  readonly plugin!: string;

  @Field(() => Int, { description: "Placements in which it turned the other side's node down." })
  readonly rejected!: number;

  @Field(() => Int, { description: 'Placements in which no other plugin has a larger share.' })
  readonly outscored!: number;
}

@ObjectType('SeedReport', { description: 'A comparison with one way of breaking ties.' })
export class SeedReportModel {
  @Field(() => String, { nullable: true, description: 'A decimal integer; null where ties went to the first by name.' })
  readonly seed!: string | null;

  @Field(() => PlacementCountsModel, { description: 'Pods by where they are.' })
  readonly counts!: PlacementCountsModel;

  @Field(() => Int, { description: 'Placements that differ although no plugin made a difference.' })
  readonly ties!: number;

  @Field(() => SideMeasuresModel, { description: 'What A came to.' })
  readonly a!: SideMeasuresModel;

  @Field(() => SideMeasuresModel, { description: 'What B came to.' })
  readonly b!: SideMeasuresModel;

  @Field(() => [DecidingPluginModel], { description: 'What decided that placements differ, the most often first.' })
  readonly plugins!: readonly DecidingPluginModel[];
}

@ObjectType('MeasureOverSeeds', { description: 'A measure over all seeds.' })
export class MeasureOverSeedsModel {
  @Field({ description: '`scheduled`, `nodesUsed`, `utilization`, `imbalance` or `stranded`.' })
  readonly measure!: string;

  @Field(() => String, { nullable: true, description: 'Null where it is of no resource.' })
  readonly resource!: string | null;

  @Field(() => SpreadModel, { description: 'Of A.' })
  readonly a!: SpreadModel;

  @Field(() => SpreadModel, { description: 'Of B.' })
  readonly b!: SpreadModel;

  @Field(() => SpreadModel, { description: 'Of B less A, seed by seed.' })
  readonly difference!: SpreadModel;
}

@ObjectType('SidePlacement', { description: 'What a pod came to on one side.' })
export class SidePlacementModel {
  @Field({ description: '`scheduled`, `nominated`, `unschedulable`, `gated`, `error`, `evicted` or `skipped`.' })
  readonly outcome!: string;

  @Field(() => String, { nullable: true, description: 'Its node; null where it is on none.' })
  readonly node!: string | null;

  @Field({ description: "Why it is on none, in kube-scheduler's words." })
  readonly message!: string;

  @Field(() => TraceStatusModel, {
    nullable: true,
    description: 'Why it could not be on the node that the other side took; null where it could, or was not asked.',
  })
  readonly otherNode!: TraceStatusModel | null;
}

@ObjectType('PluginShare', { description: 'What a score plugin has to do with a pod being on two nodes.' })
export class PluginShareModel {
  @Field({ description: 'The plugin.' })
  readonly plugin!: string;

  @Field(() => Float, { description: "Weighted points of A's node less B's, as A counts them; an integer." })
  readonly a!: number;

  @Field(() => Float, { description: "Weighted points of B's node less A's, as B counts them; an integer." })
  readonly b!: number;

  @Field(() => Float, { description: 'Their sum: 0 for a plugin that sees the two nodes alike; an integer.' })
  readonly share!: number;
}

@ObjectType('ComparedPod', { description: 'A pod by its names.' })
export class ComparedPodNameModel {
  @Field({ description: 'Its namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;
}

@ObjectType('ComparedPlacement', { description: 'A pod that the two sides placed otherwise.' })
export class ComparedPlacementModel {
  @Field(() => ComparedPodNameModel, { description: 'The pod.' })
  readonly pod!: ComparedPodNameModel;

  @Field(() => SidePlacementModel, { description: 'On A.' })
  readonly a!: SidePlacementModel;

  @Field(() => SidePlacementModel, { description: 'On B.' })
  readonly b!: SidePlacementModel;

  @Field(() => [PluginShareModel], {
    description: 'The largest share first; empty where the two nodes were not scored side by side.',
  })
  readonly plugins!: readonly PluginShareModel[];
}

@ObjectType('ComparedSide', { description: 'A side as it was compared.' })
export class ComparedSideModel {
  @Field(() => ID, { description: 'Its cluster; a UUID.' })
  readonly cluster!: string;

  @Field({ description: "Of the cluster's log, where the first pod was tried; a decimal integer." })
  readonly position!: string;

  @Field(() => String, { nullable: true, description: 'Null where each pod went through its own.' })
  readonly profile!: string | null;

  @Field(() => [String], { description: 'Extenders of its profiles, which are not asked.' })
  readonly unaskedExtenders!: readonly string[];
}

@ObjectType('Comparison', { description: 'The same pods in the same order on two sides.' })
export class ComparisonModel {
  @Field(() => ComparedSideModel, { description: 'The one side.' })
  readonly a!: ComparedSideModel;

  @Field(() => ComparedSideModel, { description: 'The other side.' })
  readonly b!: ComparedSideModel;

  @Field(() => Int, { description: 'How many pods.' })
  readonly pods!: number;

  @Field(() => [SeedReportModel], { description: 'Seed by seed.' })
  readonly seeds!: readonly SeedReportModel[];

  @Field(() => [MeasureOverSeedsModel], { nullable: true, description: 'Null of a single seed.' })
  readonly overSeeds!: readonly MeasureOverSeedsModel[] | null;

  @Field(() => [ComparedPlacementModel], {
    description: 'Placements that differ, of the first seed, in the order of the pods.',
  })
  readonly placements!: readonly ComparedPlacementModel[];

  @Field(() => Int, { description: 'How many differ in all.' })
  readonly placementCount!: number;

  @Field({ description: 'All of it in plain words.' })
  readonly sentence!: string;
}

/** A comparison as GraphQL shows it. */
export function comparisonModel({ seeds, ...comparison }: Comparison): ComparisonModel {
  return { ...comparison, seeds: seeds.map(seedModel) };
}

function seedModel({ a, b, ...report }: SeedReport): SeedReportModel {
  return { ...report, a: measuresModel(a), b: measuresModel(b) };
}

function measuresModel({ outcomes, ...measures }: SideMeasures): SideMeasuresModel {
  return { ...measures, outcomes: Object.entries(outcomes).map(([outcome, pods]) => ({ outcome, pods })) };
}
