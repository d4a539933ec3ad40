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

/**
 * Gives the namespaces of a fork, and those that are not there yet, to the teams that they are of in its origin. Those
 * of the fork's own team need no row. Answers them in the order of their names.
 */
export async function bringNamespaceTeams(
  tx: Transaction,
  { from, to }: { readonly from: { readonly id: string; readonly team_id: string }; readonly to: string },
): Promise<readonly { readonly namespace: string; readonly team: string }[]> {
  return tx.query<{ namespace: string; team: string }>(
    `INSERT INTO namespace_teams (cluster_id, namespace, team_id, created_at, created_by)
     SELECT $2, namespace, coalesce(t.team_id, $3), $5, $6
     FROM (SELECT name AS namespace FROM namespaces WHERE cluster_id = $2
         UNION SELECT namespace FROM namespace_teams WHERE cluster_id = $1) n
       LEFT JOIN (SELECT namespace, team_id FROM namespace_teams WHERE cluster_id = $1) t USING (namespace)
     WHERE coalesce(t.team_id, $3) <> $4 ORDER BY namespace
     RETURNING namespace, team_id AS team`,
    [from.id, to, from.team_id, tx.caller.team, tx.at, tx.caller.principal],
  );
}
