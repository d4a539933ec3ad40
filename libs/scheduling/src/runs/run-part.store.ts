import type { CopyTarget, Transaction } from '#database';

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

export async function insertRunPart(tx: Transaction, part: NewRunPart): Promise<void> {
  const { clusterId, runId, basePosition, revision, firstOrdinal, count, decidedAt } = part;
  await tx.copyIn(RUN_PARTS, [
    [clusterId, runId, part.part, tx.at, basePosition, revision, firstOrdinal, count, decidedAt],
  ]);
}
