import { ArgsType, Field, Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { TraceView } from '#scheduling';
import { connectionOf, type Connection, PageArgs } from '../../ground/graphql/index.js';

/** The words that all faces use. */
export enum TraceOrder {
  total = 'total',
  name = 'name',
}

registerEnumType(TraceOrder, {
  name: 'TraceOrder',
  description: 'The order of the rows of a trace.',
  valuesMap: {
    total: {
      description: 'By total score, highest first, then nodes on which the pod does not fit. Ties are ordered by name.',
    },
    name: { description: 'By name of the node.' },
  },
});

@ObjectType('TraceStatus', { description: 'The status of a filter.' })
export class TraceStatusModel {
  @Field(() => String, { nullable: true, description: 'The filter; null if kube-scheduler names none.' })
  readonly plugin!: string | null;

  @Field({ description: '`Unschedulable`, `UnschedulableAndUnresolvable` or `Error`.' })
  readonly code!: string;

  @Field(() => [String], { description: 'The reasons as reported by kube-scheduler.' })
  readonly reasons!: readonly string[];
}

@ObjectType('Points', { description: 'The score of one score plugin for a node.' })
export class PointsModel {
  @Field(() => Float, { description: 'Before normalization; an integer.' })
  readonly raw!: number;

  @Field(() => Int, { description: 'After normalization: 0 to 100.' })
  readonly normalized!: number;

  @Field(() => Float, { description: "Normalized score times the plugin's weight; an integer." })
  readonly weighted!: number;
}

@ObjectType('TraceScore', { description: 'The score of one score plugin for a node.' })
export class TraceScoreModel extends PointsModel {
  @Field({ description: 'The plugin.' })
  readonly plugin!: string;
}

@ObjectType('TraceRow', { description: 'The verdicts and scores of a decision for one node.' })
export class TraceRowModel {
  @Field({ description: 'Name of the node.' })
  readonly node!: string;

  @Field({ description: 'Whether the pod fits.' })
  readonly feasible!: boolean;

  @Field(() => TraceStatusModel, {
    nullable: true,
    description: 'The status that kube-scheduler reports for the node; null if the pod fits.',
  })
  readonly status!: TraceStatusModel | null;

  @Field(() => [TraceStatusModel], { description: 'Every filter that fails on the node, not only the first.' })
  readonly failures!: readonly TraceStatusModel[];

  @Field(() => [TraceScoreModel], { description: 'The scores; empty if the pod does not fit.' })
  readonly scores!: readonly TraceScoreModel[];

  @Field(() => Float, {
    nullable: true,
    description: 'Sum of the weighted scores, an integer; null if the pod does not fit.',
  })
  readonly total!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: '1 for the highest total; equal totals have the same rank. Null if the pod does not fit.',
  })
  readonly rank!: number | null;
}

@ObjectType('ScorePlugin', { description: 'A score plugin that ran.' })
export class ScorePluginModel {
  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => Int, { description: 'The weight of its scores.' })
  readonly weight!: number;
}

/** A page of a trace, with the plugins that its rows speak of. */
@ObjectType('TraceRowConnection', {
  description: 'A page of a trace. Each node is the row of one node of the cluster.',
})
export class TraceConnection extends connectionOf(TraceRowModel, { name: 'TraceRow', what: 'a row', counted: true }) {
  @Field(() => [String], { description: 'The filters of the profile, in order.' })
  readonly filterPlugins!: TraceView['filterPlugins'];

  @Field(() => [ScorePluginModel], {
    description: 'The score plugins that ran, in order; empty if no node is feasible.',
  })
  readonly scorePlugins!: TraceView['scorePlugins'];
}

/** A page of a trace as it is served. */
export type TracePage = Connection<TraceRowModel> & Pick<TraceView, 'filterPlugins' | 'scorePlugins'>;

/** Which rows of a trace. */
@ArgsType()
export class TraceArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'Only the row of this node.' })
  readonly node?: string | null;

  @Field(() => [String], { nullable: true, description: 'Only the rows of these nodes.' })
  readonly nodes?: readonly string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only nodes on which the pod fits (true) or does not fit (false).',
  })
  readonly feasible?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Only nodes on which this filter fails.' })
  readonly plugin?: string | null;

  @Field(() => TraceOrder, { defaultValue: TraceOrder.total, description: 'The order of the rows.' })
  readonly orderBy!: TraceOrder;
}
