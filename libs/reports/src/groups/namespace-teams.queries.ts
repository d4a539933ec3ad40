import type { Transaction } from '#database';

/** The namespaces of a cluster that were given to a team, with its name. */
export function readNamespaceTeams(
  tx: Transaction,
  clusterId: string,
): Promise<{ readonly namespace: string; readonly team: string }[]> {
  return tx.query<{ namespace: string; team: string }>(
    `SELECT n.namespace, t.name AS team FROM namespace_teams n JOIN teams t ON t.id = n.team_id
     WHERE n.cluster_id = $1`,
    [clusterId],
  );
}
