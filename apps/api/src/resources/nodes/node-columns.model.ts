import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import type { NodeColumns, NodeLabelColumn, NodeResourceColumn } from '#history';

@ObjectType('NodeLabelColumn', { description: 'The values of one label over all nodes.' })
export class NodeLabelColumnModel implements NodeLabelColumn {
  @Field({ description: 'The key of the label.' })
  readonly key!: string;

  @Field(() => [String], { description: 'The distinct values that nodes have, in byte order.' })
  readonly values!: readonly string[];

  @Field(() => [Int], {
    description: 'For each node the place of its value in `values`, from 0; -1 where it has no such label.',
  })
  readonly indexes!: readonly number[];
}

@ObjectType('NodeResourceColumn', {
  description: 'One resource over all nodes, in whole units: cores, bytes, pieces, pods.',
})
export class NodeResourceColumnModel implements NodeResourceColumn {
  @Field({ description: 'The resource: `cpu`, `memory`, `nvidia.com/gpu`, `pods`.' })
  readonly resource!: string;

  @Field(() => Int, { description: 'How many nodes have any of it; 0 when no node knows the resource.' })
  readonly nodes!: number;

  @Field(() => [Float], { description: 'For each node what pods can have of it; 0 where the node has none.' })
  readonly allocatable!: readonly number[];

  @Field(() => [Float], {
    description: 'For each node what the pods on it request, as kube-scheduler accounts for it.',
  })
  readonly requested!: readonly number[];
}

@ObjectType('NodeColumns', {
  description: 'Every node of a cluster, column by column: the i-th entry of each list is about the i-th name.',
})
export class NodeColumnsModel implements NodeColumns {
  @Field({ description: 'Position of the log that was read; a decimal integer.' })
  readonly position!: string;

  @Field({ description: 'Revision of the log that was read; a decimal integer.' })
  readonly revision!: string;

  @Field(() => [String], { description: 'The names of all nodes, in byte order.' })
  readonly names!: readonly string[];

  @Field(() => [Int], { description: 'For each node the pods on it that take room: neither succeeded nor failed.' })
  readonly pods!: readonly number[];

  @Field(() => [Int], {
    description:
      'Rows (places in `names`, from 0) of nodes that say they are not ready: with a Ready condition that is not True.',
  })
  readonly unready!: readonly number[];

  @Field(() => [Int], { description: 'Rows of nodes that are cordoned: spec.unschedulable.' })
  readonly cordoned!: readonly number[];

  @Field(() => [Int], { description: 'Rows of nodes that have any taint.' })
  readonly tainted!: readonly number[];

  @Field(() => [Int], { description: 'Rows of nodes of which more is requested than allocatable, of any resource.' })
  readonly overCommitted!: readonly number[];

  @Field(() => [NodeLabelColumnModel], { description: 'A column for each label that was asked for, in that order.' })
  readonly labels!: readonly NodeLabelColumnModel[];

  @Field(() => [NodeResourceColumnModel], {
    description: 'A column for each resource that was asked for, in that order.',
  })
  readonly resources!: readonly NodeResourceColumnModel[];
}
