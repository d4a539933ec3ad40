import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { z } from 'zod';
import { CLUSTER_ID } from '../clusters/index.js';
import { connectionOf, DateTime, enumOf, globalIdType, Json, RelayNode } from '../../ground/graphql/index.js';
import {
  role,
  type accessEntrySchema,
  type grantSchema,
  type keySchema,
  type memberSchema,
  type ownerSchema,
  type teamSchema,
  type whoamiSchema,
} from './access.schema.js';

type Role = z.output<typeof role>;

export const RoleModel = enumOf(role, {
  name: 'Role',
  description: 'A role in a team, a cluster or a namespace.',
  words: {
    viewer: 'Read.',
    editor: 'Read; write objects, profiles and clusters.',
    scheduler: 'Read; schedule, bind.',
    auditor: 'Read everything; also the access log, proofs, archives, verification and replays.',
    admin: 'Everything except what requires `auditor`; members, keys, grants, deleting clusters.',
  },
});

/** Global ids of teams. */
export const TEAM_ID = globalIdType('Team', ['team']);

/** The id or name of a team that an argument means: its global id, its plain id or its name. */
export function teamRef(id: string): string {
  return TEAM_ID.read(id)?.team ?? id;
}

@ObjectType('Team', { implements: () => RelayNode, description: 'The owner of clusters, namespaces and keys.' })
export class TeamModel implements RelayNode {
  constructor(private readonly team: z.output<typeof teamSchema>) {}

  get id(): string {
    return TEAM_ID.write({ team: this.team.id });
  }

  @Field(() => ID, { description: 'The id in REST paths; a UUID.' })
  get uid(): string {
    return this.team.id;
  }

  @Field({ description: 'A DNS label, unique.' })
  get name(): string {
    return this.team.name;
  }

  @Field(() => DateTime, { description: 'When it was created.' })
  get createdAt(): string {
    return this.team.createdAt;
  }

  @Field({ description: 'The principal who created it.' })
  get createdBy(): string {
    return this.team.createdBy;
  }
}

/** A page of teams. */
export const TeamConnection = connectionOf(TeamModel, { name: 'Team', what: 'a team', counted: false });

@ObjectType('Member', { description: 'A member of a team: a user, as the issuer of their tokens names them.' })
export class MemberModel implements z.output<typeof memberSchema> {
  @Field({ description: 'A UUID.' })
  readonly id!: string;

  @Field({ description: "Issuer of the member's tokens: `iss`." })
  readonly issuer!: string;

  @Field({ description: 'The user at the issuer: `sub`.' })
  readonly subject!: string;

  @Field(() => [RoleModel], { description: 'Roles in the team.' })
  readonly roles!: Role[];

  @Field(() => DateTime, { description: 'When the member was added.' })
  readonly createdAt!: string;

  @Field({ description: 'The principal who added the member.' })
  readonly createdBy!: string;
}

/** A page of members. */
export const MemberConnection = connectionOf(MemberModel, { name: 'Member', what: 'a member', counted: false });

@ObjectType('ApiKey', { description: 'A key, without its secret.' })
export class ApiKeyModel {
  constructor(private readonly key: z.output<typeof keySchema>) {}

  @Field({ description: 'The id of the key, which is not part of its secret.' })
  get id(): string {
    return this.key.id;
  }

  @Field({ description: 'Purpose of the key.' })
  get name(): string {
    return this.key.name;
  }

  @Field(() => [RoleModel], { description: 'Roles of the key.' })
  get roles(): Role[] {
    return this.key.roles;
  }

  @Field(() => ID, {
    nullable: true,
    description: 'Global id of the only cluster of the key; null if the key is for the whole team.',
  })
  get clusterId(): string | null {
    const { clusterId } = this.key;
    return clusterId && CLUSTER_ID.write({ cluster: clusterId });
  }

  @Field(() => String, { nullable: true, description: 'The only namespace of the key; null for all namespaces.' })
  get namespace(): string | null {
    return this.key.namespace;
  }

  @Field(() => DateTime, { description: 'When it was created.' })
  get createdAt(): string {
    return this.key.createdAt;
  }

  @Field({ description: 'The principal who created it.' })
  get createdBy(): string {
    return this.key.createdBy;
  }

  @Field(() => DateTime, { nullable: true, description: 'When it expires; null if it does not expire.' })
  get expiresAt(): string | null {
    return this.key.expiresAt;
  }

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was last used, accurate to some minutes; null if it was never used.',
  })
  get lastUsedAt(): string | null {
    return this.key.lastUsedAt;
  }

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked; null if it was not revoked.' })
  get revokedAt(): string | null {
    return this.key.revokedAt;
  }
}

/** A page of keys. */
export const ApiKeyConnection = connectionOf(ApiKeyModel, { name: 'ApiKey', what: 'a key', counted: false });

@ObjectType('Grant', { description: 'A role of another team in a cluster or in a namespace of it.' })
export class GrantModel {
  constructor(private readonly grant: z.output<typeof grantSchema>) {}

  @Field({ description: 'A UUID.' })
  get id(): string {
    return this.grant.id;
  }

  @Field({ description: 'Name of the team that has the role.' })
  get team(): string {
    return this.grant.team;
  }

  @Field(() => RoleModel, { description: 'The role of the team.' })
  get role(): Role {
    return this.grant.role;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Restricts the grant to this namespace; null for the whole cluster.',
  })
  get namespace(): string | null {
    return this.grant.namespace;
  }

  @Field(() => DateTime, { description: 'When it was granted.' })
  get createdAt(): string {
    return this.grant.createdAt;
  }

  @Field({ description: 'The principal who granted it.' })
  get createdBy(): string {
    return this.grant.createdBy;
  }
}

/** A page of grants. */
export const GrantConnection = connectionOf(GrantModel, { name: 'Grant', what: 'a grant', counted: false });

@ObjectType('NamespaceTeam', { description: 'A namespace and the team that owns it.' })
export class NamespaceTeamModel implements z.output<typeof ownerSchema> {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Name of the team.' })
  readonly team!: string;
}

@ObjectType('WhoAmI', { description: 'The caller of a request.' })
export class WhoAmIModel {
  constructor(private readonly caller: z.output<typeof whoamiSchema>) {}

  @Field({ description: '`key:<id>`, `oidc:<issuer>#<subject>` or `anonymous`.' })
  get principal(): string {
    return this.caller.principal;
  }

  @Field({ description: 'Name of the caller, as recorded in revisions.' })
  get actor(): string {
    return this.caller.actor;
  }

  @Field({ description: 'Name of the team.' })
  get team(): string {
    return this.caller.team;
  }

  @Field(() => ID, { description: 'Global id of the team.' })
  get teamId(): string {
    return TEAM_ID.write({ team: this.caller.teamId });
  }

  @Field(() => [RoleModel], { description: 'Roles in the team.' })
  get roles(): Role[] {
    return this.caller.roles;
  }

  @Field(() => ID, {
    nullable: true,
    description: 'Global id of the only cluster of the key; null if the key is for the whole team.',
  })
  get clusterId(): string | null {
    const { only } = this.caller;
    return only === undefined ? null : CLUSTER_ID.write({ cluster: only.cluster });
  }

  @Field(() => String, { nullable: true, description: 'The only namespace of the key; null for all namespaces.' })
  get namespace(): string | null {
    return this.caller.only?.namespace ?? null;
  }

  @Field(() => DateTime, { nullable: true, description: 'When the key or token expires; null if it does not expire.' })
  get expiresAt(): string | null {
    return this.caller.expiresAt;
  }
}

@ObjectType('AccessLogEntry', { description: 'A change of permissions.' })
export class AccessLogEntryModel {
  constructor(private readonly entry: z.output<typeof accessEntrySchema>) {}

  @Field({ description: 'Its sequence number in the access log of the service, from 1; a decimal integer.' })
  get sequence(): string {
    return this.entry.sequence;
  }

  @Field(() => DateTime, { description: 'When the change was made.' })
  get at(): string {
    return this.entry.at;
  }

  @Field({ description: 'The type of change: `key.created`, `key.revoked`, `grant.created` and so on.' })
  get action(): string {
    return this.entry.action;
  }

  @Field(() => ID, { description: 'Global id of the team that the change is about.' })
  get teamId(): string {
    return TEAM_ID.write({ team: this.entry.team });
  }

  @Field({ description: 'Name of the caller who made the change.' })
  get actor(): string {
    return this.entry.actor;
  }

  @Field({ description: 'The principal who made the change.' })
  get principal(): string {
    return this.entry.principal;
  }

  @Field({ description: 'The id of the request that made the change.' })
  get requestId(): string {
    return this.entry.requestId;
  }

  @Field(() => Json, { description: 'What was granted or revoked; the fields depend on `action`.' })
  get details(): unknown {
    return this.entry.details;
  }

  @Field({ description: 'SHA-256 over this entry and the hash of the previous one, hexadecimal.' })
  get hash(): string {
    return this.entry.hash;
  }
}

/** A page of the log of access. */
export const AccessLogConnection = connectionOf(AccessLogEntryModel, {
  name: 'AccessLog',
  what: 'an entry of the access log',
  counted: false,
});
