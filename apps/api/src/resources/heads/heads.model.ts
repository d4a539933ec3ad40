import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { HeadEvent } from '#history';
import { CLUSTER_ID } from '../clusters/index.js';
import { viewOf } from '../../ground/graphql/index.js';
import { clusterHead } from './head.schema.js';

@ObjectType('ClusterHead', { description: 'The position of a cluster, and what changed since its previous event.' })
export class ClusterHeadModel extends viewOf<HeadEvent>(clusterHead, { without: ['cluster'] }) {
  constructor(private readonly event: HeadEvent) {
    super(event);
  }

  @Field(() => ID, { description: 'The global id of the cluster.' })
  get clusterId(): string {
    return CLUSTER_ID.write({ cluster: this.event.cluster });
  }
}
