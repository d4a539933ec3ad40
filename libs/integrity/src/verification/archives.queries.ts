import type { Transaction } from '#database';

/** A row of archives; 64-bit integers are decimal text. */
export interface ArchiveRow {
  readonly from_revision: string;
  readonly to_revision: string;
  readonly from_position: string;
  readonly to_position: string;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly archived_at: Date;
  readonly changes: string;
  readonly decisions: string;
  readonly traces: string;
  readonly hash: Buffer;
  readonly frontier: Buffer;
  readonly checkpoint: string;
  readonly ledger_file: string;
  readonly ledger_bytes: string;
  readonly ledger_sha256: Buffer;
  readonly traces_file: string;
  readonly traces_bytes: string;
  readonly traces_sha256: Buffer;
}

/** The archives of a cluster, the oldest first. */
export function readArchiveRows(tx: Transaction, clusterId: string): Promise<ArchiveRow[]> {
  return tx.query<ArchiveRow & Record<string, unknown>>(
    'SELECT * FROM archives WHERE cluster_id = $1 ORDER BY from_revision',
    [clusterId],
  );
}
