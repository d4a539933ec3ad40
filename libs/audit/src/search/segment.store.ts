import type { CopyTarget, Transaction } from '#database';
import { decodePosting, encodePosting, numbersOf } from './posting.js';
import type { DraftedBlock, DraftedPosting } from './segment-draft.js';
import { addWaitsTo, type TotalsRow, type WaitBuckets, type WaitsRow } from './tally.js';

/** Consecutive numbers of decisions, from `first` on. */
export interface Segment {
  readonly first: number;
  readonly size: number;
}

const POSTINGS: CopyTarget = {
  table: 'decision_postings',
  columns: { cluster_id: 'uuid', first: 'int8', facet: 'bytea', numbers: 'bytea' },
};
const PLACES: CopyTarget = {
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

export async function writePlaces(tx: Transaction, clusterId: string, blocks: Iterable<DraftedBlock>): Promise<void> {
  await tx.copyIn(
    PLACES,
    rowsOf(blocks, ({ block, since, until, places }) => [clusterId, block, since, until, places]),
  );
}

function* rowsOf<From, To>(all: Iterable<From>, rowOf: (one: From) => To): Iterable<To> {
  for (const one of all) yield rowOf(one);
}

/** Rows of postings in memory at a time. */
const BATCH = 1000;

/** Puts one segment in the place of those that lie in it. */
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
  const sql =
    'SELECT facet, first, numbers FROM decision_postings WHERE cluster_id = $1 AND first >= $2 AND first < $3 ORDER BY facet, first';
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

const SUMS = ['decisions', 'first', 'any', 'sole', 'only', 'nodes_first', 'nodes_any', 'nodes_sole'];
/** The columns of sums, as `jsonb_to_recordset` takes them. */
export const SUMMED = `subject text, day date, key text, namespace text, outcome text, profile text, plugin text, reason text, resource text, ${SUMS.map((name) => `"${name}" bigint`).join(', ')}`;

/** The columns of waits, as `jsonb_to_recordset` takes them. */
export const WAITS = 'day date, namespace text, sum_ms bigint, max_ms bigint, buckets jsonb';

/** Adds to the sums of each day. */
export async function addTotals(tx: Transaction, clusterId: string, rows: readonly TotalsRow[]): Promise<void> {
  const names = ['subject', 'day', 'key', 'namespace', 'outcome', 'profile', 'plugin', 'reason', 'resource', ...SUMS];
  const values = names.map((name) => (name === 'key' ? "decode(t.key, 'hex')" : `t."${name}"`));
  await tx.execute(
    `INSERT INTO decision_totals AS kept (cluster_id, ${names.map((name) => `"${name}"`).join(', ')})
     SELECT $1, ${values.join(', ')} FROM jsonb_to_recordset($2::jsonb) AS t(${SUMMED})
     ON CONFLICT (cluster_id, subject, day, key) DO UPDATE SET ${SUMS.map((name) => `"${name}" = kept."${name}" + excluded."${name}"`).join(', ')}`,
    [clusterId, totalsAsJson(rows)],
  );
}

/** Adds to the waits of each day. Nobody else does so: who makes the index is alone with it. */
export async function addWaits(tx: Transaction, clusterId: string, rows: readonly WaitsRow[]): Promise<void> {
  const kept = await tx.query<{ day: string; namespace: string; sum_ms: string; max_ms: string; buckets: WaitBuckets }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, namespace, sum_ms, max_ms, buckets FROM decision_waits
     WHERE cluster_id = $1 AND (day, namespace) IN (SELECT * FROM unnest($2::date[], $3::text[]))`,
    [clusterId, rows.map(({ day }) => day), rows.map(({ namespace }) => namespace)],
  );
  const byKey = new Map(rows.map((row) => [`${row.day}\n${row.namespace}`, { ...row, buckets: { ...row.buckets } }]));
  for (const { day, namespace, sum_ms: sum, max_ms: max, buckets } of kept) {
    const row = byKey.get(`${day}\n${namespace}`);
    if (row !== undefined) addWaitsTo(row, { sum_ms: Number(sum), max_ms: Number(max), buckets });
  }
  await tx.execute(
    `INSERT INTO decision_waits (cluster_id, day, namespace, sum_ms, max_ms, buckets)
     SELECT $1, t.* FROM jsonb_to_recordset($2::jsonb) AS t(${WAITS})
     ON CONFLICT (cluster_id, day, namespace) DO UPDATE SET sum_ms = excluded.sum_ms, max_ms = excluded.max_ms, buckets = excluded.buckets`,
    [clusterId, JSON.stringify([...byKey.values()])],
  );
}

/** As `jsonb_to_recordset` reads them. */
export function totalsAsJson(rows: readonly TotalsRow[]): string {
  return JSON.stringify(rows.map(({ key, ...row }) => ({ ...row, key: key.toString('hex') })));
}
