import type { Transaction } from '#database';
import { Tally, type CountedDecision, type CountedSubject } from '../sums/index.js';

/** A decision of a run, and when it was made. */
type RunDecision = CountedDecision & { readonly at: Date };

/** Decisions in memory at a time. */
const BATCH = 4096;

/** What is counted of decisions of either table. */
const COUNTED = `d.at, d.pod_namespace AS namespace, d.outcome,
  (SELECT p.name FROM profiles p WHERE p.cluster_id = d.cluster_id AND p.digest = d.profile_digest) AS "profileName",
  d.rejections::text AS rejections, d.pod_created_at AS "podCreatedAt", d.pod_uid AS "podUid"`;

/**
 * Counts the decisions of one run, which the sums of the days do not tell apart; those of a dry run while they are
 * kept.
 */
export async function tallyRun(
  tx: Transaction,
  clusterId: string,
  { run, subjects }: { readonly run: string; readonly subjects: readonly CountedSubject[] },
): Promise<Tally> {
  const tally = new Tally(subjects);
  const sql = `SELECT ${COUNTED} FROM run_parts part
      JOIN decisions d ON d.cluster_id = part.cluster_id AND d.run_id = part.run_id AND d.at = part.at
        AND d.ordinal >= part.first_ordinal AND d.ordinal < part.first_ordinal + part.count
      WHERE part.cluster_id = $1 AND part.run_id = $2
    UNION ALL SELECT ${COUNTED} FROM dry_run_decisions d WHERE d.cluster_id = $1 AND d.run_id = $2`;
  for await (const batch of tx.stream<RunDecision & Record<string, never>>(sql, [clusterId, run], BATCH))
    for (const decision of batch) tally.add(decision, decision.at);
  return tally;
}
