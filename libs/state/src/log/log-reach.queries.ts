import type { Statement, Transaction } from '#database';
import { clockColumn, clockOfText, type ClockText, type HeadClock } from '#writes';

/** What there is of a cluster's log. */
export interface LogReach {
  /** Where the log begins: 0, or for a fork where it left its origin. */
  readonly begin: LogEnd;
  /** Of a fork: the cluster whose log it left there. */
  readonly originId: string | null;
  /** The last position, and the last revision. */
  readonly head: LogEnd;
  /** Changes after this position are there; those up to it went with old history, or are those of a fork's origin. */
  readonly keptAfter: bigint;
  /** The oldest revision that is there; one after the last when there is none. */
  readonly oldestRevision: bigint;
  readonly createdAt: Date;
  /** Of the last revision; it may be later than the clock, which can be put back. */
  readonly lastAt: Date;
  /** The cluster was deleted: its log has ended. */
  readonly ended: boolean;
  /** Null in a cluster without one. */
  readonly clock: HeadClock | null;
}

interface LogEnd {
  readonly position: bigint;
  readonly revision: bigint;
}

interface ReachRow extends Record<string, unknown> {
  readonly begin: string;
  readonly begin_revision: string;
  readonly origin: string | null;
  readonly position: string;
  readonly revision: string;
  readonly oldest: string | null;
  readonly kept_after: string | null;
  readonly created_at: Date;
  readonly last_at: Date;
  readonly ended: boolean;
  readonly clock: ClockText | null;
}

/** One row: the oldest revision is found by the key. */
const REACH: Statement = {
  name: 'log_reach',
  text: `SELECT coalesce(c.origin_position, 0) AS begin, coalesce(c.origin_revision, 0) AS begin_revision,
      c.origin_cluster_id AS origin, h.position, h.revision,
      oldest.revision AS oldest, oldest.first_position - 1 AS kept_after, c.created_at, h.at AS last_at,
      c.deleted_at IS NOT NULL AS ended, ${clockColumn('c.id')} AS clock
    FROM clusters c JOIN cluster_heads h ON h.cluster_id = c.id
    LEFT JOIN LATERAL (SELECT revision, first_position FROM revisions WHERE cluster_id = c.id ORDER BY revision
      LIMIT 1) oldest ON true
    WHERE c.id = $1`,
};

/** @throws when there never was such a cluster */
export async function readReach(tx: Transaction, clusterId: string): Promise<LogReach> {
  const [row] = await tx.query<ReachRow>(REACH, [clusterId]);
  if (row === undefined) throw new Error(`cluster ${clusterId} has no head`);
  const head = { position: BigInt(row.position), revision: BigInt(row.revision) };
  return {
    begin: { position: BigInt(row.begin), revision: BigInt(row.begin_revision) },
    originId: row.origin,
    head,
    keptAfter: row.kept_after === null ? head.position : BigInt(row.kept_after),
    oldestRevision: row.oldest === null ? head.revision + 1n : BigInt(row.oldest),
    createdAt: row.created_at,
    lastAt: row.last_at,
    ended: row.ended,
    clock: clockOfText(row.clock),
  };
}
