import { Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import type { Comparison, SeedReport, SideMeasures } from '#questions';
import { traceStatus } from '../decisions/index.js';
import { typeOf } from '../../ground/graphql/index.js';

@ObjectType('Spread', { description: 'Statistics of a list of numbers.' })
export class SpreadModel {
  @Field(() => Float, { description: 'The minimum.' })
  readonly min!: number;

  @Field(() => Float, { description: 'The maximum.' })
  readonly max!: number;

  @Field(() => Float, { description: 'The mean.' })
  readonly mean!: number;

  @Field(() => Float, { description: 'Population standard deviation of the numbers.' })
  readonly standardDeviation!: number;
}

@ObjectType('OutcomeCount', { description: 'Number of pods with the same outcome.' })
export class OutcomeCountModel {
  @Field({ description: '`scheduled`, `nominated`, `unschedulable`, `gated`, `error`, `evicted` or `skipped`.' })
  readonly outcome!: string;

  @Field(() => Int, { description: 'Number of pods.' })
  readonly pods!: number;
}

@ObjectType('ResourceMeasures', { description: 'A resource of all nodes of a side together.' })
export class ResourceMeasuresModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field({ description: 'Allocatable of all nodes, as a quantity.' })
  readonly allocatable!: string;

  @Field({ description: 'Requests of the pods, as a quantity.' })
  readonly requested!: string;

  @Field(() => Float, { description: 'Requested divided by allocatable, from 0 to 1 and above.' })
  readonly utilization!: number;

  @Field(() => SpreadModel, {
    description: 'Requested divided by allocatable of each node that has the resource: the balance.',
  })
  readonly nodes!: SpreadModel;

  @Field({ description: 'Free amount on nodes on which no compared pod that requests the resource fits any more.' })
  readonly stranded!: string;

  @Field(() => Float, { description: '`stranded` divided by allocatable.' })
  readonly strandedShare!: number;
}

@ObjectType('SideMeasures', { description: 'The result of one side of a comparison.' })
export class SideMeasuresModel {
  @Field(() => [OutcomeCountModel], { description: 'Number of pods by outcome.' })
  readonly outcomes!: readonly OutcomeCountModel[];

  @Field(() => Int, { description: 'Number of nodes with pods.' })
  readonly nodesUsed!: number;

  @Field(() => Int, { description: 'All nodes.' })
  readonly nodes!: number;

  @Field(() => [ResourceMeasuresModel], { description: 'Each resource of the nodes.' })
  readonly resources!: readonly ResourceMeasuresModel[];
}

@ObjectType('PlacementCounts', {
  description: 'Number of pods by placement on the two sides; the counts add up to all pods.',
})
export class PlacementCountsModel {
  @Field(() => Int, { description: 'On the same node on both sides.' })
  readonly same!: number;

  @Field(() => Int, { description: 'On different nodes.' })
  readonly moved!: number;

  @Field(() => Int, { description: 'On a node on side A only.' })
  readonly onlyA!: number;

  @Field(() => Int, { description: 'On a node on side B only.' })
  readonly onlyB!: number;

  @Field(() => Int, { description: 'On no node.' })
  readonly neither!: number;
}

@ObjectType('DecidingPlugin', { description: 'How often a plugin decided that placements differ.' })
export class DecidingPluginModel {
  @Field({ description: 'The plugin.' })
  readonly plugin!: string;

  @Field(() => Int, { description: "Placements in which the plugin rejected the other side's node." })
  readonly rejected!: number;

  @Field(() => Int, { description: 'Placements in which no other plugin has a larger share.' })
  readonly outscored!: number;
}

@ObjectType('SeedReport', { description: 'The result of a comparison with one seed.' })
export class SeedReportModel {
  @Field(() => String, { nullable: true, description: 'The seed; a decimal integer. Null if ties are broken by name.' })
  readonly seed!: string | null;

  @Field(() => PlacementCountsModel, { description: 'Number of pods by placement.' })
  readonly counts!: PlacementCountsModel;

  @Field(() => Int, { description: 'Placements that differ although no plugin decided it.' })
  readonly ties!: number;

  @Field(() => SideMeasuresModel, { description: 'The result of side A.' })
  readonly a!: SideMeasuresModel;

  @Field(() => SideMeasuresModel, { description: 'The result of side B.' })
  readonly b!: SideMeasuresModel;

  @Field(() => [DecidingPluginModel], {
    description: 'The plugins that decided differing placements, the most frequent first.',
  })
  readonly plugins!: readonly DecidingPluginModel[];
}

@ObjectType('MeasureOverSeeds', { description: 'A measure over all seeds.' })
export class MeasureOverSeedsModel {
  @Field({ description: '`scheduled`, `nodesUsed`, `utilization`, `imbalance` or `stranded`.' })
  readonly measure!: string;

  @Field(() => String, { nullable: true, description: 'The resource; null if the measure is not of a resource.' })
  readonly resource!: string | null;

  @Field(() => SpreadModel, { description: 'Of A.' })
  readonly a!: SpreadModel;

  @Field(() => SpreadModel, { description: 'Of B.' })
  readonly b!: SpreadModel;

  @Field(() => SpreadModel, { description: 'B minus A, for each seed.' })
  readonly difference!: SpreadModel;
}

@ObjectType('SidePlacement', { description: 'The outcome of a pod on one side.' })
export class SidePlacementModel {
  @Field({ description: '`scheduled`, `nominated`, `unschedulable`, `gated`, `error`, `evicted` or `skipped`.' })
  readonly outcome!: string;

  @Field(() => String, { nullable: true, description: 'Its node; null if it has none.' })
  readonly node!: string | null;

  @Field({ description: 'Why it has no node, as reported by kube-scheduler.' })
  readonly message!: string;

  @Field(typeOf(traceStatus), {
    nullable: true,
    description: 'Why it did not fit the node that the other side chose; null if it fits, or was not asked.',
  })
  readonly otherNode!: object | null;
}

@ObjectType('PluginShare', { description: 'The share of a score plugin in a differing placement.' })
export class PluginShareModel {
  @Field({ description: 'The plugin.' })
  readonly plugin!: string;

  @Field(() => Float, { description: "Weighted score of A's node minus that of B's node, on side A; an integer." })
  readonly a!: number;

  @Field(() => Float, { description: "Weighted score of B's node minus that of A's node, on side B; an integer." })
  readonly b!: number;

  @Field(() => Float, { description: 'The sum of `a` and `b`: 0 if both sides score the two nodes alike; an integer.' })
  readonly share!: number;
}

@ObjectType('ComparedPod', { description: 'Reference to a pod.' })
export class ComparedPodNameModel {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;
}

@ObjectType('ComparedPlacement', { description: 'A pod that the two sides place differently.' })
export class ComparedPlacementModel {
  @Field(() => ComparedPodNameModel, { description: 'The pod.' })
  readonly pod!: ComparedPodNameModel;

  @Field(() => SidePlacementModel, { description: 'On A.' })
  readonly a!: SidePlacementModel;

  @Field(() => SidePlacementModel, { description: 'On B.' })
  readonly b!: SidePlacementModel;

  @Field(() => [PluginShareModel], {
    description: 'The largest share first; empty if the two nodes were not both scored.',
  })
  readonly plugins!: readonly PluginShareModel[];
}

@ObjectType('ComparedSide', { description: 'A side as it was compared.' })
export class ComparedSideModel {
  @Field(() => ID, { description: 'The id of its cluster; a UUID.' })
  readonly cluster!: string;

  @Field({ description: "Position in the cluster's log at which the first pod was attempted; a decimal integer." })
  readonly position!: string;

  @Field(() => String, { nullable: true, description: 'Null if each pod uses its own profile.' })
  readonly profile!: string | null;

  @Field(() => [String], { description: 'Extenders of its profiles, which are not called.' })
  readonly unaskedExtenders!: readonly string[];
}

@ObjectType('Comparison', { description: 'The result of scheduling the same pods in the same order on two sides.' })
export class ComparisonModel {
  @Field(() => ComparedSideModel, { description: 'Side A.' })
  readonly a!: ComparedSideModel;

  @Field(() => ComparedSideModel, { description: 'Side B.' })
  readonly b!: ComparedSideModel;

  @Field(() => Int, { description: 'Number of pods.' })
  readonly pods!: number;

  @Field(() => [SeedReportModel], { description: 'One entry for each seed.' })
  readonly seeds!: readonly SeedReportModel[];

  @Field(() => [MeasureOverSeedsModel], { nullable: true, description: 'Null with a single seed.' })
  readonly overSeeds!: readonly MeasureOverSeedsModel[] | null;

  @Field(() => [ComparedPlacementModel], {
    description: 'Differing placements of the first seed, in the order of the pods.',
  })
  readonly placements!: readonly ComparedPlacementModel[];

  @Field(() => Int, { description: 'Number of differing placements.' })
  readonly placementCount!: number;

  @Field({ description: 'A summary in plain text.' })
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
