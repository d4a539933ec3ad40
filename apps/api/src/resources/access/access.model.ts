import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { z } from 'zod';
import { CLUSTER_ID } from '../clusters/index.js';
import { connectionOf, globalIdType, RelayNode, viewOf } from '../../ground/graphql/index.js';
import { accessEntrySchema, grantSchema, keySchema, memberSchema, teamSchema, whoamiSchema } from './access.schema.js';

/** Global ids of teams. */
export const TEAM_ID = globalIdType('Team', ['team']);

/** The id or name of a team that an argument means: its global id, its plain id or its name. */
export function teamRef(id: string): string {
  return TEAM_ID.read(id)?.team ?? id;
}

type Team = z.output<typeof teamSchema>;

@ObjectType('Team', { implements: () => RelayNode, description: 'The owner of clusters, namespaces and keys.' })
export class TeamModel extends viewOf<Team>(teamSchema, { without: ['id'] }) implements RelayNode {
  constructor(private readonly team: Team) {
    super(team);
  }

  get id(): string {
    return TEAM_ID.write({ team: this.team.id });
  }

  @Field(() => ID, { description: 'The id in REST paths; a UUID.' })
  get uid(): string {
    return this.team.id;
  }
}

/** A page of teams. */
export const TeamConnection = connectionOf(TeamModel, { name: 'Team', what: 'a team', counted: false });

/** A page of members. */
export const MemberConnection = connectionOf<object>(memberSchema, {
  name: 'Member',
  what: 'a member',
  counted: false,
});

type Key = z.output<typeof keySchema>;

@ObjectType('ApiKey', { description: 'A key, without its secret.' })
export class ApiKeyModel extends viewOf<Key>(keySchema) {
  constructor({ clusterId, ...key }: Key) {
    super({ ...key, clusterId: clusterId && CLUSTER_ID.write({ cluster: clusterId }) });
  }
}

/** A page of keys. */
export const ApiKeyConnection = connectionOf(ApiKeyModel, { name: 'ApiKey', what: 'a key', counted: false });

/** A page of grants. */
export const GrantConnection = connectionOf<object>(grantSchema, { name: 'Grant', what: 'a grant', counted: false });

type WhoAmI = z.output<typeof whoamiSchema>;

@ObjectType('WhoAmI', { description: 'The caller of a request.' })
export class WhoAmIModel extends viewOf<WhoAmI>(whoamiSchema, { without: ['teamId', 'only'] }) {
  constructor(private readonly caller: WhoAmI) {
    super(caller);
  }

  @Field(() => ID, { description: 'Global id of the team.' })
  get teamId(): string {
    return TEAM_ID.write({ team: this.caller.teamId });
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
}

type Entry = z.output<typeof accessEntrySchema>;

@ObjectType('AccessLogEntry', { description: 'A change of permissions.' })
export class AccessLogEntryModel extends viewOf<Entry>(accessEntrySchema, { without: ['team'] }) {
  constructor(private readonly entry: Entry) {
    super(entry);
  }

  @Field(() => ID, { description: 'Global id of the team that the change is about.' })
  get teamId(): string {
    return TEAM_ID.write({ team: this.entry.team });
  }
}

/** A page of the log of access. */
export const AccessLogConnection = connectionOf(AccessLogEntryModel, {
  name: 'AccessLog',
  what: 'an entry of the access log',
  counted: false,
});
