import type { Transaction } from '#database';

/** The last revisions of clusters that there are, by their ids. */
export async function readRevisions(tx: Transaction, clusterIds: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ cluster_id: string; revision: string }>(
    'SELECT cluster_id, revision FROM cluster_heads WHERE cluster_id = ANY($1::uuid[])',
    [clusterIds],
  );
  return new Map(rows.map(({ cluster_id: id, revision }) => [id, BigInt(revision)]));
}

/** What is known of a cluster beside its head: its name, and its newest run that is no dry run. */
export async function readHead(
  tx: Transaction,
  clusterId: string,
): Promise<{ readonly name: string; readonly run: string | null }> {
  const [row] = await tx.query<{ name: string; run: string | null }>(
    `SELECT name, (SELECT run_id FROM runs WHERE cluster_id = clusters.id AND NOT dry_run
       ORDER BY run_id DESC LIMIT 1) AS run
     FROM clusters WHERE id = $1`,
    [clusterId],
  );
  return { name: row?.name ?? '', run: row?.run ?? null };
}

/** The kinds of the changes of a stretch of the log, notes apart, and how many there are of each. */
export function readTouchedKinds(
  tx: Transaction,
  clusterId: string,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
): Promise<{ readonly kind: string; readonly changes: number }[]> {
  return tx.query(
    `SELECT kind, count(*)::int AS changes FROM changes
     WHERE cluster_id = $1 AND position > $2 AND position <= $3 AND op <> 'note' GROUP BY kind ORDER BY kind`,
    [clusterId, after, upTo],
  );
}
