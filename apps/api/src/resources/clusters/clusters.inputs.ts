import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { MutationInput, MutationPayload, inputOf } from '../../ground/graphql/index.js';
import { clusterBody, clusterChange, traceBudgetBody } from './cluster.schema.js';
import { ClusterModel, TraceKeepModel } from './clusters.model.js';

/** What every mutation takes that is about a cluster. */
@InputType({ isAbstract: true })
export abstract class ClusterMutationInput extends MutationInput {
  @Field(() => ID, { description: 'The cluster, by global id, plain id or name.' })
  readonly clusterId!: string;
}

@InputType({ description: 'How much of the trace of each decision is stored from now on.' })
export class TraceBudgetInput extends inputOf(traceBudgetBody, {
  keep: { type: () => TraceKeepModel, description: 'Which nodes.' },
  nodes: 'Only with `top`: number of nodes stored, the best first.',
}) {}

const traceBudget = (description: string) => ({ type: () => TraceBudgetInput, description });

const CONDITION_TAINTS = 'Whether conditions of nodes and `spec.unschedulable` become the built-in taints.';
const MEMORY_PRESSURE = 'Whether new pods that are not BestEffort tolerate the memory pressure taint.';

@InputType({ description: 'A cluster to create.' })
export class CreateClusterInput extends inputOf(
  clusterBody,
  {
    name: 'A DNS label, unique within the team.',
    traceBudget: traceBudget('How much of its traces is stored. Default: everything.'),
    conditionTaints: `${CONDITION_TAINTS} Default: true.`,
    memoryPressureTolerations: `${MEMORY_PRESSURE} Default: false.`,
  },
  MutationInput,
) {}

@InputType({ description: 'Changes of a cluster; absent fields stay unchanged.' })
export class UpdateClusterInput extends inputOf(
  clusterChange,
  {
    name: 'The new name: a DNS label, unique within the team. Default: unchanged.',
    traceBudget: traceBudget('How much of its traces is stored from now on. Default: unchanged.'),
    conditionTaints: `${CONDITION_TAINTS} Default: unchanged.`,
    memoryPressureTolerations: `${MEMORY_PRESSURE} Default: unchanged.`,
  },
  ClusterMutationInput,
) {}

@InputType({ description: 'A cluster to delete.' })
export class DeleteClusterInput extends ClusterMutationInput {}

@ObjectType({ description: 'Payload of createCluster.' })
export class CreateClusterPayload extends MutationPayload {
  @Field(() => ClusterModel, { nullable: true, description: 'The new cluster; null if refused.' })
  readonly cluster?: ClusterModel;
}

@ObjectType({ description: 'Payload of updateCluster.' })
export class UpdateClusterPayload extends MutationPayload {
  @Field(() => ClusterModel, { nullable: true, description: 'The changed cluster; null if refused.' })
  readonly cluster?: ClusterModel;
}

@ObjectType({ description: 'Payload of deleteCluster.' })
export class DeleteClusterPayload extends MutationPayload {
  @Field(() => ID, { nullable: true, description: 'Global id of the deleted cluster; null if refused.' })
  readonly deletedClusterId?: string;
}
