import type { Transaction } from '#database';
import { POD_LABELS, type DecisionOutcome } from '../decisions/index.js';
import type { IndexProgress } from './index-progress.store.js';

/** A part of a run as it stands in the log. */
export interface LogPart {
  readonly revision: bigint;
  readonly run: string;
  readonly at: Date;
  readonly first: number;
  readonly count: number;
}

/** A part, or what is asked for of it. */
export interface PartSlice extends LogPart {
  /** Ordinal of the first decision that is asked for, and how many. */
  readonly from: number;
  readonly length: number;
}

/** Parts in the order of the log, and how far it was looked through. */
export interface LogWindow {
  readonly parts: readonly LogPart[];
  /** There is no other part up to this revision, which is of this time. */
  readonly revision: bigint;
  readonly since: Date;
  /** The log goes on after it. */
  readonly more: boolean;
}

/** Revisions of one look: so many rows of any kind are sorted in a moment. */
const WINDOW = 65_536;

/** A database's clock may have been set back between two revisions; by more than that it is an accident. */
const SLACK = "interval '1 minute'";

/** The parts of the next stretch of the log. */
export async function nextParts(
  tx: Transaction,
  clusterId: string,
  { revision, since }: Pick<IndexProgress, 'revision' | 'since'>,
): Promise<LogWindow> {
  const [bound] = await tx.query<{ last: string | null; until: Date | null; revisions: number }>(
    `SELECT max(revision) AS last, max(at) AS until, count(*)::int AS revisions
     FROM (SELECT revision, at FROM revisions WHERE cluster_id = $1 AND revision > $2 ORDER BY revision
       LIMIT ${WINDOW}) r`,
    [clusterId, revision],
  );
  if (bound?.last == null || bound.until == null) return { parts: [], revision, since, more: false };
  const rows = await tx.query<{ revision: string; run_id: string; at: Date; first_ordinal: number; count: number }>(
    `SELECT revision, run_id, at, first_ordinal, count FROM run_parts
     WHERE cluster_id = $1 AND revision > $2 AND revision <= $3 AND at BETWEEN $4::timestamptz - ${SLACK} AND $5
     ORDER BY revision`,
    [clusterId, revision, bound.last, since, bound.until],
  );
  const parts = rows.map((row) => ({
    revision: BigInt(row.revision),
    run: row.run_id,
    at: row.at,
    first: row.first_ordinal,
    count: row.count,
  }));
  return { parts, revision: BigInt(bound.last), since: bound.until, more: bound.revisions === WINDOW };
}

/** All that is not indexed: parts that come after, the first of them less what is indexed of it. */
export async function pendingSlices(tx: Transaction, clusterId: string, progress: IndexProgress): Promise<PartSlice[]> {
  const slices: PartSlice[] = [];
  for (let next: Pick<IndexProgress, 'revision' | 'since'> = progress; ;) {
    const window = await nextParts(tx, clusterId, next);
    for (const part of window.parts) {
      const taken = slices.length === 0 ? progress.taken : 0;
      slices.push({ ...part, from: part.first + taken, length: part.count - taken });
    }
    if (!window.more) return slices;
    next = window;
  }
}

/** The part of the log that a decision is of; undefined for a decision that is not in it. */
export async function partOf(
  tx: Transaction,
  clusterId: string,
  { run, ordinal }: { readonly run: string; readonly ordinal: number },
): Promise<LogPart | undefined> {
  const [row] = await tx.query<{ revision: string; at: Date; first_ordinal: number; count: number }>(
    `SELECT revision, at, first_ordinal, count FROM run_parts
     WHERE cluster_id = $1 AND run_id = $2 AND first_ordinal <= $3 AND first_ordinal + count > $3`,
    [clusterId, run, ordinal],
  );
  return row && { revision: BigInt(row.revision), run, at: row.at, first: row.first_ordinal, count: row.count };
}

/** When the last revision was that is archived: retained revisions are not older. */
export async function archivedUpTo(tx: Transaction, clusterId: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date }>(
    'SELECT to_at AS at FROM archives WHERE cluster_id = $1 ORDER BY from_revision DESC LIMIT 1',
    [clusterId],
  );
  return row?.at;
}

/** What is indexed of a decision. */
export interface IndexedDecision {
  /** Which of the slices it is of. */
  readonly slice: number;
  readonly ordinal: number;
  readonly namespace: string;
  readonly node: string | null;
  readonly outcome: DecisionOutcome;
  /** Null of a decision of Berth. */
  readonly agreement: string | null;
  readonly profileDigest: string | null;
  readonly profileName: string | null;
  /** JSON: most decisions have those of another. */
  readonly rejections: string;
  readonly podCreatedAt: Date | null;
  readonly podUid: string;
  readonly labels: Readonly<Record<string, string>> | null;
}

/** Decisions in memory at a time. */
const BATCH = 4096;

/** Slices of the log, and which of the larger columns are asked for of their decisions. */
export interface AskedDecisions {
  readonly slices: readonly PartSlice[];
  /** False: without the labels of their pods. */
  readonly labels: boolean;
  /** False: as if there were none. Otherwise they are most of what is read. */
  readonly rejections: boolean;
}

/** The decisions of slices, in their order. */
export async function* decisionsOf(
  tx: Transaction,
  clusterId: string,
  { slices, labels, rejections }: AskedDecisions,
): AsyncIterable<IndexedDecision[]> {
  const sql = `SELECT (s.slice - 1)::int AS slice, d.ordinal, d.pod_namespace AS namespace, d.node_name AS node,
      d.outcome, d.observed ->> 'agreement' AS agreement, encode(d.profile_digest, 'hex') AS "profileDigest",
      (SELECT p.name FROM profiles p WHERE p.cluster_id = d.cluster_id AND p.digest = d.profile_digest)
        AS "profileName",
      ${rejections ? 'd.rejections::text' : "'[]'"} AS rejections, d.pod_created_at AS "podCreatedAt",
      d.pod_uid AS "podUid", ${labels ? POD_LABELS : 'NULL::jsonb'}
      AS labels
    FROM unnest($2::uuid[], $3::timestamptz[], $4::int[], $5::int[]) WITH ORDINALITY AS s(run_id, at, first, count,
      slice)
    JOIN decisions d ON d.cluster_id = $1 AND d.run_id = s.run_id AND d.ordinal >= s.first AND d.ordinal < s.first +
      s.count AND d.at = s.at
    ORDER BY s.slice, d.ordinal`;
  const values = [
    clusterId,
    slices.map(({ run }) => run),
    slices.map(({ at }) => at),
    slices.map(({ from }) => from),
    slices.map(({ length }) => length),
  ];
  yield* tx.stream<IndexedDecision>(sql, values, BATCH);
}
