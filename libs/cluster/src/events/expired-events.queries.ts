import type { Transaction } from '#database';
import { ROW, storedOf, type ObjectRow, type StoredObject } from '#rows';

/** Clusters that have events, but for those that follow a real one, where events go by themselves. */
export async function clustersWithEvents(tx: Transaction): Promise<string[]> {
  const rows = await tx.query<{ readonly id: string }>(
    `SELECT c.id FROM clusters c WHERE c.deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM cluster_mirrors m WHERE m.cluster_id = c.id)
       AND EXISTS (SELECT FROM objects o WHERE o.cluster_id = c.id AND o.kind = 'Event')`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Where a log was at a time: the last position that is not later. A log whose kept part begins later was there where
 * that begins, unless the cluster itself is younger; a fork goes on from the log of another.
 */
const POSITION_AT = `SELECT coalesce(
    (SELECT first_position + count - 1 FROM revisions
       WHERE cluster_id = $1 AND at <= $2 ORDER BY revision DESC LIMIT 1),
    (SELECT r.first_position - 1 FROM revisions r JOIN clusters c ON c.id = r.cluster_id
       WHERE r.cluster_id = $1 AND c.created_at <= $2 ORDER BY r.revision LIMIT 1)) AS position`;

/** Events that were last changed at a time or before it, oldest first, so many at most. */
export async function findExpiredEvents(
  tx: Transaction,
  clusterId: string,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<StoredObject[]> {
  const [reached] = await tx.query<{ readonly position: string | null }>(POSITION_AT, [clusterId, at]);
  if (reached === undefined || reached.position === null) return [];
  const rows = await tx.query<ObjectRow>(
    `SELECT ${ROW.objects} FROM objects WHERE cluster_id = $1 AND kind = 'Event' AND resource_version <= $2
       ORDER BY resource_version LIMIT $3`,
    [clusterId, reached.position, limit],
  );
  return rows.map(storedOf);
}
