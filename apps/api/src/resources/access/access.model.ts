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
  description: 'What somebody may do in a team, a cluster or a namespace.',
  words: {
    viewer: 'Read.',
    editor: 'Read; write objects, profiles and clusters.',
    scheduler: 'Read; run, bind.',
    auditor: 'Read everything there is; the log, proofs, archives, verification, replays.',
    admin: "Everything but what is an auditor's; members, keys, grants, deleting clusters.",
  },
});

/** Global ids of teams. */
export const TEAM_ID = globalIdType('Team', ['team']);

/** The id or name of a team that an argument means: its global id, its plain id or its name. */
export function teamRef(id: string): string {
  return TEAM_ID.read(id)?.team ?? id;
}

@ObjectType('Team', { implements: () => RelayNode, description: 'Owner of clusters, namespaces and keys.' })
export class TeamModel implements RelayNode {
  constructor(private readonly team: z.output<typeof teamSchema>) {}

  get id(): string {
    return TEAM_ID.write({ team: this.team.id });
  }

  @Field(() => ID, { description: 'The id that REST paths take; a UUID.' })
  get uid(): string {
    return this.team.id;
  }

  @Field({ description: 'A DNS label, unique.' })
  get name(): string {
    return this.team.name;
  }

  @Field(() => DateTime, { description: 'When it was made.' })
  get createdAt(): string {
    return this.team.createdAt;
  }

  @Field({ description: 'The principal who made it.' })
  get createdBy(): string {
    return this.team.createdBy;
  }
}

/** A page of teams. */
export const TeamConnection = connectionOf(TeamModel, { name: 'Team', what: 'a team', counted: false });

@ObjectType('Member', { description: 'A person of a team, as their issuer of tokens names them.' })
export class MemberModel implements z.output<typeof memberSchema> {
  @Field({ description: 'A UUID.' })
  readonly id!: string;

  @Field({ description: 'Who issues their tokens: `iss`.' })
  readonly issuer!: string;

  @Field({ description: 'How their issuer names them: `sub`.' })
  readonly subject!: string;

  @Field(() => [RoleModel], { description: 'What they may do.' })
  readonly roles!: Role[];

  @Field(() => DateTime, { description: 'When they were added.' })
  readonly createdAt!: string;

  @Field({ description: 'The principal who added them.' })
  readonly createdBy!: string;
}

/** A page of members. */
export const MemberConnection = connectionOf(MemberModel, { name: 'Member', what: 'a member', counted: false });

@ObjectType('ApiKey', { description: 'A key, without its secret.' })
export class ApiKeyModel {
  constructor(private readonly key: z.output<typeof keySchema>) {}

  @Field({ description: 'The part of the key that is no secret.' })
  get id(): string {
    return this.key.id;
  }

  @Field({ description: 'What it is for.' })
  get name(): string {
    return this.key.name;
  }

  @Field(() => [RoleModel], { description: 'What it is good for.' })
  get roles(): Role[] {
    return this.key.roles;
  }

  @Field(() => ID, {
    nullable: true,
    description: 'Global id of the only cluster that it is good for; null where it is for all of the team.',
  })
  get clusterId(): string | null {
    const { clusterId } = this.key;
    return clusterId && CLUSTER_ID.write({ cluster: clusterId });
  }

  @Field(() => String, { nullable: true, description: 'The only namespace of that cluster; null for all of them.' })
  get namespace(): string | null {
    return this.key.namespace;
  }

  @Field(() => DateTime, { description: 'When it was made.' })
  get createdAt(): string {
    return this.key.createdAt;
  }

  @Field({ description: 'The principal who made it.' })
  get createdBy(): string {
    return this.key.createdBy;
  }

  @Field(() => DateTime, {
    nullable: true,
    description: 'From when on it is good no longer; null where it does not end.',
  })
  get expiresAt(): string | null {
    return this.key.expiresAt;
  }

  @Field(() => DateTime, { nullable: true, description: 'When it was used last, to some minutes; null until it is.' })
  get lastUsedAt(): string | null {
    return this.key.lastUsedAt;
  }

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked; null until it is.' })
  get revokedAt(): string | null {
    return this.key.revokedAt;
  }
}

/** A page of keys. */
export const ApiKeyConnection = connectionOf(ApiKeyModel, { name: 'ApiKey', what: 'a key', counted: false });

@ObjectType('Grant', { description: 'A role that another team has in a cluster, or in one namespace of it.' })
export class GrantModel {
  constructor(private readonly grant: z.output<typeof grantSchema>) {}

  @Field({ description: 'A UUID.' })
  get id(): string {
    return this.grant.id;
  }

  @Field({ description: 'Name of the team that has it.' })
  get team(): string {
    return this.grant.team;
  }

  @Field(() => RoleModel, { description: 'What the team may do there.' })
  get role(): Role {
    return this.grant.role;
  }

  @Field(() => String, {
    nullable: true,
    description: 'The only namespace that it is for; null for the whole cluster.',
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

@ObjectType('NamespaceTeam', { description: 'Whose a namespace is.' })
export class NamespaceTeamModel implements z.output<typeof ownerSchema> {
  @Field({ description: 'The namespace.' })
  readonly namespace!: string;

  @Field({ description: 'Name of the team.' })
  readonly team!: string;
}

@ObjectType('WhoAmI', { description: 'As whom a request is taken.' })
export class WhoAmIModel {
  constructor(private readonly caller: z.output<typeof whoamiSchema>) {}

  @Field({ description: '`key:<id>`, `oidc:<issuer>#<subject>` or `anonymous`.' })
  get principal(): string {
    return this.caller.principal;
  }

  @Field({ description: 'Who acts, as revisions have it.' })
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

  @Field(() => [RoleModel], { description: 'What they hold in the team.' })
  get roles(): Role[] {
    return this.caller.roles;
  }

  @Field(() => ID, {
    nullable: true,
    description: 'Global id of the only cluster that the key is good for; null for all of the team.',
  })
  get clusterId(): string | null {
    const { only } = this.caller;
    return only === undefined ? null : CLUSTER_ID.write({ cluster: only.cluster });
  }

  @Field(() => String, { nullable: true, description: 'The only namespace of that cluster; null for all of them.' })
  get namespace(): string | null {
    return this.caller.only?.namespace ?? null;
  }

  @Field(() => DateTime, { nullable: true, description: 'From when on nobody is let in on this word; null for never.' })
  get expiresAt(): string | null {
    return this.caller.expiresAt;
  }
}

@ObjectType('AccessLogEntry', { description: 'A change of who may do what.' })
export class AccessLogEntryModel {
  constructor(private readonly entry: z.output<typeof accessEntrySchema>) {}

  @Field({ description: 'Its number in the log of the service, from 1; a decimal integer.' })
  get sequence(): string {
    return this.entry.sequence;
  }

  @Field(() => DateTime, { description: 'When it was.' })
  get at(): string {
    return this.entry.at;
  }

  @Field({ description: '`key.created`, `key.revoked`, `grant.created` and so on.' })
  get action(): string {
    return this.entry.action;
  }

  @Field(() => ID, { description: 'Global id of the team that it is about.' })
  get teamId(): string {
    return TEAM_ID.write({ team: this.entry.team });
  }

  @Field({ description: 'Who did it, as a person would name them.' })
  get actor(): string {
    return this.entry.actor;
  }

  @Field({ description: 'What authenticated them.' })
  get principal(): string {
    return this.entry.principal;
  }

  @Field({ description: 'The request that did it.' })
  get requestId(): string {
    return this.entry.requestId;
  }

  @Field(() => Json, { description: 'What was given or taken, by the kind of action.' })
  get details(): unknown {
    return this.entry.details;
  }

  @Field({ description: 'Over this entry and the hash of the one before it, as hexadecimal.' })
  get hash(): string {
    return this.entry.hash;
  }
}

/** A page of the log of access. */
export const AccessLogConnection = connectionOf(AccessLogEntryModel, {
  name: 'AccessLog',
  what: 'a change of access',
  counted: false,
});
