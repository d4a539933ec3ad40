import { findReachable } from '#cluster';
import { holds } from '#access';
import type { Transaction } from '#database';

/** A cluster whose log is there. */
export interface VerifiedCluster {
  readonly id: string;
  readonly name: string;
  readonly teamId: string;
  /** When it was deleted, and its state went; null where it was not. */
  readonly deletedAt: Date | null;
}

/**
 * Those that the caller may audit, oldest first: of their team deleted ones too, and those whose head is gone; of
 * others what they were granted; or those of an id or name.
 */
export async function listVerified(tx: Transaction, cluster?: string): Promise<VerifiedCluster[]> {
  if (cluster?.includes('\0') === true) return [];
  const { caller } = tx;
  const audited = (await findReachable(tx)).filter(({ roles }) => roles.includes('auditor')).map(({ id }) => id);
  const isWhole = caller.only === undefined && holds(caller).includes('auditor');
  const rows = await tx.query<{ id: string; name: string; team_id: string; deleted_at: Date | null }>(
    `SELECT id, name, team_id, deleted_at FROM clusters
     WHERE (id = ANY($3::uuid[]) OR (team_id = $1 AND $4))
       AND ($2::text IS NULL OR name = $2 OR id::text = lower($2)) ORDER BY created_at, id`,
    [caller.team, cluster ?? null, audited, isWhole],
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

/** Whether something acts in a cluster beside its API server. */
export async function hasControllers(tx: Transaction, clusterId: string): Promise<boolean> {
  const rows = await tx.query("SELECT FROM clusters WHERE id = $1 AND controllers <> 'none'", [clusterId]);
  return rows.length > 0;
}
