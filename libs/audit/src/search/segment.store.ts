import type { CopyTarget, Transaction } from '#database';
import { decodePosting, encodePosting, numbersOf } from './posting.js';
import type { DraftedBlock, DraftedPosting } from './segment-draft.js';

/** Consecutive numbers of decisions, from `first` on. */
export interface Segment {
  readonly first: number;
  readonly size: number;
}

const POSTINGS: CopyTarget = {
  table: 'decision_postings',
  columns: { cluster_id: 'uuid', first: 'int8', facet: 'bytea', numbers: 'bytea' },
};
const LOCATIONS: CopyTarget = {
  table: 'decision_places',
  columns: { cluster_id: 'uuid', block: 'int8', since: 'timestamptz', until: 'timestamptz', places: 'bytea' },
};

/** All segments of a cluster, the newest first. */
export async function listSegments(tx: Transaction, clusterId: string): Promise<Segment[]> {
  const rows = await tx.query<{ first: string; size: number }>(
    'SELECT first, size FROM decision_segments WHERE cluster_id = $1 ORDER BY first DESC',
    [clusterId],
  );
  return rows.map(({ first, size }) => ({ first: Number(first), size }));
}

export async function writeSegment(
  tx: Transaction,
  clusterId: string,
  { first, size, postings }: Segment & { readonly postings: Iterable<DraftedPosting> },
): Promise<void> {
  await tx.execute('INSERT INTO decision_segments (cluster_id, first, size) VALUES ($1, $2, $3)', [
    clusterId,
    first,
    size,
  ]);
  await tx.copyIn(
    POSTINGS,
    rowsOf(postings, ({ facet, numbers }) => [clusterId, first, facet, numbers]),
  );
}

export async function writeLocations(
  tx: Transaction,
  clusterId: string,
  blocks: Iterable<DraftedBlock>,
): Promise<void> {
  await tx.copyIn(
    LOCATIONS,
    rowsOf(blocks, ({ block, since, until, locations }) => [clusterId, block, since, until, locations]),
  );
}

function* rowsOf<From, To>(all: Iterable<From>, rowOf: (one: From) => To): Iterable<To> {
  for (const one of all) yield rowOf(one);
}

/** Rows of postings in memory at a time. */
const BATCH = 1000;

/** Replaces the segments that lie in one by that one. */
export async function mergeSegments(tx: Transaction, clusterId: string, { first, size }: Segment): Promise<void> {
  const inside = 'cluster_id = $1 AND first >= $2 AND first < $3';
  const values = [clusterId, first, first + size];
  const merged: DraftedPosting[] = [];
  for await (const { facet, numbers } of postingsInside(tx, clusterId, { first, size }))
    merged.push({ facet, numbers: encodePosting(numbers, size) });
  await tx.execute(`DELETE FROM decision_postings WHERE ${inside}`, values);
  await tx.execute(`DELETE FROM decision_segments WHERE ${inside}`, values);
  await writeSegment(tx, clusterId, { first, size, postings: merged });
}

/** Each facet of the segments that lie in one, with its numbers from the beginning of that. */
async function* postingsInside(
  tx: Transaction,
  clusterId: string,
  { first, size }: Segment,
): AsyncIterable<{ readonly facet: Buffer; readonly numbers: readonly number[] }> {
  const sql = `SELECT facet, first, numbers FROM decision_postings WHERE cluster_id = $1 AND first >= $2 AND first < $3
    ORDER BY facet, first`;
  let last: { readonly facet: Buffer; readonly numbers: number[] } | undefined;
  for await (const rows of tx.stream<{ facet: Buffer; first: string; numbers: Buffer }>(
    sql,
    [clusterId, first, first + size],
    BATCH,
  )) {
    for (const { facet, first: begin, numbers } of rows) {
      if (last?.facet.equals(facet) !== true) {
        if (last !== undefined) yield last;
        last = { facet, numbers: [] };
      }
      const offset = Number(begin) - first;
      for (const number of numbersOf(decodePosting(numbers))) last.numbers.push(offset + number);
    }
  }
  if (last !== undefined) yield last;
}
