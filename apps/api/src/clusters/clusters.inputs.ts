import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { MutationInput, MutationPayload } from '../graphql/mutation.model.js';
import { ClusterModel } from './clusters.model.js';

@InputType({ description: 'A cluster to make.' })
export class CreateClusterInput extends MutationInput {
  @Field({ description: 'Its name: a DNS label, unique within the team.' })
  readonly name!: string;
}

@InputType({ description: 'What to change about a cluster.' })
export class UpdateClusterInput extends MutationInput {
  @Field(() => ID, { description: 'The cluster: its global id, its plain id or its name.' })
  readonly clusterId!: string;

  @Field({ description: 'Its new name: a DNS label, unique within the team.' })
  readonly name!: string;
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
