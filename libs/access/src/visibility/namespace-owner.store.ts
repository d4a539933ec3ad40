import type { Transaction } from '#database';

/** The team that a namespace is of; undefined where it is of its cluster's. */
export async function ownerOfNamespace(
  tx: Transaction,
  clusterId: string,
  namespace: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  if (namespace.includes('\0')) return undefined;
  const row = await tx.prisma.namespaceTeam.findUnique({
    where: { clusterId_namespace: { clusterId, namespace } },
    include: { team: true },
  });
  return row?.team;
}

/** Whether a cluster has a namespace. */
export async function hasNamespace(tx: Transaction, clusterId: string, name: string): Promise<boolean> {
  if (name.includes('\0')) return false;
  return (await tx.prisma.namespaceRow.count({ where: { clusterId, name } })) > 0;
}

/** Says whose a namespace is; null: the team's that has the cluster. */
export async function giveNamespace(
  tx: Transaction,
  clusterId: string,
  { namespace, team }: { readonly namespace: string; readonly team: string | null },
): Promise<void> {
  await tx.prisma.namespaceTeam.deleteMany({ where: { clusterId, namespace } });
  if (team !== null)
    await tx.prisma.namespaceTeam.create({
      data: { clusterId, namespace, teamId: team, createdAt: tx.at, createdBy: tx.caller.principal },
    });
}

/** Namespaces that exist, once existed, or are another team's: the creator of one of these would get its history. */
export async function takenNamespaces(tx: Transaction, clusterId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ name: string }>(
    `SELECT name FROM namespaces WHERE cluster_id = $1
     UNION SELECT name FROM changes WHERE cluster_id = $1 AND kind = 'Namespace'
     UNION SELECT namespace FROM namespace_teams WHERE cluster_id = $1 AND team_id <> $2`,
    [clusterId, tx.caller.team],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Namespaces that were created after a position, and belong to no team but to the cluster alone. */
export async function namespacesMade(tx: Transaction, clusterId: string, position: bigint): Promise<string[]> {
  const made = await tx.query<{ name: string }>(
    `SELECT name FROM namespaces n WHERE cluster_id = $1 AND created_position > $2
       AND NOT EXISTS (SELECT FROM namespace_teams t WHERE t.cluster_id = $1 AND t.namespace = n.name)`,
    [clusterId, position],
  );
  return made.map(({ name }) => name);
}
