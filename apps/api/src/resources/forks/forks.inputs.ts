import { Field, InputType, ObjectType } from '@nestjs/graphql';
import { ClusterMutationInput, ClusterModel } from '../clusters/index.js';
import { MutationPayload, inputOf } from '../../ground/graphql/index.js';
import { forkBody } from './fork.schema.js';

@InputType({ description: 'The cluster to fork, and the moment.' })
export class ForkClusterInput extends inputOf(
  forkBody,
  {
    name: 'Name of the fork: a DNS label, unique within the team.',
    at:
      'A position (`123`), a revision (`revision:42`) or an RFC 3339 time: the end of a revision. Default: ' +
      'the present.',
  },
  ClusterMutationInput,
) {}

@ObjectType({ description: 'Payload of forkCluster.' })
export class ForkClusterPayload extends MutationPayload {
  @Field(() => ClusterModel, { nullable: true, description: 'The fork; null if refused.' })
  readonly cluster?: ClusterModel;
}
