import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import { MutationInput, MutationPayload } from '../graphql/mutation.model.js';
import { ClusterModel, TraceKeepModel } from './clusters.model.js';

@InputType({ description: 'How much of the trace of each decision is kept from now on.' })
export class TraceBudgetInput {
  @Field(() => TraceKeepModel, { description: 'Which nodes.' })
  readonly keep!: TraceKeepModel;

  @Field(() => Int, { nullable: true, description: 'With `top`, and only there: how many of the best nodes.' })
  readonly nodes?: number | null;
}

@InputType({ description: 'A cluster to make.' })
export class CreateClusterInput extends MutationInput {
  @Field({ description: 'Its name: a DNS label, unique within the team.' })
  readonly name!: string;

  @Field(() => TraceBudgetInput, {
    nullable: true,
    description: 'How much of its traces is kept; everything when it is not given.',
  })
  readonly traceBudget?: TraceBudgetInput | null;
}

@InputType({ description: 'What to change about a cluster.' })
export class UpdateClusterInput extends MutationInput {
  @Field(() => ID, { description: 'The cluster: its global id, its plain id or its name.' })
  readonly clusterId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its new name: a DNS label, unique within the team. It stays when it is not given.',
  })
  readonly name?: string | null;

  @Field(() => TraceBudgetInput, {
    nullable: true,
    description: 'How much of its traces is kept from now on. It stays when it is not given.',
  })
  readonly traceBudget?: TraceBudgetInput | null;
}

@InputType({ description: 'A cluster to delete.' })
export class DeleteClusterInput extends MutationInput {
  @Field(() => ID, { description: 'The cluster: its global id, its plain id or its name.' })
  readonly clusterId!: string;
}

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
