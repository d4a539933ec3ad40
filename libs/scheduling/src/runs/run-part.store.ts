import type { CopyTarget, CopyValue, Transaction } from '#database';

const RUN_PARTS: CopyTarget = {
  table: 'run_parts',
  columns: {
    cluster_id: 'uuid',
    run_id: 'uuid',
    part: 'int4',
    at: 'timestamptz',
    base_position: 'int8',
    revision: 'int8',
    first_ordinal: 'int4',
    count: 'int4',
    decided_at: 'timestamptz',
  },
};

/** A part as it is written. */
export interface NewRunPart {
  readonly clusterId: string;
  readonly runId: string;
  readonly part: number;
  readonly basePosition: bigint;
  readonly revision: bigint;
  readonly firstOrdinal: number;
  readonly count: number;
  /** The time by which it was decided. */
  readonly decidedAt: Date;
}

export async function insertRunParts(tx: Transaction, parts: readonly NewRunPart[]): Promise<void> {
  const rows = parts.map(
    ({ clusterId, runId, part, basePosition, revision, firstOrdinal, count, decidedAt }): CopyValue[] => [
      ...[clusterId, runId, part, tx.at, basePosition],
      ...[revision, firstOrdinal, count, decidedAt],
    ],
  );
  await tx.copyIn(RUN_PARTS, rows);
}
