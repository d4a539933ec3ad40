import { Field, Float, Int, ObjectType } from '@nestjs/graphql';
import type { NodeColumns, NodeLabelColumn, NodeResourceColumn } from '#history';

@ObjectType('NodeLabelColumn', { description: 'The values of one label on all nodes.' })
export class NodeLabelColumnModel implements NodeLabelColumn {
  @Field({ description: 'The key of the label.' })
  readonly key!: string;

  @Field(() => [String], { description: 'The distinct values, in byte order.' })
  readonly values!: readonly string[];

  @Field(() => [Int], {
    description: 'For each node the index of its value in `values`, from 0; -1 if the label is missing.',
  })
  readonly indexes!: readonly number[];
}

@ObjectType('NodeResourceColumn', {
  description: 'One resource of all nodes, in base units: cores, bytes, pieces, pods.',
})
export class NodeResourceColumnModel implements NodeResourceColumn {
  @Field({ description: 'The resource: `cpu`, `memory`, `nvidia.com/gpu`, `pods`.' })
  readonly resource!: string;

  @Field(() => Int, { description: 'Number of nodes with the resource; 0 if no node has it.' })
  readonly nodes!: number;

  @Field(() => [Float], { description: 'For each node its allocatable; 0 if it has none.' })
  readonly allocatable!: readonly number[];

  @Field(() => [Float], { description: 'For each node the requests of its pods, as kube-scheduler computes them.' })
  readonly requested!: readonly number[];
}

@ObjectType('NodeColumns', { description: 'All nodes of a cluster as columns: entry i of each list is about name i.' })
export class NodeColumnsModel implements NodeColumns {
  @Field({ description: 'Position of the log; a decimal integer.' })
  readonly position!: string;

  @Field({ description: 'Revision of the log; a decimal integer.' })
  readonly revision!: string;

  @Field(() => [String], { description: 'The names of all nodes, in byte order.' })
  readonly names!: readonly string[];

  @Field(() => [Int], { description: 'For each node the number of its pods, without succeeded and failed pods.' })
  readonly pods!: readonly number[];

  @Field(() => [Int], {
    description:
      'Rows (indexes in `names`, from 0) of nodes that are not ready: with a Ready condition that is not ' + 'True.',
  })
  readonly unready!: readonly number[];

  @Field(() => [Int], { description: 'Rows of cordoned nodes: spec.unschedulable.' })
  readonly cordoned!: readonly number[];

  @Field(() => [Int], { description: 'Rows of nodes with any taint.' })
  readonly tainted!: readonly number[];

  @Field(() => [Int], { description: 'Rows of nodes on which more is requested than allocatable, of any resource.' })
  readonly overCommitted!: readonly number[];

  @Field(() => [NodeLabelColumnModel], {
    description: 'One column for each requested label, in the order of the request.',
  })
  readonly labels!: readonly NodeLabelColumnModel[];

  @Field(() => [NodeResourceColumnModel], {
    description: 'One column for each requested resource, in the order of the request.',
  })
  readonly resources!: readonly NodeResourceColumnModel[];
}
