import type { Transaction } from '#database';

/** A part of a run, as it was committed. 64-bit integers are decimal text; times are RFC 3339 UTC. */
export interface RunPart {
  /** From 0. */
  readonly part: number;
  /** The position of the log that it was decided on. */
  readonly basePosition: string;
  /** The revision that it is. */
  readonly revision: string;
  /** Of its first decision. */
  readonly firstOrdinal: number;
  /** How many decisions it has. */
  readonly decisions: number;
  /** By when it was decided: when its pods start; null in parts from before that was noted. */
  readonly decidedAt: string | null;
  readonly committedAt: string;
}

interface PartRow {
  readonly part: number;
  readonly base_position: string;
  readonly revision: string;
  readonly first_ordinal: number;
  readonly count: number;
  readonly decided_at: Date | null;
  readonly at: Date;
}

/** The parts of a run in their order; of a dry run there are none. */
export async function listRunParts(
  tx: Transaction,
  { clusterId, runId }: { readonly clusterId: string; readonly runId: string },
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RunPart[]> {
  const rows = await tx.query<PartRow & Record<string, never>>(
    `SELECT part, base_position, revision, first_ordinal, count, decided_at, at FROM run_parts
     WHERE cluster_id = $1 AND run_id = $2 AND part > $3 ORDER BY part LIMIT $4`,
    [clusterId, runId, after, limit],
  );
  return rows.map((row) => ({
    part: row.part,
    basePosition: row.base_position,
    revision: row.revision,
    firstOrdinal: row.first_ordinal,
    decisions: row.count,
    decidedAt: row.decided_at?.toISOString() ?? null,
    committedAt: row.at.toISOString(),
  }));
}
