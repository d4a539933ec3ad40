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
        'What to group by: `label:KEY` for a label of nodes, `node`, `podLabel:KEY` for a label of pods, `namespace`.',
    },
    resources: { type: () => [String], description: 'Of these resources; without it, of all.' },
  },
  PageArgs,
) {}

@ObjectType('ResourceAmount', { description: 'An amount of a resource.' })
export class ResourceAmountModel {
  @Field(() => Float, { description: 'In base units: cores, bytes, pieces.' })
  readonly value!: number;

  @Field({ description: 'The same, exactly, as a Kubernetes quantity.' })
  readonly quantity!: string;
}

@ObjectType('GroupValue', { description: 'What a group has of one of the things that were grouped by.' })
export class GroupValueModel {
  @Field({ description: 'As it was asked for: `label:topology.kubernetes.io/zone`.' })
  readonly by!: string;

  @Field(() => String, { nullable: true, description: 'The value; null where there is no such label.' })
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

  @Field(() => Int, { nullable: true, description: 'Nodes; null where pods are grouped by what nodes do not have.' })
  get nodes(): number | null {
    return this.row.nodes;
  }

  @Field(() => Int, { description: 'Pods on nodes that are there, neither succeeded nor failed.' })
  get pods(): number {
    return this.row.pods;
  }

  @Field(() => Int, { nullable: true, description: 'Pods on no node, not finished; null where nodes are grouped by.' })
  get pendingPods(): number | null {
    return this.row.pendingPods;
  }

  @Field({ description: 'The resource: `cpu`, `memory`, `nvidia.com/gpu`, `pods`.' })
  get resource(): string {
    return this.row.resource;
  }

  @Field(() => ResourceAmountModel, { nullable: true, description: 'What pods can have of the nodes.' })
  get allocatable(): Amount | null {
    return this.row.allocatable;
  }

  @Field(() => ResourceAmountModel, { description: 'What the pods on nodes request.' })
  get requested(): Amount {
    return this.row.requested;
  }

  @Field(() => ResourceAmountModel, {
    nullable: true,
    description: 'Allocatable less requested; below zero where more is requested than there is.',
  })
  get free(): Amount | null {
    return this.row.free;
  }

  @Field(() => ResourceAmountModel, { nullable: true, description: 'What the pending pods request.' })
  get pending(): Amount | null {
    return this.row.pending;
  }

  @Field(() => Float, {
    nullable: true,
    description: 'Requested by allocatable, to six decimals; null where nothing is allocatable.',
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
