import type { Transaction } from '#database';

/** A cluster whose log is there. */
export interface VerifiedCluster {
  readonly id: string;
  readonly name: string;
  readonly teamId: string;
  /** When it was deleted, and its state went; null where it was not. */
  readonly deletedAt: Date | null;
}

/** Those of the caller's team, oldest first, deleted ones too; or the one of an id or name. */
export async function listVerified(tx: Transaction, cluster?: string): Promise<VerifiedCluster[]> {
  if (cluster?.includes('\0') === true) return [];
  const rows = await tx.query<{ id: string; name: string; team_id: string; deleted_at: Date | null }>(
    `SELECT id, name, team_id, deleted_at FROM clusters
     WHERE team_id = $1 AND ($2::text IS NULL OR name = $2 OR id::text = lower($2)) ORDER BY created_at, id`,
    [tx.caller.team, cluster ?? null],
  );
  return rows.map(({ id, name, team_id: teamId, deleted_at: deletedAt }) => ({ id, name, teamId, deletedAt }));
}

/** Whether the log has a revision of this time that changed nothing, as deleting a cluster leaves one. */
export async function hasEmptyRevision(tx: Transaction, clusterId: string, at: Date): Promise<boolean> {
  const rows = await tx.query('SELECT FROM revisions WHERE cluster_id = $1 AND at = $2 AND count = 0 LIMIT 1', [
    clusterId,
    at,
  ]);
  return rows.length > 0;
}
