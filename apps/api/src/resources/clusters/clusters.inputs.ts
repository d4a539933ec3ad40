import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { MutationInput, MutationPayload, inputOf } from '../../ground/graphql/index.js';
import { clusterBody, clusterChange, traceBudgetBody } from './cluster.schema.js';
import { ClusterModel, TraceKeepModel } from './clusters.model.js';

/** What every mutation takes that is about a cluster. */
@InputType({ isAbstract: true })
export abstract class ClusterMutationInput extends MutationInput {
  @Field(() => ID, { description: 'The cluster: its global id, its plain id or its name.' })
  readonly clusterId!: string;
}

@InputType({ description: 'How much of the trace of each decision is kept from now on.' })
export class TraceBudgetInput extends inputOf(traceBudgetBody, {
  keep: { type: () => TraceKeepModel, description: 'Which nodes.' },
  nodes: 'With `top`, and only there: how many of the best nodes.',
}) {}

const traceBudget = (description: string) => ({ type: () => TraceBudgetInput, description });

const CONDITION_TAINTS = 'Whether conditions of nodes and `spec.unschedulable` become the built-in taints.';
const MEMORY_PRESSURE = 'Whether new pods that ask for something tolerate the taint of memory pressure.';

@InputType({ description: 'A cluster to make.' })
export class CreateClusterInput extends inputOf(
  clusterBody,
  {
    name: 'Its name: a DNS label, unique within the team.',
    traceBudget: traceBudget('How much of its traces is kept; everything when it is not given.'),
    conditionTaints: `${CONDITION_TAINTS} True when it is not given.`,
    memoryPressureTolerations: `${MEMORY_PRESSURE} False when it is not given.`,
  },
  MutationInput,
) {}

@InputType({ description: 'What to change about a cluster.' })
export class UpdateClusterInput extends inputOf(
  clusterChange,
  {
    name: 'Its new name: a DNS label, unique within the team. It stays when it is not given.',
    traceBudget: traceBudget('How much of its traces is kept from now on. It stays when it is not given.'),
    conditionTaints: `${CONDITION_TAINTS} It stays when it is not given.`,
    memoryPressureTolerations: `${MEMORY_PRESSURE} It stays when it is not given.`,
  },
  ClusterMutationInput,
) {}

@InputType({ description: 'A cluster to delete.' })
export class DeleteClusterInput extends ClusterMutationInput {}

@ObjectType({ description: 'What createCluster did.' })
export class CreateClusterPayload extends MutationPayload {
  @Field(() => ClusterModel, { nullable: true, description: 'The new cluster; null when it was refused.' })
  readonly cluster?: ClusterModel;
}

@ObjectType({ description: 'What updateCluster did.' })
export class UpdateClusterPayload extends MutationPayload {
  @Field(() => ClusterModel, { nullable: true, description: 'The cluster as it is now; null when it was refused.' })
  readonly cluster?: ClusterModel;
}

@ObjectType({ description: 'What deleteCluster did.' })
export class DeleteClusterPayload extends MutationPayload {
  @Field(() => ID, { nullable: true, description: 'Global id of the cluster that is gone; null when it was refused.' })
  readonly deletedClusterId?: string;
}
