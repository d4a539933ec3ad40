import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { MutationInput } from '../../ground/graphql/index.js';
import { StartPayload } from '../operations/index.js';

const CLUSTER = {
  nullable: true,
  description:
    'Only this cluster, by global id, plain id or name. Default: all clusters of the team, including ' +
    'deleted ones.',
};

@InputType({ description: 'What to verify.' })
export class VerifyInput {
  @Field(() => ID, CLUSTER)
  readonly clusterId?: string | null;
}

@InputType({ description: 'What to verify.' })
export class StartVerificationInput extends MutationInput {
  @Field(() => ID, CLUSTER)
  readonly clusterId?: string | null;
}

@ObjectType({ description: 'Payload of startVerification.' })
export class StartVerificationPayload extends StartPayload {}
