import type { Statement, Transaction } from '#database';
import { REVISION_COLUMNS, type RevisionRow } from '../revisions/index.js';
import { revisionOf, type Revision } from './revision.js';

/** Which revisions; all that is given must hold. Texts are compared whole. */
export interface RevisionFilter {
  readonly actor?: string;
  readonly principal?: string;
  readonly requestId?: string;
  readonly client?: string;
  readonly reason?: string;
}

/** Revisions from one number to another, both included. */
export interface RevisionRange {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * The actor of a caller that names none. The index of actors leaves it out, so that such a write costs nothing
 * there.
 */
export const ANONYMOUS = 'anonymous';

const COLUMN: Readonly<Record<keyof RevisionFilter, string>> = {
  actor: 'actor',
  principal: 'principal',
  requestId: 'request_id',
  client: 'client',
  reason: 'reason',
};

const SELECT = `SELECT ${REVISION_COLUMNS} FROM revisions WHERE cluster_id = $1`;

/** Those of a range that match, newest first. */
export async function findRevisions(
  tx: Transaction,
  clusterId: string,
  { from, to, filter, limit }: RevisionRange & { readonly filter: RevisionFilter; readonly limit: number },
): Promise<Revision[]> {
  const values: unknown[] = [clusterId, from, to];
  const wheres = (Object.keys(COLUMN) as (keyof RevisionFilter)[]).flatMap((key) =>
    filter[key] === undefined ? [] : [`${COLUMN[key]} = $${values.push(filter[key])}`],
  );
  if (filter.actor !== undefined && filter.actor !== ANONYMOUS) wheres.push(`actor <> '${ANONYMOUS}'`);
  if (filter.requestId !== undefined) wheres.push(`hashtext(request_id) = hashtext($${values.push(filter.requestId)})`);
  const sql = [SELECT, 'revision >= $2 AND revision <= $3', ...wheres].join(' AND ');
  return withRuns(
    tx,
    clusterId,
    await tx.query<RevisionRow>(`${sql} ORDER BY revision DESC LIMIT $${values.push(limit)}`, values),
  );
}

const ACTORS: Statement = {
  name: 'actors_of_revisions',
  text: 'SELECT revision, actor FROM revisions WHERE cluster_id = $1 AND revision = ANY($2::int8[])',
};

/** Who wrote revisions, by revision. */
export async function actorsOf(
  tx: Transaction,
  clusterId: string,
  revisions: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ revision: string; actor: string }>(ACTORS, [clusterId, revisions]);
  return new Map(rows.map(({ revision, actor }) => [revision, actor]));
}

/**
 * The run of each revision that is a part of one. Parts are of the time of their revision,
 * and lie in the order of time.
 */
const RUNS: Statement = {
  name: 'runs_of_revisions',
  text: `SELECT made.revision, part.run_id FROM unnest($2::int8[], $3::timestamptz[]) AS made(revision, at)
    CROSS JOIN LATERAL (SELECT run_id FROM run_parts WHERE cluster_id = $1 AND at = made.at AND revision = made.revision
      LIMIT 1) part`,
};

async function withRuns(tx: Transaction, clusterId: string, rows: readonly RevisionRow[]): Promise<Revision[]> {
  const found = await tx.query<{ revision: string; run_id: string }>(RUNS, [
    clusterId,
    rows.map(({ revision }) => revision),
    rows.map(({ at }) => at),
  ]);
  const runs = new Map(found.map(({ revision, run_id }) => [revision, run_id]));
  return rows.map((row) => revisionOf(row, runs.get(row.revision) ?? null));
}

/**
 * Times rise with revisions, so the first of a time is searched by halves: some twenty looks
 * at the key among a million.
 */
const FIRST_SINCE: Statement = {
  name: 'first_revision_since',
  text: `WITH RECURSIVE search(low, high) AS (
      SELECT $2::int8, $3::int8 + 1
    UNION ALL
      SELECT CASE WHEN r.at < $4 THEN r.revision + 1 ELSE s.low END, CASE WHEN r.at < $4 THEN s.high ELSE r.revision END
      FROM search s, LATERAL (SELECT revision, coalesce(cluster_at, at) AS at FROM revisions
        WHERE cluster_id = $1 AND revision = (s.low + s.high) / 2 LIMIT 1) r WHERE s.low < s.high)
    SELECT s.low AS revision, (SELECT first_position FROM revisions WHERE cluster_id = $1
      AND revision = s.low) AS first_position
    FROM search s WHERE s.low = s.high`,
};

/**
 * The first revision of a range that was written at a time or later, and its first position: by the time of the cluster
 * where it has a clock. Undefined when all were written before.
 */
export async function firstRevisionSince(
  tx: Transaction,
  clusterId: string,
  { from, to }: RevisionRange,
  time: Date,
): Promise<{ readonly revision: bigint; readonly position: bigint } | undefined> {
  const [row] = await tx.query<{ revision: string; first_position: string | null }>(FIRST_SINCE, [
    clusterId,
    from,
    to,
    time,
  ]);
  if (row === undefined || row.first_position === null) return undefined;
  return { revision: BigInt(row.revision), position: BigInt(row.first_position) };
}
