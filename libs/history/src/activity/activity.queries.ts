import { inSight, objectInSight, type Sight } from '#access';
import { type Transaction } from '#database';
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

/** Where it stands in changes what they are about. */
const CHANGE_PLACE = { kind: 'kind', namespace: 'namespace', name: 'name' };

/** A cluster, and what its reader sees of it. */
export interface SeenLog {
  readonly id: string;
  readonly sight: Sight;
}

function valuesOf(clusterId: string, buckets: Buckets): unknown[] {
  return [clusterId, buckets.since, buckets.until, boundsOf(buckets).slice(0, -1)];
}

/** Those that have something of what is seen: when others write, and how often, is theirs. */
export function countRevisions(
  tx: Transaction,
  { id, sight }: SeenLog,
  buckets: Buckets,
): Promise<RevisionsOfBucket[]> {
  const values = valuesOf(id, buckets);
  const seen = revisionsInSight(sight, (value) => `$${values.push(value)}`);
  return tx.query<RevisionsOfBucket & Record<string, unknown>>(
    `SELECT ${BUCKET} AS bucket, count(*)::int AS count, max(revision) AS last_revision,
       max(first_position + count - 1) AS last_position
     FROM revisions r WHERE ${[IN_SPAN, ...seen].join(' AND ')} GROUP BY 1 ORDER BY 1`,
    values,
  );
}

/** Nothing where everything is seen. */
function revisionsInSight(sight: Sight, parameter: (value: unknown) => string): string[] {
  const changes = objectInSight(sight, CHANGE_PLACE, parameter);
  const decisions = inSight(sight, 'd.pod_namespace', parameter);
  if (changes.length === 0) return [];
  return [
    `revision IN (SELECT revision FROM changes WHERE ${[IN_SPAN, ...changes].join(' AND ')}
       UNION ALL SELECT p.revision FROM run_parts p JOIN decisions d ON d.cluster_id = p.cluster_id
         AND d.run_id = p.run_id AND d.at = p.at
         AND d.ordinal >= p.first_ordinal AND d.ordinal < p.first_ordinal + p.count
       WHERE p.cluster_id = $1 AND p.at >= $2 AND p.at < $3 AND ${decisions.join(' AND ')})`,
  ];
}

export function countChanges(
  tx: Transaction,
  { id, sight }: SeenLog,
  buckets: Buckets,
): Promise<(Counted & { readonly op: string })[]> {
  const values = valuesOf(id, buckets);
  const where = [IN_SPAN, ...objectInSight(sight, CHANGE_PLACE, (value) => `$${values.push(value)}`)].join(' AND ');
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

/** The oldest retained revision, and the last. */
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

/** A change of a node or a pod; without a body it is gone. */
export type UsageChange = [
  position: string,
  op: string,
  kind: string,
  namespace: string,
  name: string,
  body: string | null,
];

const USAGE_BATCH = 2_000;

/** The changes of nodes and pods after one position and up to another, in order. */
export function streamUsage(
  tx: Transaction,
  clusterId: string,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
): AsyncIterable<UsageChange[]> {
  return tx.streamValues<UsageChange>(
    `SELECT position, op, kind, namespace, name,
       CASE WHEN op IN ('create', 'update', 'bind') THEN convert_from(body, 'UTF8') END
     FROM changes WHERE cluster_id = $1 AND position > $2 AND position <= $3 AND kind IN ('Node', 'Pod')
       AND op <> 'note' ORDER BY position`,
    [clusterId, after, upTo],
    USAGE_BATCH,
  );
}
