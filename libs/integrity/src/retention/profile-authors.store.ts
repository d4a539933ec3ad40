import type { Transaction } from '#database';

/**
 * Who last changed the profiles of clusters is read from the log, and says itself where that
 * part of the log is dropped.
 */
export async function keepProfileAuthors(tx: Transaction, edge: Date): Promise<void> {
  await tx.execute(
    `UPDATE objects o SET changed_at = r.at, changed_by = r.actor
     FROM changes c JOIN revisions r ON r.cluster_id = c.cluster_id AND r.revision = c.revision AND r.at < $1
     WHERE o.kind = 'KubeSchedulerProfile' AND c.cluster_id = o.cluster_id AND c.position = o.resource_version
       AND c.at < $1`,
    [edge],
  );
}
