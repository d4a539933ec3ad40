import type { Transaction } from '#database';
import type { Change, LogPlace, SealedRevision } from '#ledger';
import { REVISION_COLUMNS, sealedOf, type RevisionRow } from '../revisions/index.js';

/** Revisions of a cluster: those after one place, up to another. */
export interface LedgerRange {
  readonly clusterId: string;
  readonly after: LogPlace;
  readonly upTo: LogPlace;
}

/** Rows in memory at a time: of changes each may be as large as an object. */
const BATCH = 250;

/** The revisions of a range as they are stored, in order, in batches. */
export async function* streamRevisions(
  tx: Transaction,
  { clusterId, after, upTo }: LedgerRange,
): AsyncIterable<SealedRevision[]> {
  const rows = tx.stream<RevisionRow>(
    `SELECT ${REVISION_COLUMNS} FROM revisions WHERE cluster_id = $1 AND revision > $2 AND revision <= $3
     ORDER BY revision`,
    [clusterId, after.revision, upTo.revision],
    BATCH,
  );
  for await (const batch of rows) yield batch.map((row) => sealedOf(clusterId, row));
}

interface ChangeRow extends Record<string, unknown> {
  readonly position: string;
  readonly op: string;
  readonly api_version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly body: Buffer;
  readonly admission: Buffer | null;
  readonly cluster_at: Date | null;
  readonly cause: string | null;
}

/** The changes of a range as they are stored, by position, in batches. */
export async function* streamChanges(
  tx: Transaction,
  { clusterId, after, upTo }: LedgerRange,
): AsyncIterable<Change[]> {
  const rows = tx.stream<ChangeRow>(
    `SELECT position, op, api_version, kind, namespace, name, uid, body, admission, cluster_at, cause
     FROM changes WHERE cluster_id = $1 AND position > $2 AND position <= $3 ORDER BY position`,
    [clusterId, after.position, upTo.position],
    BATCH,
  );
  for await (const batch of rows) yield batch.map(changeOf);
}

function changeOf({ position, api_version: apiVersion, namespace, cluster_at, ...row }: ChangeRow): Change {
  const clusterAt = cluster_at?.toISOString() ?? null;
  return { ...row, position: BigInt(position), apiVersion, namespace: namespace === '' ? null : namespace, clusterAt };
}
