import type { Transaction } from '#database';
import type { ClusterHead } from '../changes/index.js';

/** An object that changes of the log are about. */
export interface Touched {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** It was deleted on the way: what has its name now was created after that. */
  readonly deleted: boolean;
}

/** What the changes after a head are about, each object once. */
export function readTouched(tx: Transaction, { clusterId, position }: ClusterHead): Promise<Touched[]> {
  return tx.query<Touched & Record<string, unknown>>(
    `SELECT kind, namespace, name, bool_or(op = 'delete') AS deleted FROM changes WHERE cluster_id = $1 AND position > $2 AND op <> 'note'
     GROUP BY kind, namespace, name`,
    [clusterId, position],
  );
}

/** Whether a head is one that the log had: a database that was restored has another log at the same positions. */
export async function isOfLog(tx: Transaction, { clusterId, revision, hash }: ClusterHead): Promise<boolean> {
  const [row] = await tx.query<{ hash: Buffer }>('SELECT hash FROM revisions WHERE cluster_id = $1 AND revision = $2', [clusterId, revision]);
  return row?.hash.equals(hash) ?? false;
}
