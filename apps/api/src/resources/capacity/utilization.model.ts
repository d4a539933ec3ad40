import { ArgsType, Field, Float, Int, ObjectType } from '@nestjs/graphql';
import type { Amount, UtilizationRow } from '#history';
import { argsOf, connectionOf, PageArgs } from '../../ground/graphql/index.js';
import { utilizationArgs } from './utilization.schema.js';

@ArgsType()
export class UtilizationByArgs extends argsOf(
  utilizationArgs,
  {
    groupBy: {
      type: () => [String],
      description:
        'What to group by: `label:KEY` for a label of nodes, `node`, `podLabel:KEY` for a label of pods, or ' +
        '`namespace`.',
    },
    resources: { type: () => [String], description: 'Only these resources. Default: all resources.' },
  },
  PageArgs,
) {}

@ObjectType('ResourceAmount', { description: 'An amount of a resource.' })
export class ResourceAmountModel {
  @Field(() => Float, { description: 'In base units: cores, bytes, pieces.' })
  readonly value!: number;

  @Field({ description: 'The exact amount, as a Kubernetes quantity.' })
  readonly quantity!: string;
}

@ObjectType('GroupValue', { description: 'The value of a group in one of the criteria of `groupBy`.' })
export class GroupValueModel {
  @Field({ description: 'The criterion as in the request: `label:topology.kubernetes.io/zone`.' })
  readonly by!: string;

  @Field(() => String, { nullable: true, description: 'The value; null if the label is missing.' })
  readonly value!: string | null;
}

@ObjectType('UtilizationRow', { description: 'One resource of the nodes or pods of one group.' })
export class UtilizationRowModel {
  constructor(
    private readonly row: UtilizationRow,
    private readonly names: readonly string[],
  ) {}

  @Field(() => [GroupValueModel], { description: 'The group.' })
  get group(): GroupValueModel[] {
    return this.names.map((by, index) => ({ by, value: this.row.group[index] ?? null }));
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Number of nodes; null if the groups are by labels of pods or by namespace.',
  })
  get nodes(): number | null {
    return this.row.nodes;
  }

  @Field(() => Int, { description: 'Pods on existing nodes, without succeeded and failed pods.' })
  get pods(): number {
    return this.row.pods;
  }

  @Field(() => Int, {
    nullable: true,
    description:
      'Pods that are not assigned to a node, without succeeded and failed pods; null if the groups are by ' +
      'labels of nodes or by node.',
  })
  get pendingPods(): number | null {
    return this.row.pendingPods;
  }

  @Field({ description: 'The resource: `cpu`, `memory`, `nvidia.com/gpu`, `pods`.' })
  get resource(): string {
    return this.row.resource;
  }

  @Field(() => ResourceAmountModel, { nullable: true, description: 'Allocatable of the nodes.' })
  get allocatable(): Amount | null {
    return this.row.allocatable;
  }

  @Field(() => ResourceAmountModel, { description: 'Requests of the pods on nodes.' })
  get requested(): Amount {
    return this.row.requested;
  }

  @Field(() => ResourceAmountModel, {
    nullable: true,
    description: 'Allocatable minus requested; negative if more is requested than allocatable.',
  })
  get free(): Amount | null {
    return this.row.free;
  }

  @Field(() => ResourceAmountModel, { nullable: true, description: 'Requests of the pending pods.' })
  get pending(): Amount | null {
    return this.row.pending;
  }

  @Field(() => Float, {
    nullable: true,
    description: 'Requested divided by allocatable, rounded to six decimals; null if nothing is allocatable.',
  })
  get ratio(): number | null {
    return this.row.ratio;
  }
}

export const UtilizationConnection = connectionOf(UtilizationRowModel, {
  name: 'Utilization',
  what: 'a resource of a group',
  counted: true,
});
