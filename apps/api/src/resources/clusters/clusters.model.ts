import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { Cluster, ClusterPlace } from '#cluster';
import { connectionOf, RelayNode, viewOf } from '../../ground/graphql/index.js';
import { CLUSTER_ID } from './cluster-id.js';
import { clusterSchema } from './cluster.schema.js';

@ObjectType('Cluster', {
  implements: () => RelayNode,
  description: 'A model of a Kubernetes cluster: nodes, pods and other objects, with its own log.',
})
export class ClusterModel extends viewOf<Cluster>(clusterSchema, { without: ['id'] }) implements RelayNode {
  /** What hangs on it is read here: of a cluster as it was, as it was then. */
  readonly place: ClusterPlace;

  constructor({ origin, ...cluster }: Cluster) {
    super({ ...cluster, origin: origin && { ...origin, cluster: CLUSTER_ID.write({ cluster: origin.cluster }) } });
    const { id, moment } = cluster;
    this.place = moment === undefined ? { cluster: id } : { cluster: id, at: moment };
  }

  get id(): string {
    return CLUSTER_ID.write({ cluster: this.uid });
  }

  @Field(() => ID, { description: 'The id in REST paths; a UUID.' })
  get uid(): string {
    return this.place.cluster;
  }
}

/** A page of clusters. */
export const ClusterConnection = connectionOf(ClusterModel, { name: 'Cluster', what: 'a cluster', counted: false });
