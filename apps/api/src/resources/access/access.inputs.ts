import { Field, ID, InputType } from '@nestjs/graphql';
import { PlainMutationInput } from '../../ground/graphql/index.js';

@InputType({ isAbstract: true })
export abstract class TeamMutationInput extends PlainMutationInput {
  @Field(() => ID, { description: 'The team, by global id, plain id or name.' })
  readonly teamId!: string;
}

@InputType({ isAbstract: true })
export abstract class MemberMutationInput extends TeamMutationInput {
  @Field(() => ID, { description: 'The member.' })
  readonly memberId!: string;
}

@InputType({ isAbstract: true })
export abstract class KeyMutationInput extends TeamMutationInput {
  @Field(() => ID, { description: 'The id of the key, which is not part of its secret.' })
  readonly keyId!: string;
}

@InputType({ isAbstract: true })
export abstract class SharingMutationInput extends PlainMutationInput {
  @Field(() => ID, { description: 'The cluster, by global id, plain id or name.' })
  readonly clusterId!: string;
}

@InputType({ isAbstract: true })
export abstract class GrantMutationInput extends SharingMutationInput {
  @Field(() => ID, { description: 'The grant.' })
  readonly grantId!: string;
}

@InputType({ isAbstract: true })
export abstract class NamespaceMutationInput extends SharingMutationInput {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;
}
