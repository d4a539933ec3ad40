import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { Cluster, ClusterPlace } from '#cluster';
import { connectionOf, RelayNode, enumOf, DateTime } from '../../ground/graphql/index.js';
import { CLUSTER_ID } from './cluster-id.js';
import { traceKeep } from './cluster.schema.js';

export const TraceKeepModel = enumOf(traceKeep, {
  name: 'TraceKeep',
  description: 'Which nodes of each trace are kept.',
  words: { full: 'All of them.', top: 'The best ones, by total.', none: 'None: of a trace only its digest stays.' },
});

@ObjectType('TraceBudget', {
  description:
    "How much of the trace of each decision is kept. A decision's digest is over the whole evidence in any case.",
})
export class TraceBudgetModel {
  @Field(() => TraceKeepModel, { description: 'Which nodes.' })
  readonly keep!: Cluster['traceBudget']['keep'];

  @Field(() => Int, { nullable: true, description: 'With `top`: how many of the best nodes; null otherwise.' })
  readonly nodes?: number;
}

@ObjectType('ClusterOrigin', { description: 'The cluster that a fork was copied from.' })
export class ClusterOriginModel {
  @Field(() => ID, { description: 'Global id of that cluster, which may be gone.' })
  readonly cluster!: string;

  @Field({ description: 'Its position then; a decimal integer.' })
  readonly position!: string;

  @Field({ description: 'Its revision then; a decimal integer.' })
  readonly revision!: string;

  @Field({ description: 'The hash of that revision, hexadecimal: what the first revision of the fork follows.' })
  readonly hash!: string;
}

@ObjectType('ClusterCounts', { description: 'How many objects a cluster holds.' })
export class ClusterCountsModel {
  @Field(() => Int, { description: 'Nodes.' })
  readonly nodes!: number;

  @Field(() => Int, { description: 'Pods, finished ones too.' })
  readonly pods!: number;

  @Field(() => Int, { description: 'Pods that are on no node and not finished.' })
  readonly pendingPods!: number;
}

@ObjectType('Cluster', {
  implements: () => RelayNode,
  description: 'A modelled Kubernetes cluster: its nodes, its pods and what surrounds them, with its own log.',
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

  @Field(() => ID, { description: 'The id that REST paths take; a UUID.' })
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

  @Field(() => DateTime, { description: 'When it was made.' })
  get createdAt(): string {
    return this.cluster.createdAt;
  }

  @Field({ description: 'Number of its last committed write; a decimal integer.' })
  get revision(): string {
    return this.cluster.revision;
  }

  @Field({
    description: 'Number of the last change in its log, which objects carry as resourceVersion; a decimal integer.',
  })
  get position(): string {
    return this.cluster.position;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Of a cluster as it was: an `at` that leads to the same state for good; null for the present.',
  })
  get moment(): string | null {
    return this.cluster.moment ?? null;
  }

  @Field(() => ClusterOriginModel, {
    nullable: true,
    description: 'Where it was forked from; null when it is no fork.',
  })
  get origin(): ClusterOriginModel | null {
    const { origin } = this.cluster;
    return origin && { ...origin, cluster: CLUSTER_ID.write({ cluster: origin.cluster }) };
  }

  @Field(() => ClusterCountsModel, { description: 'How many objects it holds.' })
  get counts(): ClusterCountsModel {
    return this.cluster.counts;
  }

  @Field(() => TraceBudgetModel, { description: 'How much of each trace is kept.' })
  get traceBudget(): TraceBudgetModel {
    return this.cluster.traceBudget;
  }

  @Field(() => Boolean, { description: 'Whether conditions of nodes become the built-in taints.' })
  get conditionTaints(): boolean {
    return this.cluster.conditionTaints;
  }

  @Field(() => Boolean, { description: 'Whether new pods that ask for something tolerate memory pressure.' })
  get memoryPressureTolerations(): boolean {
    return this.cluster.memoryPressureTolerations;
  }
}

/** A page of clusters. */
export const ClusterConnection = connectionOf(ClusterModel, { name: 'Cluster', what: 'a cluster', counted: false });
