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
    created: { description: 'It is in the second state only.' },
    deleted: { description: 'It is in the first state only.' },
    changed: { description: 'It is in both, and not the same.' },
  },
});

@ObjectType('DiffEnd', { description: 'One of the states that are compared.' })
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
    description: 'When that revision was written, and of the present when it was read; null where the log begins.',
  })
  get at(): string | null {
    return this.end.at;
  }

  @Field({ description: 'A moment that leads to the same state for good: what to give for the pages after this one.' })
  get moment(): string {
    return this.end.moment;
  }
}

@ObjectType('KindCount', { description: 'How many objects of a kind.' })
export class KindCountModel {
  @Field({ description: 'The kind.' })
  readonly kind!: string;

  @Field(() => Int, { description: 'How many.' })
  readonly count!: number;
}

@ObjectType('ObjectDifference', { description: 'An object that is not the same in two states.' })
export class ObjectDifferenceModel implements ObjectDifference {
  @Field(() => DifferenceOpModel, { description: 'How it differs.' })
  readonly op!: ObjectDifference['op'];

  @Field({ description: 'Its kind.' })
  readonly kind!: string;

  @Field({ description: 'Its namespace; empty for kinds that live in none.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its resourceVersion in the first state; null where it is not there.',
  })
  readonly before!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Its resourceVersion in the second state; null where it is not there.',
  })
  readonly after!: string | null;

  @Field(() => Json, {
    description:
      'RFC 6902: makes the later object of the earlier one, of nothing where there was none; empty where it ' +
      'is deleted. resourceVersion is not in it, and between two clusters neither are uid, ' +
      'creationTimestamp and generation.',
  })
  readonly patch!: ObjectDifference['patch'];
}

@ObjectType('PlacedPodReference', { description: 'A pod by its name.' })
export class PlacedPodReferenceModel {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Its name.' })
  readonly name!: string;
}

@ObjectType('PlacementDifference', {
  description: 'A pod that is on another node, or on one in one of the states only.',
})
export class PlacementDifferenceModel implements PlacementDifference {
  @Field(() => PlacedPodReferenceModel, { description: 'The pod.' })
  readonly pod!: PlacedPodReferenceModel;

  @Field(() => String, {
    nullable: true,
    description: 'Name of its node in the first state; null where it is on none, or not there.',
  })
  readonly from!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of its node in the second state; null where it is on none, or not there.',
  })
  readonly to!: string | null;
}

@ObjectType('CountDifference', { description: 'A number in both states.' })
export class CountDifferenceModel {
  @Field(() => Int, { description: 'In the first.' })
  readonly before!: number;

  @Field(() => Int, { description: 'In the second.' })
  readonly after!: number;

  @Field(() => Int, { description: 'By how much it is more.' })
  readonly difference!: number;
}

@ObjectType('QuantityDifference', { description: 'An amount in both states, as canonical Kubernetes quantities.' })
export class QuantityDifferenceModel {
  @Field({ description: 'In the first.' })
  readonly before!: string;

  @Field({ description: 'In the second.' })
  readonly after!: string;

  @Field({ description: 'By how much it is more; below zero where it is less.' })
  readonly difference!: string;
}

@ObjectType('RatioDifference', { description: 'A share in both states.' })
export class RatioDifferenceModel {
  @Field(() => Float, { nullable: true, description: 'In the first; null where nothing is allocatable.' })
  readonly before!: number | null;

  @Field(() => Float, { nullable: true, description: 'In the second; null where nothing is allocatable.' })
  readonly after!: number | null;
}

@ObjectType('ResourceDifference', {
  description: 'How much there is of a resource in two states, and how much of it is requested.',
})
export class ResourceDifferenceModel implements ResourceDifference {
  @Field({ description: 'The resource.' })
  readonly resource!: string;

  @Field(() => QuantityDifferenceModel, { description: 'What pods can have.' })
  readonly allocatable!: QuantityDifferenceModel;

  @Field(() => QuantityDifferenceModel, { description: 'What pods that take room request.' })
  readonly requested!: QuantityDifferenceModel;

  @Field(() => RatioDifferenceModel, { description: 'Requested by allocatable, to six decimals.' })
  readonly ratio!: RatioDifferenceModel;
}

@ObjectType('RequestDifference', { description: 'What is requested of a resource of a node, in two states.' })
export class RequestDifferenceModel extends QuantityDifferenceModel {
  @Field({ description: 'The resource.' })
  readonly resource!: string;
}

@ObjectType('NodeDifference', { description: 'What pods take of a node, in two states.' })
export class NodeDifferenceModel implements NodeDifference {
  @Field({ description: 'Its name.' })
  readonly node!: string;

  @Field(() => CountDifferenceModel, { description: 'Pods that take room on it.' })
  readonly pods!: CountDifferenceModel;

  @Field(() => [RequestDifferenceModel], { description: 'The resources whose requests differ, by name.' })
  readonly requested!: readonly RequestDifferenceModel[];
}

@ObjectType('UtilizationDifference', { description: 'How full two states are.' })
export class UtilizationDifferenceModel implements UtilizationDifference {
  @Field(() => CountDifferenceModel, { description: 'Nodes.' })
  readonly nodes!: CountDifferenceModel;

  @Field(() => CountDifferenceModel, { description: 'Pods that take room: on a node that is there, and not finished.' })
  readonly pods!: CountDifferenceModel;

  @Field(() => [ResourceDifferenceModel], { description: 'By resource.' })
  readonly resources!: readonly ResourceDifferenceModel[];

  @Field(() => [NodeDifferenceModel], {
    description: 'The nodes that moved most, by the share of any of their resources; ten at most.',
  })
  readonly movers!: readonly NodeDifferenceModel[];
}

@ObjectType('Diff', { description: 'What makes one state of another.' })
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

  @Field(() => [KindCountModel], { description: 'Objects that are in the second state only, by kind.' })
  get created(): KindCountModel[] {
    return countsOf(this.diff.created);
  }

  @Field(() => [KindCountModel], { description: 'Objects that are in the first state only, by kind.' })
  get deleted(): KindCountModel[] {
    return countsOf(this.diff.deleted);
  }

  @Field(() => [KindCountModel], { description: 'Objects that are in both and not the same, by kind.' })
  get changed(): KindCountModel[] {
    return countsOf(this.diff.changed);
  }

  @Field(() => UtilizationDifferenceModel, { description: 'How full both states are.' })
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
  what: 'a node of which another amount is requested',
  counted: true,
});

/** A page of pods that moved. */
export const PlacementDifferenceConnection = connectionOf(PlacementDifferenceModel, {
  name: 'PlacementDifference',
  what: 'a pod that moved',
  counted: true,
});

function countsOf(counts: CountsByKind): KindCountModel[] {
  return Object.entries(counts).map(([kind, count]) => ({ kind, count }));
}
