import type { Role, Transaction } from '#database';

/** A team as it is stored. */
export interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** A person of a team, as their issuer of tokens names them. */
export interface MemberRow {
  readonly id: string;
  readonly teamId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly roles: readonly Role[];
  readonly createdAt: Date;
  readonly createdBy: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text looks like an id of a team, a member or a grant. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** False when the name is taken. */
export async function insertTeam(tx: Transaction, team: TeamRow): Promise<boolean> {
  const { count } = await tx.prisma.team.createMany({ data: team, skipDuplicates: true });
  return count === 1;
}

/** By id or by name. */
export async function findTeam(tx: Transaction, idOrName: string): Promise<TeamRow | undefined> {
  if (idOrName.includes('\0')) return undefined;
  const row = await tx.prisma.team.findFirst({
    where: { OR: [{ name: idOrName }, ...(isId(idOrName) ? [{ id: idOrName.toLowerCase() }] : [])] },
  });
  return row ?? undefined;
}

/** By name, from behind one on; all of them, or the one of an id. */
export function listTeams(
  tx: Transaction,
  { id, after, limit }: { readonly id?: string; readonly after?: string; readonly limit: number },
): Promise<TeamRow[]> {
  return tx.prisma.team.findMany({
    where: { ...(id !== undefined && { id }), ...(after !== undefined && { name: { gt: after } }) },
    orderBy: { name: 'asc' },
    take: limit,
  });
}

/** False when the person is a member already. */
export async function insertMember(tx: Transaction, member: MemberRow): Promise<boolean> {
  const { count } = await tx.prisma.teamMember.createMany({
    data: { ...member, roles: [...member.roles] },
    skipDuplicates: true,
  });
  return count === 1;
}

/** The member of a team with an id; undefined where there is none. */
export async function findMember(tx: Transaction, teamId: string, id: string): Promise<MemberRow | undefined> {
  const row = isId(id) ? await tx.prisma.teamMember.findFirst({ where: { teamId, id } }) : null;
  return row === null ? undefined : { ...row, roles: row.roles as Role[] };
}

/** The members of a team, oldest first, from behind one on. */
export async function listMembers(
  tx: Transaction,
  teamId: string,
  { after, limit }: { readonly after?: string; readonly limit: number },
): Promise<MemberRow[]> {
  const rows = await tx.prisma.teamMember.findMany({
    where: { teamId, ...(after !== undefined && { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map((row) => ({ ...row, roles: row.roles as Role[] }));
}

/** Removes the member with an id, who must be there. */
export async function removeMember(tx: Transaction, id: string): Promise<void> {
  await tx.prisma.teamMember.delete({ where: { id } });
}

/** Where a person is a member, by the name of the team. */
export async function membershipsOf(
  tx: Transaction,
  { issuer, subject }: Pick<MemberRow, 'issuer' | 'subject'>,
): Promise<{ readonly team: TeamRow; readonly roles: readonly Role[] }[]> {
  const rows = await tx.prisma.teamMember.findMany({
    where: { issuer, subject },
    include: { team: true },
    orderBy: { team: { name: 'asc' } },
  });
  return rows.map(({ team, roles }) => ({ team, roles: roles as Role[] }));
}

/** Those of the teams that are there, by their names. */
export function teamsNamed(tx: Transaction, names: readonly string[]): Promise<TeamRow[]> {
  return tx.prisma.team.findMany({ where: { name: { in: [...names] } }, orderBy: { name: 'asc' } });
}
