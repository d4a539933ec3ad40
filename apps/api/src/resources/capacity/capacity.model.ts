import { Field, Float, ObjectType } from '@nestjs/graphql';
import type { ClusterCapacity } from '#history';

@ObjectType('ResourceQuantity', { description: 'An amount of one resource.' })
export class ResourceQuantityModel {
  @Field({ description: 'The resource: `cpu`, `memory`, `nvidia.com/gpu`, `pods`.' })
  readonly resource!: string;

  @Field({ description: 'The exact amount as a canonical Kubernetes quantity: `1500m`, `64Gi`.' })
  readonly quantity!: string;

  @Field(() => Float, {
    description: 'The amount in the base unit of the resource: cores, bytes, pieces; a double. `quantity` is exact.',
  })
  readonly value?: number;
}

@ObjectType('ResourceUtilization', { description: 'How much of a resource is requested.' })
export class ResourceUtilizationModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field(() => Float, {
    description:
      'Requested divided by allocatable, rounded to six decimals; above 1 if more is requested than ' + 'allocatable.',
  })
  readonly ratio!: number;
}

@ObjectType('ClusterTotals', { description: 'Sums over all nodes of a cluster.' })
export class ClusterTotalsModel implements Pick<ClusterCapacity, 'capacity' | 'allocatable' | 'requested' | 'free'> {
  @Field(() => [ResourceQuantityModel], { description: 'Capacity of the nodes.' })
  readonly capacity!: readonly ResourceQuantityModel[];

  @Field(() => [ResourceQuantityModel], { description: 'The allocatable resources.' })
  readonly allocatable!: readonly ResourceQuantityModel[];

  @Field(() => [ResourceQuantityModel], { description: 'Requests of the pods on the nodes; `pods` is their number.' })
  readonly requested!: readonly ResourceQuantityModel[];

  @Field(() => [ResourceQuantityModel], {
    description: 'Allocatable minus requested; negative if more is requested than allocatable.',
  })
  readonly free!: readonly ResourceQuantityModel[];
}
