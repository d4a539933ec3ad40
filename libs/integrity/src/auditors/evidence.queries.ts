import { RowReader, type Transaction } from '#database';

const BATCH = 1_000;
/** Bodies of chunks are up to 100 KB. */
const CHUNKS = 50;

/** A run that is in the log, as its row says. */
export interface RunRow {
  readonly run_id: string;
  readonly team_id: string;
  readonly state: string;
  readonly revision: string | null;
  readonly parts: number;
  /** Decisions by outcome, and pods that were selected; of those that were left out there is no evidence. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Runs by id. */
export function readRuns(tx: Transaction, clusterId: string): Promise<RowReader<RunRow>> {
  return RowReader.open(
    tx.stream<RunRow & Record<string, unknown>>(
      `SELECT run_id, team_id, state, revision, parts, counts - 'forbidden' AS counts FROM runs
       WHERE cluster_id = $1 AND NOT dry_run ORDER BY run_id`,
      [clusterId],
      BATCH,
    ),
  );
}

/** A part, and the revision that it says it is. */
export interface PartRow {
  readonly run_id: string;
  readonly part: number;
  readonly at: Date;
  readonly base_position: string;
  readonly revision: string;
  readonly first_ordinal: number;
  readonly count: number;
  /** Of that revision, at that time; null when it is not there. */
  readonly first_position: string | null;
  /** The last position of that revision. */
  readonly last_position: string | null;
}

/** Parts by run and number. */
export function readParts(tx: Transaction, clusterId: string): Promise<RowReader<PartRow>> {
  return RowReader.open(
    tx.stream<PartRow & Record<string, unknown>>(
      `SELECT p.run_id, p.part, p.at, p.base_position, p.revision, p.first_ordinal, p.count, r.first_position,
       r.first_position + r.count - 1 AS last_position
     FROM run_parts p LEFT JOIN revisions r ON r.cluster_id = p.cluster_id AND r.revision = p.revision AND r.at = p.at
     WHERE p.cluster_id = $1 ORDER BY p.run_id, p.part, p.at`,
      [clusterId],
      BATCH,
    ),
  );
}

/** What of a decision says where its trace is. */
export interface TracedRow {
  readonly run_id: string;
  readonly ordinal: number;
  readonly attempt: number;
  readonly at: Date;
  readonly outcome: string;
  /** What woke its pod; null of one that was selected by a request. */
  readonly woken: string | null;
  /** It stands beside what another scheduler decided. */
  readonly is_observed: boolean;
  readonly trace_digest: Buffer | null;
  readonly trace_stored: string;
  readonly trace_chunk: number | null;
  readonly trace_index: number | null;
}

/** The same of every decision, by run and ordinal. */
export function readTraced(tx: Transaction, clusterId: string): Promise<RowReader<TracedRow>> {
  return RowReader.open(
    tx.stream<TracedRow & Record<string, unknown>>(
      `SELECT run_id, ordinal, attempt, at, outcome, woken, observed IS NOT NULL AS is_observed, trace_digest,
       trace_stored, trace_chunk, trace_index
     FROM decisions WHERE cluster_id = $1 ORDER BY run_id, ordinal, at`,
      [clusterId],
      BATCH,
    ),
  );
}

/** A chunk as it is stored. */
export interface ChunkRow {
  readonly run_id: string;
  readonly chunk: number;
  readonly at: Date;
  readonly node_set: Buffer | null;
  readonly count: number;
  readonly body: Buffer;
}

/** Chunks by run and number. */
export function readChunks(tx: Transaction, clusterId: string): Promise<RowReader<ChunkRow>> {
  return RowReader.open(
    tx.stream<ChunkRow & Record<string, unknown>>(
      `SELECT run_id, chunk, at, node_set, count, body FROM trace_chunks WHERE cluster_id = $1
       ORDER BY run_id, chunk, at`,
      [clusterId],
      CHUNKS,
    ),
  );
}

/** Rows of content under its digest. */
export interface ContentRow {
  readonly digest: Buffer;
  readonly body: Buffer;
}

export function readContents(
  tx: Transaction,
  clusterId: string,
  table: 'node_sets' | 'trace_bases',
): AsyncIterable<ContentRow[]> {
  return tx.stream<ContentRow & Record<string, unknown>>(
    `SELECT digest, body FROM ${table} WHERE cluster_id = $1 ORDER BY digest`,
    [clusterId],
    CHUNKS,
  );
}
