import type { Role, Transaction } from '#database';

/** A role that a team has in a cluster of another, or in one namespace of it, as it is stored. */
export interface GrantRow {
  readonly id: string;
  readonly clusterId: string;
  readonly namespace: string | null;
  readonly teamId: string;
  readonly teamName: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly createdBy: string;
}

/** False when the same is granted already. */
export async function insertGrant(tx: Transaction, { teamName: _, ...grant }: GrantRow): Promise<boolean> {
  const { count } = await tx.prisma.grant.createMany({ data: grant, skipDuplicates: true });
  return count === 1;
}

/** The grants of a cluster, oldest first, from behind one on. */
export async function listGrants(
  tx: Transaction,
  clusterId: string,
  { after, limit }: { readonly after?: string; readonly limit: number },
): Promise<GrantRow[]> {
  const rows = await tx.prisma.grant.findMany({
    where: { clusterId, ...(after !== undefined && { id: { gt: after } }) },
    include: { team: true },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(({ team, ...row }) => ({ ...row, role: row.role as Role, teamName: team.name }));
}

/** Takes one back; undefined when there is none of this cluster. */
export async function removeGrant(tx: Transaction, clusterId: string, id: string): Promise<GrantRow | undefined> {
  const row = await tx.prisma.grant.findFirst({ where: { clusterId, id }, include: { team: true } });
  if (row === null) return undefined;
  await tx.prisma.grant.delete({ where: { id } });
  const { team, ...grant } = row;
  return { ...grant, role: grant.role as Role, teamName: team.name };
}
