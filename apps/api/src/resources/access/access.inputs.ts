import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { inputOf, MutationPayload, PlainMutationInput } from '../../ground/graphql/index.js';
import { grantBody, keyBody, memberBody, ownerBody, teamBody } from './access.schema.js';
import { ApiKeyModel, GrantModel, MemberModel, NamespaceTeamModel, RoleModel, TeamModel } from './access.model.js';

const roles = (description: string) => ({ type: () => [RoleModel], description });

@InputType({ isAbstract: true })
abstract class TeamMutationInput extends PlainMutationInput {
  @Field(() => ID, { description: 'The team: its global id, its plain id or its name.' })
  readonly teamId!: string;
}

@InputType({ isAbstract: true })
abstract class SharingMutationInput extends PlainMutationInput {
  @Field(() => ID, { description: 'The cluster: its global id, its plain id or its name.' })
  readonly clusterId!: string;
}

@InputType({ description: 'A team that is to be.' })
export class CreateTeamInput extends inputOf(teamBody, { name: 'A DNS label, unique.' }, PlainMutationInput) {}

@InputType({ description: 'A person who is to be of a team.' })
export class AddMemberInput extends inputOf(
  memberBody,
  {
    issuer: 'Who issues their tokens: `iss`; the issuer that the service is set to trust when it is not given.',
    subject: 'How their issuer names them: `sub`.',
    roles: roles('What they may do. Whoever makes an auditor is one.'),
  },
  TeamMutationInput,
) {}

@InputType({ description: 'A member who is to go.' })
export class RemoveMemberInput extends TeamMutationInput {
  @Field(() => ID, { description: 'The member.' })
  readonly memberId!: string;
}

@InputType({ description: 'A key that is to be.' })
export class CreateKeyInput extends inputOf(
  keyBody,
  {
    name: 'What it is for. Two of a name may be valid at once, no more.',
    roles: roles('What it is good for. Whoever makes an auditor is one.'),
    cluster: 'The only cluster that it is good for: its global id, its plain id or its name.',
    namespace: 'The only namespace of that cluster.',
    expiresInDays: 'After so many days it is good no longer, 1 to 3660; 90 when it is not given.',
  },
  TeamMutationInput,
) {}

@InputType({ description: 'A key that is to be good no longer.' })
export class RevokeKeyInput extends TeamMutationInput {
  @Field(() => ID, { description: 'Its id: the part of it that is no secret.' })
  readonly keyId!: string;
}

@InputType({ description: 'A role that another team is to have in a cluster.' })
export class CreateGrantInput extends inputOf(
  grantBody,
  {
    team: 'The team: its global id, its plain id or its name.',
    role: { type: () => RoleModel, description: 'What it may do there. Whoever grants `auditor` is one.' },
    namespace: 'In this namespace alone.',
  },
  SharingMutationInput,
) {}

@InputType({ description: 'A grant that is to be taken back.' })
export class RemoveGrantInput extends SharingMutationInput {
  @Field(() => ID, { description: 'The grant.' })
  readonly grantId!: string;
}

@InputType({ description: 'Whose a namespace is to be.' })
export class SetNamespaceTeamInput extends inputOf(
  ownerBody,
  { team: 'The team: its global id, its plain id or its name.' },
  SharingMutationInput,
) {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;
}

@ObjectType({ description: 'What createTeam did.' })
export class CreateTeamPayload extends MutationPayload {
  @Field(() => TeamModel, { nullable: true, description: 'The new team; null when it was refused.' })
  readonly team?: TeamModel;
}

@ObjectType({ description: 'What addMember did.' })
export class AddMemberPayload extends MutationPayload {
  @Field(() => MemberModel, { nullable: true, description: 'The new member; null when it was refused.' })
  readonly member?: MemberModel;
}

@ObjectType({ description: 'What removeMember did.' })
export class RemoveMemberPayload extends MutationPayload {
  @Field(() => MemberModel, { nullable: true, description: 'The member who is gone; null when it was refused.' })
  readonly member?: MemberModel;
}

@ObjectType({ description: 'What createKey did.' })
export class CreateKeyPayload extends MutationPayload {
  @Field(() => ApiKeyModel, { nullable: true, description: 'The new key; null when it was refused.' })
  readonly apiKey?: ApiKeyModel;

  @Field(() => String, {
    nullable: true,
    description: 'The key itself: it is not kept, and not shown again; null when it was refused.',
  })
  readonly key?: string;
}

@ObjectType({ description: 'What revokeKey did.' })
export class RevokeKeyPayload extends MutationPayload {
  @Field(() => ApiKeyModel, { nullable: true, description: 'The key as it is now; null when it was refused.' })
  readonly apiKey?: ApiKeyModel;
}

@ObjectType({ description: 'What createGrant did.' })
export class CreateGrantPayload extends MutationPayload {
  @Field(() => GrantModel, { nullable: true, description: 'The new grant; null when it was refused.' })
  readonly grant?: GrantModel;
}

@ObjectType({ description: 'What removeGrant did.' })
export class RemoveGrantPayload extends MutationPayload {
  @Field(() => GrantModel, { nullable: true, description: 'The grant that is gone; null when it was refused.' })
  readonly grant?: GrantModel;
}

@ObjectType({ description: 'What setNamespaceTeam did.' })
export class SetNamespaceTeamPayload extends MutationPayload {
  @Field(() => NamespaceTeamModel, { nullable: true, description: 'Whose it is now; null when it was refused.' })
  readonly namespaceTeam?: NamespaceTeamModel;
}
