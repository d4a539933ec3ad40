import { inSight, type Sight } from '#access';
import { type Transaction } from '#database';

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
  /** How many decisions it has of pods that the reader sees. */
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

/** The parts of a run in their order, as their reader sees them; of a dry run there are none. */
export async function listRunParts(
  tx: Transaction,
  { clusterId, runId, sight }: { readonly clusterId: string; readonly runId: string; readonly sight: Sight },
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RunPart[]> {
  const values: unknown[] = [clusterId, runId, after, limit];
  const seen = inSight(sight, 'd.pod_namespace', (value) => `$${values.push(value)}`);
  const count = `(SELECT count(*)::int FROM decisions d WHERE d.cluster_id = $1 AND d.run_id = $2 AND d.at = p.at
    AND d.ordinal >= p.first_ordinal AND d.ordinal < p.first_ordinal + p.count AND ${seen.join()})`;
  const rows = await tx.query<PartRow & Record<string, never>>(
    `SELECT part, base_position, revision, first_ordinal, ${seen.length === 0 ? 'count' : count} AS count, decided_at,
       at FROM run_parts p WHERE cluster_id = $1 AND run_id = $2 AND part > $3 ORDER BY part LIMIT $4`,
    values,
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
