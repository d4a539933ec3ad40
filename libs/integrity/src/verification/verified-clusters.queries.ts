import type { Transaction } from '#database';

/** A cluster whose log is there. */
export interface VerifiedCluster {
  readonly id: string;
  readonly teamId: string;
  /** It was deleted: its state is gone. */
  readonly retired: boolean;
}

/** Those of the caller's team, oldest first, deleted ones too; or the one of an id or name. */
export async function listVerified(tx: Transaction, cluster?: string): Promise<VerifiedCluster[]> {
  if (cluster?.includes('\0') === true) return [];
  const rows = await tx.query<{ id: string; team_id: string; retired: boolean }>(
    `SELECT id, team_id, deleted_at IS NOT NULL AS retired FROM clusters
     WHERE team_id = $1 AND ($2::text IS NULL OR name = $2 OR id::text = lower($2)) ORDER BY created_at, id`,
    [tx.caller.team, cluster ?? null],
  );
  return rows.map(({ id, team_id: teamId, retired }) => ({ id, teamId, retired }));
}
