import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { Cluster, ClusterPlace } from '#cluster';
import { connectionOf, RelayNode, enumOf, DateTime } from '../../ground/graphql/index.js';
import { CLUSTER_ID } from './cluster-id.js';
import { traceKeep } from './cluster.schema.js';

export const TraceKeepModel = enumOf(traceKeep, {
  name: 'TraceKeep',
  description: 'Which nodes of each trace are stored.',
  words: {
    full: 'All of them.',
    top: 'The best nodes, by total score.',
    none: 'No nodes: only the digest of the trace.',
  },
});

@ObjectType('TraceBudget', {
  description:
    'How much of the trace of each decision is stored. The digest of a decision always covers the whole ' + 'trace.',
})
export class TraceBudgetModel {
  @Field(() => TraceKeepModel, { description: 'Which nodes.' })
  readonly keep!: Cluster['traceBudget']['keep'];

  @Field(() => Int, {
    nullable: true,
    description: 'With `top`: number of nodes stored, the best first; null otherwise.',
  })
  readonly nodes?: number;
}

@ObjectType('ClusterOrigin', { description: 'The cluster that a fork was copied from.' })
export class ClusterOriginModel {
  @Field(() => ID, { description: 'Global id of that cluster, which may have been deleted.' })
  readonly cluster!: string;

  @Field({ description: 'Its position at that time; a decimal integer.' })
  readonly position!: string;

  @Field({ description: 'Its revision at that time; a decimal integer.' })
  readonly revision!: string;

  @Field({ description: 'Hash of that revision, hexadecimal: the first revision of the fork contains it.' })
  readonly hash!: string;
}

@ObjectType('ClusterCounts', { description: 'Number of objects in a cluster.' })
export class ClusterCountsModel {
  @Field(() => Int, { description: 'Nodes.' })
  readonly nodes!: number;

  @Field(() => Int, { description: 'Pods, including succeeded and failed ones.' })
  readonly pods!: number;

  @Field(() => Int, { description: 'Pods that are not assigned to a node, without succeeded and failed pods.' })
  readonly pendingPods!: number;
}

@ObjectType('Cluster', {
  implements: () => RelayNode,
  description: 'A model of a Kubernetes cluster: nodes, pods and other objects, with its own log.',
})
export class ClusterModel implements RelayNode {
  constructor(private readonly cluster: Cluster) {}

  /** What hangs on it is read here: of a cluster as it was, as it was then. */
  get place(): ClusterPlace {
    const { id, moment } = this.cluster;
    return moment === undefined ? { cluster: id } : { cluster: id, at: moment };
  }

  get id(): string {
    return CLUSTER_ID.write({ cluster: this.cluster.id });
  }

  @Field(() => ID, { description: 'The id in REST paths; a UUID.' })
  get uid(): string {
    return this.cluster.id;
  }

  @Field({ description: 'A DNS label, unique within the team.' })
  get name(): string {
    return this.cluster.name;
  }

  @Field({ description: 'Name of the team that owns it.' })
  get team(): string {
    return this.cluster.team;
  }

  @Field(() => DateTime, { description: 'When it was created.' })
  get createdAt(): string {
    return this.cluster.createdAt;
  }

  @Field({ description: 'Number of the last revision; a decimal integer.' })
  get revision(): string {
    return this.cluster.revision;
  }

  @Field({
    description: 'Number of the last change in its log, which objects have as resourceVersion; a decimal integer.',
  })
  get position(): string {
    return this.cluster.position;
  }

  @Field(() => String, {
    nullable: true,
    description: 'For a past state: an `at` that always selects the same state; null for the present.',
  })
  get moment(): string | null {
    return this.cluster.moment ?? null;
  }

  @Field(() => ClusterOriginModel, {
    nullable: true,
    description: 'Origin of the fork; null if the cluster is not a fork.',
  })
  get origin(): ClusterOriginModel | null {
    const { origin } = this.cluster;
    return origin && { ...origin, cluster: CLUSTER_ID.write({ cluster: origin.cluster }) };
  }

  @Field(() => ClusterCountsModel, { description: 'Number of objects.' })
  get counts(): ClusterCountsModel {
    return this.cluster.counts;
  }

  @Field(() => TraceBudgetModel, { description: 'How much of each trace is stored.' })
  get traceBudget(): TraceBudgetModel {
    return this.cluster.traceBudget;
  }

  @Field(() => Boolean, {
    description: 'Whether conditions of nodes and `spec.unschedulable` become the built-in taints.',
  })
  get conditionTaints(): boolean {
    return this.cluster.conditionTaints;
  }

  @Field(() => Boolean, { description: 'Whether new pods that are not BestEffort tolerate the memory pressure taint.' })
  get memoryPressureTolerations(): boolean {
    return this.cluster.memoryPressureTolerations;
  }
}

/** A page of clusters. */
export const ClusterConnection = connectionOf(ClusterModel, { name: 'Cluster', what: 'a cluster', counted: false });
