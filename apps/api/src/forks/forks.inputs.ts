import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { ClusterModel } from '../clusters/clusters.model.js';
import { MutationInput, MutationPayload } from '../graphql/mutation.model.js';

@InputType({ description: 'A cluster to fork, and where.' })
export class ForkClusterInput extends MutationInput {
  @Field(() => ID, { description: 'The cluster: its global id, its plain id or its name.' })
  readonly clusterId!: string;

  @Field({ description: 'The name of the fork: a DNS label, unique within the team.' })
  readonly name!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'A position (`123`), a revision (`revision:42`) or an RFC 3339 time; the end of a revision. The present when it is not given.',
  })
  readonly at?: string | null;
}

@ObjectType({ description: 'What forkCluster did.' })
export class ForkClusterPayload extends MutationPayload {
  @Field(() => ClusterModel, { nullable: true, description: 'The fork; null when it was refused.' })
  readonly cluster?: ClusterModel;
}
