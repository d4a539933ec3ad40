import type { Statement, Transaction } from '#database';

/** A revision's place. */
export interface RevisionPlace {
  readonly revision: bigint;
  readonly lastPosition: bigint;
  readonly at: Date;
}

/** One change as the state after it needs it. */
export type LoggedChange = [
  position: string,
  op: string,
  kind: string,
  namespace: string,
  name: string,
  uid: string,
  text: string | null,
];

interface PlaceRow extends Record<string, unknown> {
  readonly revision: string;
  readonly last: string;
  readonly at: Date;
}

const PLACE = 'SELECT revision, first_position + count - 1 AS last, at FROM revisions WHERE cluster_id = $1';

export async function findRevision(
  tx: Transaction,
  clusterId: string,
  revision: bigint,
): Promise<RevisionPlace | undefined> {
  return placeOf(await tx.query<PlaceRow>(`${PLACE} AND revision = $2`, [clusterId, revision]));
}

/** The last revision that was written at a time or before it. */
export async function findRevisionBefore(
  tx: Transaction,
  clusterId: string,
  time: Date,
): Promise<RevisionPlace | undefined> {
  return placeOf(await tx.query<PlaceRow>(`${PLACE} AND at <= $2 ORDER BY revision DESC LIMIT 1`, [clusterId, time]));
}

/**
 * The last change that happened at a time of the cluster or before it: it may lie within a revision. The first revision
 * that ends later bounds how far it is looked for: as one subquery, for behind the policies of readers PostgreSQL
 * searches an index by plain values alone.
 */
export async function findChangeBefore(
  tx: Transaction,
  clusterId: string,
  time: Date,
): Promise<RevisionPlace | undefined> {
  const rows = await tx.query<PlaceRow>(
    `SELECT revision, position AS last, at FROM changes WHERE cluster_id = $1 AND cluster_at <= $2
       AND position < (SELECT coalesce((SELECT first_position + count FROM revisions
         WHERE cluster_id = $1 AND cluster_at > $2 ORDER BY revision LIMIT 1), 9223372036854775807))
     ORDER BY position DESC LIMIT 1`,
    [clusterId, time],
  );
  return placeOf(rows);
}

/** The revision of the change at a position. */
export async function findRevisionAt(
  tx: Transaction,
  clusterId: string,
  position: bigint,
): Promise<RevisionPlace | undefined> {
  const rows = await tx.query<PlaceRow>(
    'SELECT revision, position AS last, at FROM changes WHERE cluster_id = $1 AND position = $2',
    [clusterId, position],
  );
  return placeOf(rows);
}

/** The hash of the revision of the change at a position, as hexadecimal; empty where the log begins. */
export async function hashAt(tx: Transaction, clusterId: string, position: bigint): Promise<string> {
  const [row] = await tx.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM revisions WHERE cluster_id = $1
     AND revision = (SELECT revision FROM changes WHERE cluster_id = $1 AND position = $2)`,
    [clusterId, position],
  );
  return row?.hash ?? '';
}

function placeOf([row]: readonly PlaceRow[]): RevisionPlace | undefined {
  return row && { revision: BigInt(row.revision), lastPosition: BigInt(row.last), at: row.at };
}

/** Rows are small, and are taken in at once. */
const BATCH = 5_000;
/** The next are read while these are looked at, one object at a time. */
const HISTORY_BATCH = 1_000;

const COLUMNS = `position, op, kind, namespace, name, uid,
  CASE WHEN op IN ('create', 'update', 'bind') THEN convert_from(body, 'UTF8') END AS text`;

const CHANGES = `SELECT ${COLUMNS} FROM changes WHERE cluster_id = $1 AND position > $2 AND position <= $3`;

interface NextRow extends Record<string, unknown> {
  readonly position: string;
  readonly op: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly text: string | null;
}

const NEXT: Statement = {
  name: 'next_changes',
  text: `SELECT ${COLUMNS} FROM changes WHERE cluster_id = $1 AND position > $2 ORDER BY position LIMIT $3`,
};

/** A stretch of a log: after one position, up to another. */
interface Stretch {
  readonly after: bigint;
  readonly upTo: bigint;
}

/** The changes of a stretch, in order; what is gone needs no body. */
export function streamChanges(
  tx: Transaction,
  clusterId: string,
  { after, upTo }: Stretch,
): AsyncIterable<LoggedChange[]> {
  return tx.streamValues<LoggedChange>(`${CHANGES} ORDER BY position`, [clusterId, after, upTo], BATCH);
}

/** The next changes after a position, in order: few, without a cursor. */
export async function nextChanges(
  tx: Transaction,
  clusterId: string,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<LoggedChange[]> {
  const rows = await tx.query<NextRow>(NEXT, [clusterId, after, limit]);
  return rows.map(({ position, op, kind, namespace, name, uid, text }): LoggedChange => {
    return [position, op, kind, namespace, name, uid, text];
  });
}

/**
 * The same, object by object in byte order of kinds, namespaces and names, those of an object in order.
 * Notes are about no object.
 */
export function streamHistories(
  tx: Transaction,
  clusterId: string,
  { after, upTo }: Stretch,
): AsyncIterable<LoggedChange[]> {
  return tx.streamValues<LoggedChange>(
    `${CHANGES} AND op <> 'note' ORDER BY kind, namespace, name, position`,
    [clusterId, after, upTo],
    HISTORY_BATCH,
  );
}
