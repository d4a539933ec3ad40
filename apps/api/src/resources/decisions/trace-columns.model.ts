import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type { NumberColumn } from '#scheduling';
import { TraceStatusModel } from './trace.model.js';

/** The words that all faces use. */
export enum FailingSetByModel {
  plugin = 'plugin',
  reason = 'reason',
}

registerEnumType(FailingSetByModel, {
  name: 'FailingSetBy',
  description: 'Which nodes belong to the same set.',
  valuesMap: {
    plugin: { description: 'Nodes with the same failing plugins.' },
    reason: { description: 'Nodes with the same failing plugins and reasons.' },
  },
});

@ObjectType('FailingSet', {
  description: 'Nodes on which the same plugins fail. Each evaluated node is in exactly one set.',
})
export class FailingSetModel {
  @Field({ description: 'Whether the pod fits; true for at most one set.' })
  readonly feasible!: boolean;

  @Field(() => [String], {
    description:
      'The failing plugins, by name; empty if the pod fits, or if PreFilter excluded the nodes and ' +
      'kube-scheduler names no plugin.',
  })
  readonly plugins!: readonly string[];

  @Field(() => [String], {
    nullable: true,
    description: 'With `reason`: the reasons as reported by kube-scheduler, in byte order; null otherwise.',
  })
  readonly reasons!: readonly string[] | null;

  @Field(() => Int, { description: 'Number of nodes.' })
  readonly nodes!: number;
}

@ObjectType('NumberColumn', {
  description: 'A number for each row: one that applies to all rows, or one for each row.',
})
export class NumberColumnModel {
  @Field(() => Float, { nullable: true, description: 'The number of all rows; null if rows differ.' })
  readonly all!: NumberColumn['all'];

  @Field(() => [Float], { nullable: true, description: 'The numbers in the order of the rows; null if all are equal.' })
  readonly values!: NumberColumn['values'];
}

@ObjectType('FilterColumn', { description: 'The status of one filter in every row.' })
export class FilterColumnModel {
  @Field({ description: 'The filter.' })
  readonly plugin!: string;

  @Field(() => NumberColumnModel, {
    description:
      'The status of the filter run alone: 0 if it passes, otherwise the index of the status in `statuses`, ' +
      'from 1.',
  })
  readonly verdicts!: NumberColumnModel;
}

@ObjectType('ScoreColumn', {
  description: 'The score of one score plugin in every row; `values` has 0 for nodes on which the pod does not fit.',
})
export class ScoreColumnModel {
  @Field({ description: 'The plugin.' })
  readonly plugin!: string;

  @Field(() => Int, { description: 'The weight of the normalized scores.' })
  readonly weight!: number;

  @Field(() => NumberColumnModel, { description: 'Before normalization; integers.' })
  readonly raw!: NumberColumnModel;

  @Field(() => NumberColumnModel, { description: 'After normalization: 0 to 100.' })
  readonly normalized!: NumberColumnModel;
}

@ObjectType('NodeSet', { description: 'The nodes of a snapshot, in the order of its rows. Never changes.' })
export class NodeSetModel {
  @Field(() => ID, {
    description: 'SHA-256 over the names and uids of the nodes, hexadecimal, which `…/node-sets/{digest}` returns.',
  })
  readonly digest!: string;

  @Field(() => Int, { description: 'Number of nodes.' })
  readonly count!: number;

  @Field(() => [String], { description: 'The names, by row.' })
  readonly names!: readonly string[];
}

@ObjectType('TraceColumns', {
  description: 'The whole trace of a decision as columns: number i of each column is about row i.',
})
export class TraceColumnsModel {
  @Field(() => NodeSetModel, { description: 'The nodes: row i is node i.' })
  readonly nodeSet!: NodeSetModel;

  @Field(() => [Int], {
    nullable: true,
    description: 'If the trace is stored in part: the rows of the node set that the columns contain. Null: all rows.',
  })
  readonly rows!: readonly number[] | null;

  @Field(() => [TraceStatusModel], { description: 'The distinct statuses; columns refer to them by index, from 1.' })
  readonly statuses!: readonly TraceStatusModel[];

  @Field(() => NumberColumnModel, {
    description:
      'The status that kube-scheduler reports: 0 if the pod fits, otherwise the index of the status, from ' + '1.',
  })
  readonly own!: NumberColumnModel;

  @Field(() => [FilterColumnModel], { description: 'The filters of the profile, in order.' })
  readonly filters!: readonly FilterColumnModel[];

  @Field(() => [ScoreColumnModel], {
    description: 'The score plugins that ran, in order; empty if no node is feasible.',
  })
  readonly scores!: readonly ScoreColumnModel[];

  @Field(() => [Float], {
    nullable: 'items',
    description: 'Sums of the weighted normalized scores; null if the pod does not fit.',
  })
  readonly totals!: readonly (number | null)[];
}
