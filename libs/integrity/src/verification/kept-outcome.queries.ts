import type { Transaction } from '#database';

/** What is stored of a request that had an idempotency key. */
export interface KeptRow {
  readonly operation: string;
  readonly key: string;
  readonly request_hash: Buffer;
  readonly outcome: unknown;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const BATCH = 1_000;

/** All keys of a team. */
export function streamKept(tx: Transaction, teamId: string): AsyncIterable<KeptRow[]> {
  return tx.stream<KeptRow & Record<string, unknown>>(
    `SELECT operation, key, request_hash, outcome, created_at, expires_at FROM idempotency_keys WHERE team_id = $1
     ORDER BY operation, key`,
    [teamId],
    BATCH,
  );
}

/** The clusters of a team, deleted or not. */
export async function ownClusters(tx: Transaction, teamId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ readonly id: string }>('SELECT id::text FROM clusters WHERE team_id = $1', [teamId]);
  return rows.map(({ id }) => id);
}

/**
 * Whether history of that time was archived, or, where it is given, of that position of some log: what was written then
 * or there may be in an archive.
 */
export function isArchived(
  tx: Transaction,
  clusters: readonly string[],
  { at, position = null }: { readonly at: Date; readonly position?: string | null },
): Promise<boolean> {
  return isThere(
    tx,
    `SELECT FROM clusters k JOIN archives a ON a.cluster_id = k.id
       AND (a.to_at >= $2 OR $3::numeric BETWEEN a.from_position AND a.to_position)
     WHERE k.id = ANY($1::uuid[])`,
    [clusters, at, position],
  );
}

/**
 * Whether one of the clusters is of this id and time. What is asked for was read from an answer: it need not be either.
 */
export function isCluster(
  tx: Transaction,
  clusters: readonly string[],
  { cluster, createdAt }: { readonly cluster: string; readonly createdAt: string },
): Promise<boolean> {
  return isThere(
    tx,
    `SELECT FROM clusters WHERE id = ANY($1::uuid[]) AND id::text = $2
       AND created_at::text::timestamptz = $3::timestamptz`,
    [clusters, cluster, createdAt],
  );
}

/** Whether a change made an object what it is. */
export function isChange(
  tx: Transaction,
  clusters: readonly string[],
  { resourceVersion, uid }: { readonly resourceVersion: string; readonly uid: string },
): Promise<boolean> {
  return isThere(
    tx,
    `SELECT FROM clusters k JOIN changes c ON c.cluster_id = k.id AND c.position::text = $2 AND c.uid = $3
     WHERE k.id = ANY($1::uuid[])`,
    [clusters, resourceVersion, uid],
  );
}

/** Whether there is such a version of a profile. */
export function isProfileVersion(
  tx: Transaction,
  clusters: readonly string[],
  { name, version, digest }: { readonly name: string; readonly version: number; readonly digest: string },
): Promise<boolean> {
  return isThere(
    tx,
    `SELECT FROM clusters k JOIN profiles p ON p.cluster_id = k.id AND p.name = $2 AND p.version = $3
       AND encode(p.digest, 'hex') = $4 WHERE k.id = ANY($1::uuid[])`,
    [clusters, name, version, digest],
  );
}

/**
 * Whether there is a revision of this number and time with so many changes at least. Where a clock was put back, it has
 * the time of the one before it, which is later.
 */
export function isRevision(
  tx: Transaction,
  clusters: readonly string[],
  { revision, at, changed }: { readonly revision: string; readonly at: Date; readonly changed: number },
): Promise<boolean> {
  return isThere(
    tx,
    `SELECT FROM clusters k JOIN revisions r ON r.cluster_id = k.id AND r.revision::text = $2
       AND r.count >= $4 AND (r.at = $3 OR r.at > $3 AND EXISTS (
         SELECT FROM revisions b WHERE b.cluster_id = r.cluster_id AND b.revision = r.revision - 1 AND b.at = r.at))
     WHERE k.id = ANY($1::uuid[])`,
    [clusters, revision, at, changed],
  );
}

/** What a stored answer says of a run. */
export interface RunRow {
  readonly state: string;
  readonly dry_run: boolean;
  readonly base_revision: string;
  readonly revision: string | null;
  readonly tie_break: string;
  readonly seed: string;
  readonly preemption: string;
  /** As an answer says them: pods that were left out are stored by namespace, and reported as one total. */
  readonly counts: Record<string, number>;
  readonly parts: number;
  readonly created_at: Date;
  readonly profile_name: string;
  readonly profile_version: number;
}

/** The run of one of the clusters that an answer names. */
export async function findRunRow(
  tx: Transaction,
  clusters: readonly string[],
  { cluster, id }: { readonly cluster: string; readonly id: string },
): Promise<RunRow | undefined> {
  const rows = await tx.query<RunRow & Record<string, unknown>>(
    `SELECT r.*, r.counts || coalesce((SELECT jsonb_build_object('forbidden', sum(pods::int))
       FROM jsonb_each_text(r.counts -> 'forbidden') AS f(namespace, pods) HAVING count(*) > 0), '{}') AS counts
     FROM clusters k JOIN runs r ON r.cluster_id = k.id WHERE k.id = ANY($1::uuid[]) AND k.id::text = $2
       AND r.run_id::text = $3`,
    [clusters, cluster, id],
  );
  return rows[0];
}

async function isThere(tx: Transaction, sql: string, values: readonly unknown[]): Promise<boolean> {
  return (await tx.query(`${sql} LIMIT 1`, values)).length > 0;
}
