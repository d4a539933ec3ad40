import type { Transaction } from '#database';

/** A part of a run, as its pods arrived: they were tried on what the log had led to. */
export interface ArrivedPart {
  readonly run: string;
  readonly part: number;
  readonly basePosition: bigint;
  readonly firstOrdinal: number;
  readonly count: number;
  readonly at: Date;
}

/** Parts that were decided on positions from one to another, both inclusive. */
export interface Stretch {
  readonly from: bigint;
  readonly upTo: bigint;
}

const WITHIN = 'cluster_id = $1 AND base_position >= $2 AND base_position <= $3';

interface PartRow extends Record<string, unknown> {
  readonly run_id: string;
  readonly part: number;
  readonly base_position: string;
  readonly first_ordinal: number;
  readonly count: number;
  readonly at: Date;
}

/** How many decisions a stretch has. */
export async function countArrivals(tx: Transaction, clusterId: string, { from, upTo }: Stretch): Promise<number> {
  const [row] = await tx.query<{ decisions: string | null }>(
    `SELECT sum(count) AS decisions FROM run_parts WHERE ${WITHIN}`,
    [clusterId, from, upTo],
  );
  return Number(row?.decisions ?? 0);
}

/** A page of the parts of a stretch, in the order of the log. */
export async function listArrivedParts(
  tx: Transaction,
  clusterId: string,
  { from, upTo, after, limit }: Stretch & { readonly after: ArrivedPart | undefined; readonly limit: number },
): Promise<ArrivedPart[]> {
  const values: unknown[] = [clusterId, from, upTo, limit];
  const place = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const next =
    after === undefined
      ? ''
      : `AND (base_position, run_id, part) > (${place(after.basePosition, 'bigint')}, ${place(after.run, 'uuid')},
          ${place(after.part, 'int')})`;
  const rows = await tx.query<PartRow>(
    `SELECT run_id, part, base_position, first_ordinal, count, coalesce(decided_at, at) AS at FROM run_parts
      WHERE ${WITHIN} ${next} ORDER BY base_position, run_id, part LIMIT $4`,
    values,
  );
  return rows.map((row) => ({
    run: row.run_id,
    part: row.part,
    basePosition: BigInt(row.base_position),
    firstOrdinal: row.first_ordinal,
    count: row.count,
    at: row.at,
  }));
}
