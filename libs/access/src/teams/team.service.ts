import { resourceNameProblems, ok, refuse, type Outcome } from '#requests';
import { type Caller, type Role, type Database, type Transaction } from '#database';
import { logAccess, readAccessLog, type AccessEntry } from '../access-log/index.js';
import { v7 as uuid } from 'uuid';
import { administers, mayGive, runsService } from '../authority.js';
import {
  findMember,
  findTeam,
  insertMember,
  insertTeam,
  listMembers,
  listTeams,
  removeMember,
  type MemberRow,
  type TeamRow,
} from './team.store.js';
import { readAccess } from '../read-access.js';
import { writeAccess } from '../write-access.js';

/** Which page of a list: `after` is the `next` of the page before. */
export interface AccessPage {
  readonly after?: string;
  readonly pageSize: number;
}

/** One page of a list; null where it ends. */
export interface AccessList<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** A person who is to be a member; of the issuer whose tokens the service takes, unless another is named. */
export type NewMember = Pick<MemberRow, 'subject' | 'roles'> & { readonly issuer?: string | undefined };

/** The team of an id or a name, for its admins. For every other caller it does not exist. */
export async function openTeam(tx: Transaction, idOrName: string): Promise<Outcome<TeamRow>> {
  const team = await findTeam(tx, idOrName);
  return team !== undefined && administers(tx.caller, team.id)
    ? ok(team)
    : refuse({ kind: 'TeamNotFound', team: idOrName });
}

/** A page of what was found, with one more than it holds. */
export function listOf<T>(found: readonly T[], pageSize: number, placeOf: (item: T) => string): AccessList<T> {
  const items = found.slice(0, pageSize);
  const last = items.at(-1);
  return { items, next: found.length > pageSize && last !== undefined ? placeOf(last) : null };
}

const NO_ISSUER = {
  field: 'issuer',
  reason: 'FieldValueRequired',
  message: 'Required value: the service is not set to trust an issuer, so the member has to name theirs',
} as const;

/** Teams, and the people in them. */
export class TeamService {
  constructor(
    private readonly database: Database,
    /** The issuer whose tokens the service takes, if there is one. */
    private readonly trustedIssuer?: string,
  ) {}

  create(caller: Caller, name: string): Promise<Outcome<TeamRow>> {
    const problems = resourceNameProblems(name);
    if (problems.length > 0) return Promise.resolve(refuse({ kind: 'InvalidRequest', problems }));
    return writeAccess(this.database, caller, async (tx) => {
      const team = { id: uuid(), name, createdAt: tx.at, createdBy: caller.principal };
      if (!(await insertTeam(tx, team))) return refuse({ kind: 'TeamNameTaken', name });
      await logAccess(tx, { action: 'team.created', team: team.id, details: { name } });
      return ok(team);
    });
  }

  get(caller: Caller, team: string): Promise<Outcome<TeamRow>> {
    return readAccess(this.database, caller, (tx) => openTeam(tx, team));
  }

  /** By name: all of them for the operator of the service, and only their own for every other caller. */
  list(caller: Caller, { after, pageSize }: AccessPage): Promise<AccessList<TeamRow>> {
    return readAccess(this.database, caller, async (tx) => {
      const which = runsService(caller) ? {} : { id: caller.team };
      const found = await listTeams(tx, { ...which, ...(after !== undefined && { after }), limit: pageSize + 1 });
      return listOf(found, pageSize, ({ name }) => name);
    });
  }

  members(caller: Caller, team: string, { after, pageSize }: AccessPage): Promise<Outcome<AccessList<MemberRow>>> {
    return readAccess(this.database, caller, async (tx) => {
      const opened = await openTeam(tx, team);
      if (opened.refused) return opened;
      const window = { ...(after !== undefined && { after }), limit: pageSize + 1 };
      return ok(listOf(await listMembers(tx, opened.value.id, window), pageSize, ({ id }) => id));
    });
  }

  addMember(caller: Caller, team: string, { subject, roles, ...given }: NewMember): Promise<Outcome<MemberRow>> {
    const { issuer = this.trustedIssuer } = given;
    if (issuer === undefined) return Promise.resolve(refuse({ kind: 'InvalidRequest', problems: [NO_ISSUER] }));
    return writeAccess(this.database, caller, async (tx) => {
      const opened = await openTeam(tx, team);
      if (opened.refused) return opened;
      mayGive(caller, roles);
      const { id: teamId } = opened.value;
      const by = { createdAt: tx.at, createdBy: caller.principal };
      const member = { id: uuid(), teamId, issuer, subject, roles: sorted(roles), ...by };
      if (!(await insertMember(tx, member))) return refuse({ kind: 'MemberExists', subject });
      const details = { member: member.id, issuer, subject, roles: member.roles };
      await logAccess(tx, { action: 'member.added', team: teamId, details });
      tx.notify(ACCESS_TOPIC, 'changed');
      return ok(member);
    });
  }

  removeMember(caller: Caller, team: string, id: string): Promise<Outcome<MemberRow>> {
    return writeAccess(this.database, caller, async (tx) => {
      const opened = await openTeam(tx, team);
      if (opened.refused) return opened;
      const member = await findMember(tx, opened.value.id, id);
      if (member === undefined) return refuse({ kind: 'MemberNotFound', member: id });
      await removeMember(tx, member.id);
      const { issuer, subject } = member;
      await logAccess(tx, { action: 'member.removed', team: member.teamId, details: { member: id, issuer, subject } });
      tx.notify(ACCESS_TOPIC, 'changed');
      return ok(member);
    });
  }

  /** The changes of access, newest first: all of them for the operator, else those about the caller's team. */
  log(caller: Caller, { after, pageSize }: AccessPage): Promise<AccessList<AccessEntry>> {
    return readAccess(this.database, caller, async (tx) => {
      const which = runsService(caller) ? {} : { team: caller.team };
      const before = after === undefined ? {} : { before: after };
      const found = await readAccessLog(tx, { ...which, ...before, limit: pageSize + 1 });
      return listOf(found, pageSize, ({ sequence }) => sequence);
    });
  }
}

/** The topic of notifications when keys or members have changed. */
export const ACCESS_TOPIC = 'access';

/** Each role once. */
export function sorted(roles: readonly Role[]): Role[] {
  return [...new Set(roles)].sort();
}
