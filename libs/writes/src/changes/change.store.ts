import type { CopyTarget, CopyValue, Transaction } from '#database';

const CHANGES: CopyTarget = {
  table: 'changes',
  columns: {
    cluster_id: 'uuid',
    position: 'int8',
    revision: 'int8',
    at: 'timestamptz',
    op: 'text',
    api_version: 'text',
    kind: 'text',
    namespace: 'text',
    name: 'text',
    uid: 'text',
    body: 'bytea',
    admission: 'bytea',
    cluster_at: 'timestamptz',
    cause: 'text',
  },
};

/** Appends rows of changes to the log, each with its values in the order of the columns. */
export async function writeChangeRows(tx: Transaction, rows: Iterable<readonly CopyValue[]>): Promise<void> {
  await tx.copyIn(CHANGES, rows);
}
