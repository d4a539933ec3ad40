import type { AccessList, CreatedKey, MemberRow, Principal, ShownKey, TeamRow, Caller } from '#access';
import type { GrantRow } from '#cluster';
import type { z } from 'zod';
import type { FoundPage } from '../../ground/operation/index.js';
import type {
  createdKeySchema,
  grantSchema,
  keySchema,
  memberSchema,
  teamSchema,
  whoamiSchema,
} from './access.schema.js';

/** A list of rows as the faces show it. */
export function shownList<Row, Shown>(
  { items, next }: AccessList<Row>,
  show: (row: Row) => Shown,
): FoundPage<Shown, string> {
  return { items: items.map(show), next };
}

/** Rows as the faces show them. */
export function shownTeam({ id, name, createdAt, createdBy }: TeamRow): z.output<typeof teamSchema> {
  return { id, name, createdAt: createdAt.toISOString(), createdBy };
}

export function shownMember(member: MemberRow): z.output<typeof memberSchema> {
  const { id, issuer, subject, roles, createdAt, createdBy } = member;
  return { id, issuer, subject, roles: [...roles], createdAt: createdAt.toISOString(), createdBy };
}

export function shownKey({ teamId: _, ...key }: ShownKey): z.output<typeof keySchema> {
  return {
    ...key,
    roles: [...key.roles],
    createdAt: key.createdAt.toISOString(),
    expiresAt: timeOf(key.expiresAt),
    lastUsedAt: timeOf(key.lastUsedAt),
    revokedAt: timeOf(key.revokedAt),
  };
}

export function createdKey({ key, ...row }: CreatedKey): z.output<typeof createdKeySchema> {
  return { ...shownKey(row), key };
}

export function shownGrant({ teamName: team, createdAt, ...grant }: GrantRow): z.output<typeof grantSchema> {
  return { ...grant, team, createdAt: createdAt.toISOString() };
}

/** The identity of a request, of its authenticated principal. */
export function shownCaller(caller: Caller, principal: Principal | undefined): z.output<typeof whoamiSchema> {
  const { teamName = '', expiresAt } = principal ?? {};
  return {
    principal: caller.principal,
    actor: caller.actor,
    team: teamName,
    teamId: caller.team,
    roles: caller.roles.filter((role) => role !== 'system'),
    ...(caller.only && { only: caller.only }),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
  };
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
