import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { HeadEvent } from '#history';
import { CLUSTER_ID, ClusterCountsModel } from '../clusters/index.js';
import { DateTime } from '../../ground/graphql/index.js';

@ObjectType('TouchedKind', { description: 'How much was written of one kind.' })
export class TouchedKindModel {
  @Field({ description: 'The kind: `Pod`.' })
  readonly kind!: string;

  @Field(() => Int, { description: 'Changes of objects of the kind; one that was written twice counts twice.' })
  readonly changes!: number;
}

@ObjectType('ClusterHead', { description: 'Where a cluster is, and what was written since the last event about it.' })
export class ClusterHeadModel {
  constructor(private readonly event: HeadEvent) {}

  @Field(() => ID, { description: 'The global id of the cluster.' })
  get clusterId(): string {
    return CLUSTER_ID.write({ cluster: this.event.cluster });
  }

  @Field({ description: 'Its name.' })
  get name(): string {
    return this.event.name;
  }

  @Field({ description: 'Number of the last revision; a decimal integer.' })
  get revision(): string {
    return this.event.revision;
  }

  @Field({ description: 'Number of the last change in its log; a decimal integer.' })
  get position(): string {
    return this.event.position;
  }

  @Field(() => DateTime, { description: 'When that was written.' })
  get at(): string {
    return this.event.at;
  }

  @Field(() => ID, { nullable: true, description: 'Plain id of its newest run that is no dry run; null before any.' })
  get run(): string | null {
    return this.event.run;
  }

  @Field(() => ClusterCountsModel, { description: 'Number of objects.' })
  get counts(): HeadEvent['counts'] {
    return this.event.counts;
  }

  @Field(() => [TouchedKindModel], {
    nullable: true,
    description:
      'What was written since the last event about it, by kind; none in the first event, unless it goes on after a ' +
      'cursor. Null: more than 100,000 changes, or some that are archived; read again all that is shown.',
  })
  get kinds(): HeadEvent['kinds'] {
    return this.event.kinds;
  }

  @Field({ description: 'It was deleted: nothing follows.' })
  get deleted(): boolean {
    return this.event.deleted;
  }

  @Field({ description: 'Where all clusters of the subscription were: go on `after` it; opaque.' })
  get cursor(): string {
    return this.event.cursor;
  }
}
