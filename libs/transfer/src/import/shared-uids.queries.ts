import type { Transaction } from '#database';
import type { UidOwner } from '#rows';

/**
 * The staged pods whose uid is another pod's, by their index in the input: of one that is in the cluster and keeps it,
 * else of the first one in the input.
 */
export async function findSharedUids(tx: Transaction, clusterId: string): Promise<Map<number, UidOwner>> {
  const rows = await tx.query<{ index: number; namespace: string; name: string }>(
    `WITH given AS (SELECT index, uid, namespace, name FROM import_staging WHERE uid IS NOT NULL),
       held AS (
         SELECT -1 AS index, p.uid, p.namespace, p.name FROM pods p
         WHERE p.cluster_id = $1 AND p.uid IN (SELECT uid FROM given) AND NOT EXISTS (
           SELECT FROM given g WHERE g.namespace = p.namespace AND g.name = p.name AND g.uid <> p.uid)),
       owners AS (
         SELECT DISTINCT ON (uid) uid, namespace, name FROM (TABLE held UNION ALL TABLE given) every
         ORDER BY uid, index)
     SELECT given.index, owners.namespace, owners.name FROM given JOIN owners USING (uid)
     WHERE (owners.namespace, owners.name) <> (given.namespace, given.name)`,
    [clusterId],
  );
  return new Map(rows.map(({ index, ...owner }) => [index, owner]));
}
