import type { Transaction } from '#database';
import { shortDigest } from '../sums/index.js';
import { decodePosting, downwards, intersect, type Posting } from './posting.js';
import { listSegments, type Segment } from './segment.store.js';

/** Numbers of decisions: from `low`, below `high`. */
export interface Numbers {
  readonly facets: readonly string[];
  readonly low: number;
  readonly high: number;
}

/** Segments that are read at once, at most. */
const MOST_AT_ONCE = 16;

/** The numbers of the decisions that have all of the facets, downwards; without any facet, all numbers. */
export async function* numbersDown(
  tx: Transaction,
  clusterId: string,
  { facets, low, high }: Numbers,
): AsyncIterable<number> {
  if (facets.length === 0) {
    for (let number = high - 1; number >= low; number--) yield number;
    return;
  }
  const segments = (await segmentsWith(tx, clusterId, facets)).filter(
    ({ first, size }) => first < high && first + size > low,
  );
  // What is wanted is mostly in the newest: few are read first, and more when these were not enough.
  for (let at = 0, count = 1; at < segments.length; at += count, count = Math.min(MOST_AT_ONCE, count * 2)) {
    const postings = await readPostings(tx, clusterId, { segments: segments.slice(at, at + count), facets });
    for (const { first, common } of postings) {
      for (const number of downwards(common, high - first)) {
        if (first + number < low) break;
        yield first + number;
      }
    }
  }
}

/** Those in which each of the facets occurs, the newest first. */
async function segmentsWith(tx: Transaction, clusterId: string, facets: readonly string[]): Promise<Segment[]> {
  const segments = await listSegments(tx, clusterId);
  const rows = await tx.query<{ first: string }>(
    `SELECT p.first FROM decision_postings p
     WHERE p.cluster_id = $1 AND p.first = ANY($2::bigint[]) AND p.facet = ANY($3::bytea[]) GROUP BY p.first
     HAVING count(*) = $4`,
    [clusterId, segments.map(({ first }) => first), facets.map(shortDigest), facets.length],
  );
  const found = new Set(rows.map(({ first }) => Number(first)));
  return segments.filter(({ first }) => found.has(first));
}

async function readPostings(
  tx: Transaction,
  clusterId: string,
  { segments, facets }: { readonly segments: readonly Segment[]; readonly facets: readonly string[] },
): Promise<{ readonly first: number; readonly common: Posting }[]> {
  // Row by row: bytes inside of an array are text that is read character by character.
  const rows = await tx.query<{ first: string; numbers: Buffer }>(
    `SELECT first, numbers FROM decision_postings WHERE cluster_id = $1 AND first = ANY($2::bigint[])
       AND facet = ANY($3::bytea[])`,
    [clusterId, segments.map(({ first }) => first), facets.map(shortDigest)],
  );
  const postings = new Map(segments.map(({ first }) => [first, [] as Posting[]]));
  for (const { first, numbers } of rows) postings.get(Number(first))?.push(decodePosting(numbers));
  return [...postings].map(([first, all]) => ({ first, common: intersect(all) }));
}
