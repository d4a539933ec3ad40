import { RowReader, type Transaction } from '#database';
import { REVISION_COLUMNS, sealedOf, type RevisionRow } from '#history';
import type { LoggedDecision } from './logged-decision.js';
import { LoggedChange, type LoggedRevision } from './logged.js';

/** So many rows are fetched at a time: of pods, a few hundred KB. */
const BATCH = 1_000;

/** The revisions of a cluster, in order. */
export async function readRevisions(tx: Transaction, clusterId: string): Promise<RowReader<LoggedRevision>> {
  const rows = tx.stream<RevisionRow>(
    `SELECT ${REVISION_COLUMNS} FROM revisions WHERE cluster_id = $1 ORDER BY revision, at`,
    [clusterId],
    BATCH,
  );
  return RowReader.open(mapped(rows, (row): LoggedRevision => sealedOf(clusterId, row)));
}

type ChangeValues = [
  position: string,
  revision: string,
  at: Date,
  op: string,
  apiVersion: string,
  kind: string,
  namespace: string,
  name: string,
  uid: string,
  body: Buffer,
  admission: Buffer | null,
  clusterAt: Date | null,
  cause: string | null,
];

const CHANGE =
  'position, revision, at, op, api_version, kind, namespace, name, uid, body, admission, ' + 'cluster_at, cause';

/** The changes of a cluster by position. */
export function readChanges(tx: Transaction, clusterId: string): Promise<RowReader<LoggedChange>> {
  return changesBy(tx, 'WHERE cluster_id = $1 ORDER BY position, at', [clusterId]);
}

/**
 * The changes of a cluster after one position up to another, object by object in byte order of kinds, namespaces and
 * names; those of an object by position. Notes are about no object.
 */
export function readHistories(
  tx: Transaction,
  clusterId: string,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
): Promise<RowReader<LoggedChange>> {
  const selection =
    "WHERE cluster_id = $1 AND position > $2 AND position <= $3 AND op <> 'note' ORDER BY kind, " +
    'namespace, name, position, at';
  return changesBy(tx, selection, [clusterId, String(after), String(upTo)]);
}

function changesBy(tx: Transaction, selection: string, values: readonly unknown[]): Promise<RowReader<LoggedChange>> {
  return RowReader.open(
    mapped(tx.streamValues<ChangeValues>(`SELECT ${CHANGE} FROM changes ${selection}`, values, BATCH), loggedChange),
  );
}

function loggedChange([
  position,
  revision,
  at,
  op,
  apiVersion,
  kind,
  namespace,
  name,
  uid,
  body,
  admission,
  clusterAt,
  cause,
]: ChangeValues): LoggedChange {
  return new LoggedChange({
    position: BigInt(position),
    revision: BigInt(revision),
    at: at.toISOString(),
    op,
    apiVersion,
    kind,
    namespace,
    name,
    uid,
    body,
    admission,
    clusterAt: clusterAt?.toISOString() ?? null,
    cause,
  });
}

/**
 * The decisions of a cluster by the revisions of their parts, in the order in which they were hashed. A decision that
 * has not the time of its part is not among them.
 */
export function readDecisions(tx: Transaction, clusterId: string): Promise<RowReader<LoggedDecision>> {
  return RowReader.open(
    tx.stream<LoggedDecision & Record<string, unknown>>(
      `SELECT d.*, p.name AS profile_name, p.version AS profile_version, part.revision,
       part.first_ordinal AS part_first, part.count AS part_count, part.base_position,
       r.preemption
     FROM run_parts part
     JOIN LATERAL (SELECT * FROM decisions d WHERE d.cluster_id = part.cluster_id AND d.run_id = part.run_id
       AND d.ordinal >= part.first_ordinal AND d.ordinal < part.first_ordinal + part.count AND d.at = part.at
       ORDER BY d.ordinal) d ON true
     LEFT JOIN profiles p ON p.cluster_id = d.cluster_id AND p.digest = d.profile_digest
     LEFT JOIN runs r ON r.cluster_id = d.cluster_id AND r.run_id = d.run_id
     WHERE part.cluster_id = $1 ORDER BY part.revision, part.run_id, part.part, d.ordinal`,
      [clusterId],
      BATCH,
    ),
  );
}

/** Where the head of a cluster stands, as its row says. */
export interface HeadRow {
  readonly teamId: string;
  readonly position: bigint;
  readonly revision: bigint;
  readonly hash: Uint8Array;
  readonly at: string;
  /** Its counts of nodes and pods, where they are not those of the rows; in words. */
  readonly miscounted: string | null;
}

export async function readHeadRow(tx: Transaction, clusterId: string): Promise<HeadRow | undefined> {
  const [row] = await tx.query<{
    team_id: string;
    position: string;
    revision: string;
    hash: Buffer;
    at: Date;
    miscounted: string | null;
  }>(
    `SELECT team_id, position, revision, hash, at, CASE WHEN counted = position AND (nodes, pods) <> (r.n, r.p)
       THEN format('counts %s nodes and %s pods; there are %s and %s', nodes, pods, r.n, r.p) END AS miscounted
     FROM cluster_heads, LATERAL (SELECT (SELECT count(*) FROM nodes WHERE cluster_id = $1) AS n,
       (SELECT count(*) FROM pods WHERE cluster_id = $1) AS p) r WHERE cluster_id = $1`,
    [clusterId],
  );
  if (row === undefined) return undefined;
  const { team_id: teamId, position, revision, hash, at, miscounted } = row;
  return { teamId, position: BigInt(position), revision: BigInt(revision), hash, at: at.toISOString(), miscounted };
}

async function* mapped<From, To>(batches: AsyncIterable<readonly From[]>, fn: (row: From) => To): AsyncIterable<To[]> {
  for await (const batch of batches) yield batch.map(fn);
}
