import type { Transaction } from '#database';
import type { IndexProgress } from '../search/index.js';
import { SUMS } from '../sums/index.js';

/** Rows in memory at a time; bodies of postings are up to 128 KiB. */
const BATCH = 1_000;
const POSTINGS = 100;

/** What of a log, whose beginning may be archived, is numbered. */
export interface IndexedRange {
  readonly progress: IndexProgress;
  /** Decisions of retained parts that are indexed, by the parts. */
  readonly kept: number;
  /** Of the last part that is indexed whole, and of the first that is not; null where there is none. */
  readonly lastRevision: bigint | null;
  readonly nextRevision: bigint | null;
  /** The earliest time of a part that is not indexed whole. */
  readonly nextAt: Date | null;
}

/** Reads it by what the progress of the index says. */
export async function readIndexedRange(
  tx: Transaction,
  clusterId: string,
  progress: IndexProgress,
): Promise<IndexedRange> {
  const [row] = await tx.query<{ kept: string; last: string | null; next: string | null; next_at: Date | null }>(
    `SELECT coalesce(sum(count) FILTER (WHERE revision <= $2), 0) AS kept,
       max(revision) FILTER (WHERE revision <= $2) AS last, min(revision) FILTER (WHERE revision > $2) AS next,
       min(at) FILTER (WHERE revision > $2) AS next_at
     FROM run_parts WHERE cluster_id = $1`,
    [clusterId, progress.revision],
  );
  const { kept = '0', last = null, next = null, next_at: nextAt = null } = row ?? {};
  return {
    progress,
    kept: Number(kept) + progress.taken,
    lastRevision: last === null ? null : BigInt(last),
    nextRevision: next === null ? null : BigInt(next),
    nextAt,
  };
}

export interface PostingRow {
  readonly first: string;
  readonly facet: Buffer;
  readonly numbers: Buffer;
}

/** All postings of a cluster. */
export function streamPostings(tx: Transaction, clusterId: string): AsyncIterable<PostingRow[]> {
  return tx.stream<PostingRow & Record<string, unknown>>(
    'SELECT first, facet, numbers FROM decision_postings WHERE cluster_id = $1 ORDER BY first, facet',
    [clusterId],
    POSTINGS,
  );
}

export interface PlacesRow {
  readonly block: string;
  readonly since: Date;
  readonly until: Date;
  readonly places: Buffer;
}

/** All blocks of places of a cluster. */
export function streamPlaces(tx: Transaction, clusterId: string): AsyncIterable<PlacesRow[]> {
  return tx.stream<PlacesRow & Record<string, unknown>>(
    'SELECT block, since, until, places FROM decision_places WHERE cluster_id = $1 ORDER BY block',
    [clusterId],
    BATCH,
  );
}

/** 64-bit integers are decimal text, days as `2026-01-31`. */
export interface StoredTotals {
  readonly subject: string;
  readonly day: string;
  readonly key: string;
  readonly names: readonly (string | null)[];
  readonly sums: readonly string[];
}

/** All sums of a cluster. */
export function streamTotals(tx: Transaction, clusterId: string): AsyncIterable<StoredTotals[]> {
  return tx.stream<StoredTotals & Record<string, unknown>>(
    `SELECT subject, to_char(day, 'YYYY-MM-DD') AS day, encode(key, 'hex') AS key,
       ARRAY[namespace, outcome, profile, plugin, reason, resource] AS names,
       ARRAY[${SUMS.map((name) => `"${name}"`).join(', ')}]::text[] AS sums
     FROM decision_totals WHERE cluster_id = $1`,
    [clusterId],
    BATCH,
  );
}

export interface StoredPods {
  readonly subject: string;
  readonly day: string;
  readonly key: string;
  readonly pods: Buffer;
}

/** Who was tried, of all days of a cluster; those of one sum after each other. */
export function streamPods(tx: Transaction, clusterId: string): AsyncIterable<StoredPods[]> {
  return tx.stream<StoredPods & Record<string, unknown>>(
    `SELECT subject, to_char(day, 'YYYY-MM-DD') AS day, encode(key, 'hex') AS key, pods
     FROM decision_total_pods WHERE cluster_id = $1 ORDER BY subject, decision_total_pods.day, decision_total_pods.key`,
    [clusterId],
    POSTINGS,
  );
}

export interface StoredWaits {
  readonly day: string;
  readonly namespace: string;
  readonly sum_ms: string;
  readonly max_ms: string;
  readonly buckets: Readonly<Record<string, number>> | null;
}

/** All waits of a cluster. */
export function streamWaits(tx: Transaction, clusterId: string): AsyncIterable<StoredWaits[]> {
  return tx.stream<StoredWaits & Record<string, unknown>>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, namespace, sum_ms, max_ms, buckets FROM decision_waits
     WHERE cluster_id = $1`,
    [clusterId],
    BATCH,
  );
}
