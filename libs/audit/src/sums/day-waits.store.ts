import type { Transaction } from '#database';

/** How many pods waited about as long, by the number of the bucket. */
export type WaitBuckets = Record<number, number>;

/** Waits summed up, in milliseconds. */
export interface WaitSum {
  sum_ms: number;
  max_ms: number;
  readonly buckets: WaitBuckets;
}

/** The waits of the pods that were bound on a day: the key of a row of `decision_waits`. */
interface DayKey {
  readonly day: string;
  readonly namespace: string;
}

/** The columns of waits, as `jsonb_to_recordset` takes them. */
export const WAIT_COLUMNS = 'day date, namespace text, sum_ms bigint, max_ms bigint, buckets jsonb';

/** The waits of days and namespaces. */
export class DayWaits {
  readonly #sums = new Map<string, DayKey & WaitSum>();

  /** Adds that of one pod. */
  add({ ms, ...key }: DayKey & { readonly ms: number }): void {
    addWait(this.#sumOf(key), { sum_ms: ms, max_ms: ms, buckets: { [bucketOf(ms)]: 1 } });
  }

  addAll(other: DayWaits): void {
    for (const row of other.rows()) addWait(this.#sumOf(row), row);
  }

  rows(): Iterable<DayKey & WaitSum> {
    return this.#sums.values();
  }

  /** A day's, which are not in it any more. */
  take({ day, namespace }: DayKey): WaitSum | undefined {
    const key = `${day}\n${namespace}`;
    const sum = this.#sums.get(key);
    this.#sums.delete(key);
    return sum;
  }

  #sumOf({ day, namespace }: DayKey): WaitSum {
    const key = `${day}\n${namespace}`;
    let sum = this.#sums.get(key);
    if (sum === undefined) this.#sums.set(key, (sum = { day, namespace, sum_ms: 0, max_ms: 0, buckets: {} }));
    return sum;
  }
}

/** Adds waits to others. */
export function addWait(sum: WaitSum, { sum_ms, max_ms, buckets }: Readonly<WaitSum>): void {
  sum.sum_ms += sum_ms;
  sum.max_ms = Math.max(sum.max_ms, max_ms);
  const into = sum.buckets;
  for (const name of Object.keys(buckets)) {
    const bucket = Number(name);
    into[bucket] = (into[bucket] ?? 0) + (buckets[bucket] ?? 0);
  }
}

/** Adds to the waits of each day. The caller holds the lock of the index: no other transaction adds to them. */
export async function addWaits(tx: Transaction, clusterId: string, waits: DayWaits): Promise<void> {
  const rows = [...waits.rows()];
  const kept = await tx.query<{ day: string; namespace: string; sum_ms: string; max_ms: string; buckets: WaitBuckets }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, namespace, sum_ms, max_ms, buckets FROM decision_waits
     WHERE cluster_id = $1 AND (day, namespace) IN (SELECT * FROM unnest($2::date[], $3::text[]))`,
    [clusterId, rows.map(({ day }) => day), rows.map(({ namespace }) => namespace)],
  );
  const byKey = new Map(rows.map((row) => [`${row.day}\n${row.namespace}`, { ...row, buckets: { ...row.buckets } }]));
  for (const { day, namespace, sum_ms: sum, max_ms: max, buckets } of kept) {
    const row = byKey.get(`${day}\n${namespace}`);
    if (row !== undefined) addWait(row, { sum_ms: Number(sum), max_ms: Number(max), buckets });
  }
  await tx.execute(
    `INSERT INTO decision_waits (cluster_id, day, namespace, sum_ms, max_ms, buckets)
     SELECT $1, t.* FROM jsonb_to_recordset($2::jsonb) AS t(${WAIT_COLUMNS})
     ON CONFLICT (cluster_id, day, namespace) DO UPDATE SET sum_ms = excluded.sum_ms, max_ms = excluded.max_ms,
       buckets = excluded.buckets`,
    [clusterId, JSON.stringify([...byKey.values()])],
  );
}

/** Each bucket ends a twentieth above the one before. */
const GROWTH = 1.05;

/** Bucket 0 is up to a millisecond. */
export function bucketOf(ms: number): number {
  return ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(GROWTH));
}

/** A wait in the middle of a bucket: no wait in it is further off than 2.5 %. */
export function waitOf(bucket: number): number {
  return bucket === 0 ? 0 : Math.round(GROWTH ** (bucket - 0.5));
}
