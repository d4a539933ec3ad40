import type { Statement, Transaction } from '#database';
import type { Refusal } from '../outcome/index.js';

/** What there is of a cluster's log. */
export interface LogReach {
  /** The last position, and the last revision. */
  readonly position: bigint;
  readonly revision: bigint;
  /** Changes after this position are there; those up to it went with old history, or are those of a fork's origin. */
  readonly keptAfter: bigint;
  /** The oldest revision that is there; one after the last when there is none. */
  readonly oldestRevision: bigint;
  /** The cluster was deleted: its log has ended. */
  readonly ended: boolean;
}

interface ReachRow extends Record<string, unknown> {
  readonly position: string;
  readonly revision: string;
  readonly oldest: string | null;
  readonly kept_after: string | null;
  readonly ended: boolean;
}

/** One row: the oldest revision is found by the key. */
const REACH: Statement = {
  name: 'log_reach',
  text: `SELECT h.position, h.revision, c.deleted_at IS NOT NULL AS ended, oldest.revision AS oldest, oldest.first_position - 1 AS kept_after
    FROM clusters c JOIN cluster_heads h ON h.cluster_id = c.id
    LEFT JOIN LATERAL (SELECT revision, first_position FROM revisions WHERE cluster_id = c.id ORDER BY revision LIMIT 1) oldest ON true
    WHERE c.id = $1`,
};

/** @throws when there never was such a cluster */
export async function readReach(tx: Transaction, clusterId: string): Promise<LogReach> {
  const [row] = await tx.query<ReachRow>(REACH, [clusterId]);
  if (row === undefined) throw new Error(`cluster ${clusterId} has no head`);
  const [position, revision] = [BigInt(row.position), BigInt(row.revision)];
  return {
    position,
    revision,
    keptAfter: row.kept_after === null ? position : BigInt(row.kept_after),
    oldestRevision: row.oldest === null ? revision + 1n : BigInt(row.oldest),
    ended: row.ended,
  };
}

/** What follows a position is not there any more: changes after `keptAfter` are. */
export function historyExpired(position: bigint, keptAfter: bigint): Refusal {
  return { kind: 'HistoryExpired', at: String(position), oldest: String(keptAfter + 1n) };
}
