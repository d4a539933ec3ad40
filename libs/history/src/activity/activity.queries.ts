import { inSight, objectInSight, type Sight, type Transaction } from '#database';
import { boundsOf, type Buckets } from './buckets.js';

/** Something counted in a bucket, by its number from 0. */
interface Counted {
  readonly bucket: number;
  readonly count: number;
}

/** Revisions of a bucket, and where its last one ends. */
export interface RevisionsOfBucket extends Counted {
  readonly last_revision: string;
  readonly last_position: string;
}

const IN_SPAN = 'cluster_id = $1 AND at >= $2 AND at < $3';
/** Thresholds are given: equal parts that PostgreSQL would work out might differ by a millisecond. */
const BUCKET = 'width_bucket(at, $4::timestamptz[]) - 1';

/** A cluster, and what its reader sees of it. */
export interface SeenLog {
  readonly id: string;
  readonly sight: Sight;
}

function valuesOf(clusterId: string, buckets: Buckets): unknown[] {
  return [clusterId, buckets.since, buckets.until, boundsOf(buckets).slice(0, -1)];
}

export function countRevisions(tx: Transaction, clusterId: string, buckets: Buckets): Promise<RevisionsOfBucket[]> {
  return tx.query<RevisionsOfBucket & Record<string, unknown>>(
    `SELECT ${BUCKET} AS bucket, count(*)::int AS count, max(revision) AS last_revision,
       max(first_position + count - 1) AS last_position
     FROM revisions r WHERE ${IN_SPAN} GROUP BY 1 ORDER BY 1`,
    valuesOf(clusterId, buckets),
  );
}

export function countChanges(
  tx: Transaction,
  { id, sight }: SeenLog,
  buckets: Buckets,
): Promise<(Counted & { readonly op: string })[]> {
  const values = valuesOf(id, buckets);
  const columns = { kind: 'kind', namespace: 'namespace', name: 'name' };
  const where = [IN_SPAN, ...objectInSight(sight, columns, (value) => `$${values.push(value)}`)].join(' AND ');
  return tx.query<Counted & { readonly op: string } & Record<string, unknown>>(
    `SELECT ${BUCKET} AS bucket, op, count(*)::int AS count FROM changes WHERE ${where} GROUP BY 1, 2`,
    values,
  );
}

export function countDecisions(
  tx: Transaction,
  { id, sight }: SeenLog,
  buckets: Buckets,
): Promise<(Counted & { readonly outcome: string })[]> {
  const values = valuesOf(id, buckets);
  const where = [IN_SPAN, ...inSight(sight, 'pod_namespace', (value) => `$${values.push(value)}`)].join(' AND ');
  return tx.query<Counted & { readonly outcome: string } & Record<string, unknown>>(
    `SELECT ${BUCKET} AS bucket, outcome, count(*)::int AS count FROM decisions WHERE ${where} GROUP BY 1, 2`,
    values,
  );
}

/** The oldest revision that is kept, and the last. */
export async function readEnds(
  tx: Transaction,
  clusterId: string,
): Promise<readonly { readonly revision: string; readonly position: string; readonly at: Date }[]> {
  return tx.query<{ revision: string; position: string; at: Date }>(
    `(SELECT revision, first_position + count - 1 AS position, at FROM revisions WHERE cluster_id = $1
       ORDER BY revision LIMIT 1)
     UNION ALL (SELECT revision, first_position + count - 1, at FROM revisions WHERE cluster_id = $1
       ORDER BY revision DESC LIMIT 1)`,
    [clusterId],
  );
}
