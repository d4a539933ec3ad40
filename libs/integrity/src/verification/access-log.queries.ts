import type { Transaction } from '#database';

/** An entry of the log of access, as it is stored. */
export interface AccessLogRow {
  readonly sequence: string;
  readonly at: Date;
  readonly body: Buffer;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
}

const BATCH = 1_000;

/** All of them in their order. */
export function streamAccessLog(tx: Transaction): AsyncIterable<AccessLogRow[]> {
  return tx.stream<AccessLogRow>(
    'SELECT sequence, at, body, prev_hash, hash FROM access_log ORDER BY sequence',
    [],
    BATCH,
  );
}
