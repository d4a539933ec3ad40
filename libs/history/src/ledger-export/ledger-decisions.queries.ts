import type { Transaction } from '#database';
import { fromHex, type Decision } from '#ledger';
import { answersDigest, decisionOf, type DecisionRow } from '#audit';
import type { LedgerRange } from './ledger-rows.queries.js';

/** A decision, and the revision that wrote it. */
export interface RevisionDecision {
  readonly revision: bigint;
  readonly decision: Decision;
}

const BATCH = 250;

/**
 * The decisions of a range by revision, run and ordinal: in the order in which they are hashed. All rows of a revision
 * have its time, so that each is looked for in its partition alone.
 */
export async function* streamRevisionDecisions(
  tx: Transaction,
  { clusterId, after, upTo }: LedgerRange,
): AsyncIterable<RevisionDecision[]> {
  const rows = tx.stream<DecisionRow & { readonly revision: string }>(
    `SELECT d.*, part.revision, p.name AS profile_name, p.version AS profile_version
     FROM (SELECT * FROM run_parts WHERE cluster_id = $1 AND revision > $2 AND revision <= $3 ORDER BY revision) part
     CROSS JOIN LATERAL (
       SELECT * FROM decisions WHERE cluster_id = $1 AND run_id = part.run_id AND ordinal >= part.first_ordinal
         AND ordinal < part.first_ordinal + part.count
         AND at = part.at) d
     LEFT JOIN profiles p ON p.cluster_id = $1 AND p.digest = d.profile_digest
     ORDER BY part.revision, d.run_id, d.ordinal`,
    [clusterId, after.revision, upTo.revision],
    BATCH,
  );
  for await (const batch of rows)
    yield batch.map((row) => ({ revision: BigInt(row.revision), decision: hashedOf(row) }));
}

/** A decision as it was hashed. */
export function hashedOf(row: DecisionRow): Decision {
  const { id: _, reasonCode = null, traceDigest, extenders: __, ...columns } = decisionOf(row);
  const digest = traceDigest === null ? null : (fromHex(traceDigest) ?? null);
  const { cluster_at: clusterAt, woken } = row;
  const timed = { clusterAt: clusterAt?.toISOString() ?? null, woken };
  return { ...columns, ...timed, reasonCode, traceDigest: digest, answers: answersDigest(row.answers) };
}
