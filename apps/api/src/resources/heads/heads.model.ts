import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { HeadEvent } from '#history';
import { CLUSTER_ID, clusterCounts } from '../clusters/index.js';
import { DateTime, typeOf } from '../../ground/graphql/index.js';

@ObjectType('TouchedKind', { description: 'Number of changes of one kind.' })
export class TouchedKindModel {
  @Field({ description: 'The kind: `Pod`.' })
  readonly kind!: string;

  @Field(() => Int, { description: 'Number of changes of objects of the kind; an object written twice counts twice.' })
  readonly changes!: number;
}

@ObjectType('ClusterHead', { description: 'The position of a cluster, and what changed since its previous event.' })
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

  @Field(() => DateTime, { description: 'When the last revision was written.' })
  get at(): string {
    return this.event.at;
  }

  @Field(() => ID, {
    nullable: true,
    description: 'Plain id of its newest run that is not a dry run; null if there is none.',
  })
  get run(): string | null {
    return this.event.run;
  }

  @Field(typeOf(clusterCounts), { description: 'Number of objects.' })
  get counts(): HeadEvent['counts'] {
    return this.event.counts;
  }

  @Field(() => [TouchedKindModel], {
    nullable: true,
    description:
      'Number of changes since the previous event of this cluster, by kind; empty in the first event, ' +
      'unless the stream resumes after a cursor. Null: more than 100,000 changes, or some of them are ' +
      'archived; read the cluster again.',
  })
  get kinds(): HeadEvent['kinds'] {
    return this.event.kinds;
  }

  @Field({ description: 'Whether the cluster was deleted: no further events follow.' })
  get deleted(): boolean {
    return this.event.deleted;
  }

  @Field({ description: 'The position of all clusters of the subscription: resume `after` it; opaque.' })
  get cursor(): string {
    return this.event.cursor;
  }
}
