import { Field, InputType, ObjectType } from '@nestjs/graphql';
import { ClusterMutationInput, ClusterModel } from '../clusters/index.js';
import { MutationPayload, inputOf } from '../../ground/graphql/index.js';
import { forkBody } from './fork.schema.js';

@InputType({ description: 'A cluster to fork, and where.' })
export class ForkClusterInput extends inputOf(
  forkBody,
  {
    name: 'The name of the fork: a DNS label, unique within the team.',
    at:
      'A position (`123`), a revision (`revision:42`) or an RFC 3339 time; the end of a revision. The ' +
      'present when it is not given.',
  },
  ClusterMutationInput,
) {}

@ObjectType({ description: 'What forkCluster did.' })
export class ForkClusterPayload extends MutationPayload {
  @Field(() => ClusterModel, { nullable: true, description: 'The fork; null when it was refused.' })
  readonly cluster?: ClusterModel;
}
