import { Field, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import type {
  CountsByKind,
  Diff,
  DiffEnd,
  NodeDifference,
  ObjectDifference,
  PlacementDifference,
  ResourceDifference,
  UtilizationDifference,
} from '#history';
import { CLUSTER_ID } from '../clusters/index.js';
import { connectionOf, DateTime, Json } from '../../ground/graphql/index.js';

/** The words that all faces use. */
export enum DifferenceOpModel {
  created = 'created',
  deleted = 'deleted',
  changed = 'changed',
}

registerEnumType(DifferenceOpModel, {
  name: 'DifferenceOp',
  description: 'How an object differs between two states.',
  valuesMap: {
    created: { description: 'It exists in the second state only.' },
    deleted: { description: 'It exists in the first state only.' },
    changed: { description: 'It exists in both states and differs.' },
  },
});

@ObjectType('DiffEnd', { description: 'One of the compared states.' })
export class DiffEndModel {
  constructor(private readonly end: DiffEnd) {}

  @Field(() => ID, { description: 'Global id of the cluster.' })
  get clusterId(): string {
    return CLUSTER_ID.write({ cluster: this.end.cluster });
  }

  @Field({ description: 'Its name.' })
  get name(): string {
    return this.end.name;
  }

  @Field({ description: 'The position; a decimal integer.' })
  get position(): string {
    return this.end.position;
  }

  @Field({ description: 'The revision; a decimal integer.' })
  get revision(): string {
    return this.end.revision;
  }

  @Field(() => DateTime, {
    nullable: true,
    description: 'When that revision was written; for the present, when it was read; null at the start of the log.',
  })
  get at(): string | null {
    return this.end.at;
  }

  @Field({ description: 'A moment that always selects the same state, for requests of further pages.' })
  get moment(): string {
    return this.end.moment;
  }
}

@ObjectType('KindCount', { description: 'Number of objects of a kind.' })
export class KindCountModel {
  @Field({ description: 'The kind.' })
  readonly kind!: string;

  @Field(() => Int, { description: 'Number of objects.' })
  readonly count!: number;
}

@ObjectType('ObjectDifference', { description: 'An object that differs between two states.' })
export class ObjectDifferenceModel implements ObjectDifference {
  @Field(() => DifferenceOpModel, { description: 'How it differs.' })
  readonly op!: ObjectDifference['op'];

  @Field({ description: 'Its kind.' })
  readonly kind!: string;

  @Field({ description: 'The namespace; empty for cluster-scoped kinds.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'resourceVersion in the first state; null if the object does not exist there.',
  })
  readonly before!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'resourceVersion in the second state; null if the object does not exist there.',
  })
  readonly after!: string | null;

  @Field(() => Json, {
    description:
      'JSON Patch (RFC 6902) from the first state to the second, from nothing for a created object; empty ' +
      'for a deleted one. Without resourceVersion, and between two clusters without uid, creationTimestamp ' +
      'and generation.',
  })
  readonly patch!: ObjectDifference['patch'];
}

@ObjectType('PlacedPodReference', { description: 'Reference to a pod.' })
export class PlacedPodReferenceModel {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;
}

@ObjectType('PlacementDifference', {
  description: 'A pod that is on different nodes, or on a node in one of the states only.',
})
export class PlacementDifferenceModel implements PlacementDifference {
  @Field(() => PlacedPodReferenceModel, { description: 'The pod.' })
  readonly pod!: PlacedPodReferenceModel;

  @Field(() => String, {
    nullable: true,
    description: 'Name of its node in the first state; null if it is on none, or does not exist.',
  })
  readonly from!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of its node in the second state; null if it is on none, or does not exist.',
  })
  readonly to!: string | null;
}

@ObjectType('CountDifference', { description: 'A number in both states.' })
export class CountDifferenceModel {
  @Field(() => Int, { description: 'In the first state.' })
  readonly before!: number;

  @Field(() => Int, { description: 'In the second state.' })
  readonly after!: number;

  @Field(() => Int, { description: 'Second minus first.' })
  readonly difference!: number;
}

@ObjectType('QuantityDifference', { description: 'An amount in both states, as canonical Kubernetes quantities.' })
export class QuantityDifferenceModel {
  @Field({ description: 'In the first state.' })
  readonly before!: string;

  @Field({ description: 'In the second state.' })
  readonly after!: string;

  @Field({ description: 'Second minus first; may be negative.' })
  readonly difference!: string;
}

@ObjectType('RatioDifference', { description: 'A ratio in both states.' })
export class RatioDifferenceModel {
  @Field(() => Float, { nullable: true, description: 'In the first state; null if nothing is allocatable.' })
  readonly before!: number | null;

  @Field(() => Float, { nullable: true, description: 'In the second state; null if nothing is allocatable.' })
  readonly after!: number | null;
}

@ObjectType('ResourceDifference', { description: 'Allocatable and requests of a resource in two states.' })
export class ResourceDifferenceModel implements ResourceDifference {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field(() => QuantityDifferenceModel, { description: 'Allocatable of the nodes.' })
  readonly allocatable!: QuantityDifferenceModel;

  @Field(() => QuantityDifferenceModel, {
    description: 'Requests of pods on existing nodes, without succeeded and failed pods.',
  })
  readonly requested!: QuantityDifferenceModel;

  @Field(() => RatioDifferenceModel, { description: 'Requested divided by allocatable, rounded to six decimals.' })
  readonly ratio!: RatioDifferenceModel;
}

@ObjectType('RequestDifference', { description: 'Requests of a resource on a node in two states.' })
export class RequestDifferenceModel extends QuantityDifferenceModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;
}

@ObjectType('NodeDifference', { description: 'Requests on a node in two states.' })
export class NodeDifferenceModel implements NodeDifference {
  @Field({ description: 'Its name.' })
  readonly node!: string;

  @Field(() => CountDifferenceModel, { description: 'Pods on the node, without succeeded and failed pods.' })
  readonly pods!: CountDifferenceModel;

  @Field(() => [RequestDifferenceModel], { description: 'The resources whose requests differ, by name.' })
  readonly requested!: readonly RequestDifferenceModel[];
}

@ObjectType('UtilizationDifference', { description: 'Utilization of two states.' })
export class UtilizationDifferenceModel implements UtilizationDifference {
  @Field(() => CountDifferenceModel, { description: 'Nodes.' })
  readonly nodes!: CountDifferenceModel;

  @Field(() => CountDifferenceModel, { description: 'Pods on existing nodes, without succeeded and failed pods.' })
  readonly pods!: CountDifferenceModel;

  @Field(() => [ResourceDifferenceModel], { description: 'By resource.' })
  readonly resources!: readonly ResourceDifferenceModel[];

  @Field(() => [NodeDifferenceModel], {
    description: 'The nodes with the largest difference in the utilization of any resource, at most ten.',
  })
  readonly movers!: readonly NodeDifferenceModel[];
}

@ObjectType('Diff', { description: 'The differences between two states.' })
export class DiffModel {
  constructor(readonly diff: Diff) {}

  @Field(() => DiffEndModel, { description: 'The first state.' })
  get from(): DiffEndModel {
    return new DiffEndModel(this.diff.from);
  }

  @Field(() => DiffEndModel, { description: 'The second state.' })
  get to(): DiffEndModel {
    return new DiffEndModel(this.diff.to);
  }

  @Field(() => [KindCountModel], { description: 'Objects in the second state only, by kind.' })
  get created(): KindCountModel[] {
    return countsOf(this.diff.created);
  }

  @Field(() => [KindCountModel], { description: 'Objects in the first state only, by kind.' })
  get deleted(): KindCountModel[] {
    return countsOf(this.diff.deleted);
  }

  @Field(() => [KindCountModel], { description: 'Objects in both states that differ, by kind.' })
  get changed(): KindCountModel[] {
    return countsOf(this.diff.changed);
  }

  @Field(() => UtilizationDifferenceModel, { description: 'Utilization of both states.' })
  get utilization(): UtilizationDifference {
    return this.diff.utilization;
  }
}

/** A page of objects that differ. */
export const ObjectDifferenceConnection = connectionOf(ObjectDifferenceModel, {
  name: 'ObjectDifference',
  what: 'an object that differs',
  counted: true,
});

/** A page of nodes that became fuller or emptier. */
export const NodeDifferenceConnection = connectionOf(NodeDifferenceModel, {
  name: 'NodeDifference',
  what: 'a node whose requests differ',
  counted: true,
});

/** A page of pods that moved. */
export const PlacementDifferenceConnection = connectionOf(PlacementDifferenceModel, {
  name: 'PlacementDifference',
  what: 'a pod on different nodes',
  counted: true,
});

function countsOf(counts: CountsByKind): KindCountModel[] {
  return Object.entries(counts).map(([kind, count]) => ({ kind, count }));
}
