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
  description: 'What nodes that were turned down are told apart by.',
  valuesMap: {
    plugin: { description: 'By the plugins that fail.' },
    reason: { description: 'By the plugins that fail and all reasons that they give.' },
  },
});

@ObjectType('FailingSet', {
  description: 'Nodes where the same plugins fail. A node is in one set; together they are all that were evaluated.',
})
export class FailingSetModel {
  @Field({ description: 'Whether the pod fits there; of one set at most.' })
  readonly feasible!: boolean;

  @Field(() => [String], {
    description:
      'The plugins that fail, by name; none where the pod fits, and where PreFilter left the nodes out and ' +
      'kube-scheduler names no plugin.',
  })
  readonly plugins!: readonly string[];

  @Field(() => [String], {
    nullable: true,
    description: "By reason: all that is said there in kube-scheduler's words, in byte order; null by plugin.",
  })
  readonly reasons!: readonly string[] | null;

  @Field(() => Int, { description: 'How many nodes.' })
  readonly nodes!: number;
}

@ObjectType('NumberColumn', { description: 'A number for each row: one that is true of all, or one for each.' })
export class NumberColumnModel {
  @Field(() => Float, { nullable: true, description: 'The number that all rows have; null when they differ.' })
  readonly all!: NumberColumn['all'];

  @Field(() => [Float], { nullable: true, description: 'A number for each row, in order; null when all are alike.' })
  readonly values!: NumberColumn['values'];
}

@ObjectType('FilterColumn', { description: 'What one filter says of every row.' })
export class FilterColumnModel {
  @Field({ description: 'The filter.' })
  readonly plugin!: string;

  @Field(() => NumberColumnModel, {
    description: 'Run alone: 0 where it passes, else the place of its status in `statuses`, from 1.',
  })
  readonly verdicts!: NumberColumnModel;
}

@ObjectType('ScoreColumn', {
  description: 'What one score plugin gave every row where the pod fits; `values` has 0 for the others.',
})
export class ScoreColumnModel {
  @Field({ description: 'The plugin.' })
  readonly plugin!: string;

  @Field(() => Int, { description: 'What its normalised scores are multiplied with.' })
  readonly weight!: number;

  @Field(() => NumberColumnModel, { description: 'Before normalising; integers.' })
  readonly raw!: NumberColumnModel;

  @Field(() => NumberColumnModel, { description: 'After normalising: 0 to 100.' })
  readonly normalized!: NumberColumnModel;
}

@ObjectType('NodeSet', { description: 'The nodes of a snapshot, in the order of its rows; never changed.' })
export class NodeSetModel {
  @Field(() => ID, { description: 'SHA-256 over their names and uids, hexadecimal: `…/node-sets/{digest}` has them.' })
  readonly digest!: string;

  @Field(() => Int, { description: 'How many nodes.' })
  readonly count!: number;

  @Field(() => [String], { description: 'Their names, by row.' })
  readonly names!: readonly string[];
}

@ObjectType('TraceColumns', {
  description: 'The whole trace of a decision, column by column: the i-th number of each column is about the i-th row.',
})
export class TraceColumnsModel {
  @Field(() => NodeSetModel, { description: 'The nodes: row i is the i-th of them.' })
  readonly nodeSet!: NodeSetModel;

  @Field(() => [Int], {
    nullable: true,
    description: 'Of a trace that was kept in part: which rows of the node set the columns are about. Null: all.',
  })
  readonly rows!: readonly number[] | null;

  @Field(() => [TraceStatusModel], { description: 'The distinct verdicts; in columns they are numbers, from 1.' })
  readonly statuses!: readonly TraceStatusModel[];

  @Field(() => NumberColumnModel, {
    description: "kube-scheduler's own answer: 0 where the pod fits, else the place of the status, from 1.",
  })
  readonly own!: NumberColumnModel;

  @Field(() => [FilterColumnModel], { description: 'The filters of the profile, in order.' })
  readonly filters!: readonly FilterColumnModel[];

  @Field(() => [ScoreColumnModel], { description: 'The score plugins that ran, in order; none when no node fits.' })
  readonly scores!: readonly ScoreColumnModel[];

  @Field(() => [Float], {
    nullable: 'items',
    description: 'Sums of the normalised scores times their weights; null where the pod does not fit.',
  })
  readonly totals!: readonly (number | null)[];
}
