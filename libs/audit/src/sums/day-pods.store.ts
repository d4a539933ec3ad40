import type { Transaction } from '#database';
import type { TotalsRow } from './tally.js';

/**
 * Keeps who was tried, beside the sums of each day: a row a segment, for what grew with every segment would be written
 * again with each. `first` is the number of the segment's first decision.
 */
export async function addPods(
  tx: Transaction,
  clusterId: string,
  { rows, first }: { readonly rows: readonly TotalsRow[]; readonly first: number },
): Promise<void> {
  const kept = rows.filter(({ pods }) => pods !== undefined);
  await tx.execute(
    `INSERT INTO decision_total_pods AS kept (cluster_id, subject, day, key, first, pods)
     SELECT $1, subject, day, key, $2, decode(pods, 'hex')
     FROM unnest($3::text[], $4::date[], $5::bytea[], $6::text[]) AS t(subject, day, key, pods)
     ON CONFLICT (cluster_id, subject, day, key, first) DO UPDATE SET pods = kept.pods || excluded.pods`,
    [
      clusterId,
      first,
      kept.map(({ subject }) => subject),
      kept.map(({ day }) => day),
      kept.map(({ key }) => key),
      kept.map(({ pods }) => pods ?? ''),
    ],
  );
}
