import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { CountsByKind, Diff, DiffEnd, NodeDifference, ObjectDifference, PlacementDifference } from '#history';
import { z } from 'zod';
import { CLUSTER_ID } from '../clusters/index.js';
import { connectionOf, typeOf, viewOf } from '../../ground/graphql/index.js';
import {
  diffEnd,
  kindCount,
  nodeDifference,
  objectDifference,
  placementDifference,
  utilizationDifference,
} from './diff.schema.js';

@ObjectType('DiffEnd', { description: 'One of the compared states.' })
export class DiffEndModel extends viewOf<DiffEnd>(diffEnd, { without: ['cluster'] }) {
  constructor(private readonly end: DiffEnd) {
    super(end);
  }

  @Field(() => ID, { description: 'Global id of the cluster.' })
  get clusterId(): string {
    return CLUSTER_ID.write({ cluster: this.end.cluster });
  }
}

type KindCount = z.output<typeof kindCount>;

const kindCounts = typeOf(z.array(kindCount));

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

  @Field(kindCounts, { description: 'Objects in the second state only, by kind.' })
  get created(): KindCount[] {
    return countsOf(this.diff.created);
  }

  @Field(kindCounts, { description: 'Objects in the first state only, by kind.' })
  get deleted(): KindCount[] {
    return countsOf(this.diff.deleted);
  }

  @Field(kindCounts, { description: 'Objects in both states that differ, by kind.' })
  get changed(): KindCount[] {
    return countsOf(this.diff.changed);
  }

  @Field(typeOf(utilizationDifference), { description: 'Utilization of both states.' })
  get utilization(): Diff['utilization'] {
    return this.diff.utilization;
  }
}

/** A page of objects that differ. */
export const ObjectDifferenceConnection = connectionOf<ObjectDifference>(objectDifference, {
  name: 'ObjectDifference',
  what: 'an object that differs',
  counted: true,
});

/** A page of nodes that became fuller or emptier. */
export const NodeDifferenceConnection = connectionOf<NodeDifference>(nodeDifference, {
  name: 'NodeDifference',
  what: 'a node whose requests differ',
  counted: true,
});

/** A page of pods that moved. */
export const PlacementDifferenceConnection = connectionOf<PlacementDifference>(placementDifference, {
  name: 'PlacementDifference',
  what: 'a pod on different nodes',
  counted: true,
});

function countsOf(counts: CountsByKind): KindCount[] {
  return Object.entries(counts).map(([kind, count]) => ({ kind, count }));
}
