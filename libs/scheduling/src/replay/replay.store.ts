import type { EvidenceKind } from '#audit';
import type { Transaction } from '#database';

/** A part as it was recorded. */
export interface RecordedPart {
  readonly run: string;
  readonly part: number;
  readonly kind: EvidenceKind;
  /** When it was committed. */
  readonly at: Date;
  readonly basePosition: bigint;
  readonly firstOrdinal: number;
  readonly count: number;
  /** The time by which it was decided; null in parts that were written before it was noted. */
  readonly decidedAt: Date | null;
}

/** Which parts of the log; all that is given must hold. */
export interface PartSelection {
  readonly run?: string;
  readonly part?: number;
  /** The part that has it. */
  readonly ordinal?: number;
  /** Inclusive. */
  readonly from?: Date;
  /** Exclusive. */
  readonly until?: Date;
}

/** A page of parts: run by run as they were asked for, which is nearly the order of the log, and is that of the key. */
export async function listParts(
  tx: Transaction,
  clusterId: string,
  {
    after,
    limit,
    ...selection
  }: PartSelection & { readonly after?: Pick<RecordedPart, 'run' | 'part'>; readonly limit: number },
): Promise<RecordedPart[]> {
  const { where, values } = selected(clusterId, selection);
  const next =
    after === undefined
      ? ''
      : `AND (run_id, part) > ($${values.push(after.run)}::uuid, $${values.push(after.part)}::int)`;
  const rows = await tx.query<PartRow>(
    `SELECT run_id, part, at, base_position, first_ordinal, count, decided_at FROM run_parts WHERE ${where} ${next}
     ORDER BY run_id, part LIMIT $${values.push(limit)}`,
    values,
  );
  return rows.map((row) => ({
    run: row.run_id,
    part: row.part,
    kind: 'log',
    at: row.at,
    basePosition: BigInt(row.base_position),
    firstOrdinal: row.first_ordinal,
    count: row.count,
    decidedAt: row.decided_at,
  }));
}

interface PartRow extends Record<string, unknown> {
  readonly run_id: string;
  readonly part: number;
  readonly at: Date;
  readonly base_position: string;
  readonly first_ordinal: number;
  readonly count: number;
  readonly decided_at: Date | null;
}

/** How many decisions the parts have; undefined when there are no such parts. */
export async function countDecisions(
  tx: Transaction,
  clusterId: string,
  selection: PartSelection,
): Promise<number | undefined> {
  const { where, values } = selected(clusterId, selection);
  const [row] = await tx.query<{ decisions: string | null }>(
    `SELECT sum(count) AS decisions FROM run_parts WHERE ${where}`,
    values,
  );
  return typeof row?.decisions === 'string' ? Number(row.decisions) : undefined;
}

function selected(
  clusterId: string,
  { run, part, ordinal, from, until }: PartSelection,
): { readonly where: string; readonly values: unknown[] } {
  const values: unknown[] = [clusterId];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['cluster_id = $1'];
  if (run !== undefined) conditions.push(`run_id = ${place(run)}::uuid`);
  if (part !== undefined) conditions.push(`part = ${place(part)}::int`);
  if (ordinal !== undefined) {
    const at = place(ordinal);
    conditions.push(`first_ordinal <= ${at}::int AND first_ordinal + count > ${at}::int`);
  }
  if (from !== undefined) conditions.push(`at >= ${place(from)}::timestamptz`);
  if (until !== undefined) conditions.push(`at < ${place(until)}::timestamptz`);
  return { where: conditions.join(' AND '), values };
}

/** Where the first part of a run began; undefined when that is not stored. */
export async function findBegin(tx: Transaction, clusterId: string, run: string): Promise<bigint | undefined> {
  const [row] = await tx.query<{ base_position: string }>(
    'SELECT base_position FROM run_parts WHERE cluster_id = $1 AND run_id = $2 AND part = 0',
    [clusterId, run],
  );
  return row && BigInt(row.base_position);
}

/** What a dry run stored: how many decisions, and when it wrote them; undefined when there are none (any more). */
export async function findDryDecisions(
  tx: Transaction,
  clusterId: string,
  run: string,
): Promise<{ readonly count: number; readonly at: Date } | undefined> {
  const [row] = await tx.query<{ count: number; at: Date | null }>(
    'SELECT count(*)::int AS count, max(at) AS at FROM dry_run_decisions WHERE cluster_id = $1 AND run_id = $2',
    [clusterId, run],
  );
  return row?.at ? { count: row.count, at: row.at } : undefined;
}
