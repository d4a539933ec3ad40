import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import { inputOf, MutationPayload, PlainMutationInput } from '../../ground/graphql/index.js';
import { grantBody, keyBody, memberBody, ownerBody, teamBody } from './access.schema.js';
import { ApiKeyModel, GrantModel, MemberModel, NamespaceTeamModel, RoleModel, TeamModel } from './access.model.js';

const roles = (description: string) => ({ type: () => [RoleModel], description });

@InputType({ isAbstract: true })
abstract class TeamMutationInput extends PlainMutationInput {
  @Field(() => ID, { description: 'The team, by global id, plain id or name.' })
  readonly teamId!: string;
}

@InputType({ isAbstract: true })
abstract class SharingMutationInput extends PlainMutationInput {
  @Field(() => ID, { description: 'The cluster, by global id, plain id or name.' })
  readonly clusterId!: string;
}

@InputType({ description: 'A team to create.' })
export class CreateTeamInput extends inputOf(teamBody, { name: 'A DNS label, unique.' }, PlainMutationInput) {}

@InputType({ description: 'A user to add to a team.' })
export class AddMemberInput extends inputOf(
  memberBody,
  {
    issuer: "Issuer of the user's tokens: `iss`. Default: the trusted issuer of the service.",
    subject: 'The user at the issuer: `sub`.',
    roles: roles('Roles in the team. Granting `auditor` requires `auditor`.'),
  },
  TeamMutationInput,
) {}

@InputType({ description: 'A member to remove.' })
export class RemoveMemberInput extends TeamMutationInput {
  @Field(() => ID, { description: 'The member.' })
  readonly memberId!: string;
}

@InputType({ description: 'A key to create.' })
export class CreateKeyInput extends inputOf(
  keyBody,
  {
    name: 'Purpose of the key. At most two valid keys of a team may have the same name.',
    roles: roles('Roles of the key. Granting `auditor` requires `auditor`.'),
    cluster: 'Restricts the key to this cluster, by global id, plain id or name.',
    namespace: 'Restricts the key to this namespace of that cluster.',
    expiresInDays: 'Days until the key expires, 1 to 3660. Default: 90.',
  },
  TeamMutationInput,
) {}

@InputType({ description: 'A key to revoke.' })
export class RevokeKeyInput extends TeamMutationInput {
  @Field(() => ID, { description: 'The id of the key, which is not part of its secret.' })
  readonly keyId!: string;
}

@InputType({ description: 'A role to grant to another team in a cluster.' })
export class CreateGrantInput extends inputOf(
  grantBody,
  {
    team: 'The team, by global id, plain id or name.',
    role: { type: () => RoleModel, description: 'The role. Granting `auditor` requires `auditor`.' },
    namespace: 'Restricts the grant to this namespace.',
  },
  SharingMutationInput,
) {}

@InputType({ description: 'A grant to revoke.' })
export class RemoveGrantInput extends SharingMutationInput {
  @Field(() => ID, { description: 'The grant.' })
  readonly grantId!: string;
}

@InputType({ description: 'A namespace to assign to a team.' })
export class SetNamespaceTeamInput extends inputOf(
  ownerBody,
  { team: 'The team, by global id, plain id or name.' },
  SharingMutationInput,
) {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;
}

@ObjectType({ description: 'Payload of createTeam.' })
export class CreateTeamPayload extends MutationPayload {
  @Field(() => TeamModel, { nullable: true, description: 'The new team; null if refused.' })
  readonly team?: TeamModel;
}

@ObjectType({ description: 'Payload of addMember.' })
export class AddMemberPayload extends MutationPayload {
  @Field(() => MemberModel, { nullable: true, description: 'The new member; null if refused.' })
  readonly member?: MemberModel;
}

@ObjectType({ description: 'Payload of removeMember.' })
export class RemoveMemberPayload extends MutationPayload {
  @Field(() => MemberModel, { nullable: true, description: 'The removed member; null if refused.' })
  readonly member?: MemberModel;
}

@ObjectType({ description: 'Payload of createKey.' })
export class CreateKeyPayload extends MutationPayload {
  @Field(() => ApiKeyModel, { nullable: true, description: 'The new key; null if refused.' })
  readonly apiKey?: ApiKeyModel;

  @Field(() => String, {
    nullable: true,
    description: 'The key with its secret, which is not stored and not shown again; null if refused.',
  })
  readonly key?: string;
}

@ObjectType({ description: 'Payload of revokeKey.' })
export class RevokeKeyPayload extends MutationPayload {
  @Field(() => ApiKeyModel, { nullable: true, description: 'The revoked key; null if refused.' })
  readonly apiKey?: ApiKeyModel;
}

@ObjectType({ description: 'Payload of createGrant.' })
export class CreateGrantPayload extends MutationPayload {
  @Field(() => GrantModel, { nullable: true, description: 'The new grant; null if refused.' })
  readonly grant?: GrantModel;
}

@ObjectType({ description: 'Payload of removeGrant.' })
export class RemoveGrantPayload extends MutationPayload {
  @Field(() => GrantModel, { nullable: true, description: 'The revoked grant; null if refused.' })
  readonly grant?: GrantModel;
}

@ObjectType({ description: 'Payload of setNamespaceTeam.' })
export class SetNamespaceTeamPayload extends MutationPayload {
  @Field(() => NamespaceTeamModel, { nullable: true, description: 'The namespace with its team; null if refused.' })
  readonly namespaceTeam?: NamespaceTeamModel;
}
