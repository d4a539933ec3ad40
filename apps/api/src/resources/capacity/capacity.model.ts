import { Field, Float, ObjectType } from '@nestjs/graphql';
import type { ClusterCapacity } from '#history';

@ObjectType('ResourceQuantity', { description: 'An amount of one resource.' })
export class ResourceQuantityModel {
  @Field({ description: 'The resource: `cpu`, `memory`, `nvidia.com/gpu`, `pods`.' })
  readonly resource!: string;

  @Field({ description: 'The exact amount as a canonical Kubernetes quantity: `1500m`, `64Gi`.' })
  readonly quantity!: string;

  @Field(() => Float, {
    description:
      'The amount as a number in the base unit of the resource: cores, bytes, pieces. As exact as a double can be; ' +
      '`quantity` is exact.',
  })
  readonly value?: number;
}

@ObjectType('ResourceUtilization', { description: 'How much of a resource is requested.' })
export class ResourceUtilizationModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field(() => Float, {
    description: 'Requested by allocatable, to six decimals; above 1 where more is requested than there is.',
  })
  readonly ratio!: number;
}

@ObjectType('ClusterTotals', { description: 'Sums over all nodes of a cluster.' })
export class ClusterTotalsModel implements Pick<ClusterCapacity, 'capacity' | 'allocatable' | 'requested' | 'free'> {
  @Field(() => [ResourceQuantityModel], { description: 'What the machines have.' })
  readonly capacity!: readonly ResourceQuantityModel[];

  @Field(() => [ResourceQuantityModel], { description: 'What of it pods can have.' })
  readonly allocatable!: readonly ResourceQuantityModel[];

  @Field(() => [ResourceQuantityModel], { description: 'What the pods on the nodes request; `pods` is their number.' })
  readonly requested!: readonly ResourceQuantityModel[];

  @Field(() => [ResourceQuantityModel], {
    description: 'Allocatable less requested; below zero where more is requested than there is.',
  })
  readonly free!: readonly ResourceQuantityModel[];
}
