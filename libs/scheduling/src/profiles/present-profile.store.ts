import type { Statement, Transaction } from '#database';
import type { Manifest } from '#rows';

/** How profiles stand in the log and among the objects: a kind of their own, in no namespace. */
const API_VERSION = 'kubescheduler.config.k8s.io/v1';
export const PROFILE_KIND = 'KubeSchedulerProfile';

/** A profile that the cluster has now. */
export interface PresentProfile {
  readonly name: string;
  readonly uid: string;
  readonly source: object;
  /** The version it was made as. */
  readonly version: number;
  readonly createdAt: string;
  readonly resourceVersion: string;
  /** Position of its creation. */
  readonly createdPosition: bigint;
  /** Null where the log that says it is that of a fork's origin, or is archived. */
  readonly changedAt: string | null;
  readonly changedBy: string | null;
}

/** What a change of a profile leaves in the log: its source is the spec, the version it makes is the status. */
export function manifestOf({
  name,
  uid,
  createdAt,
  source,
  ...status
}: Pick<PresentProfile, 'name' | 'uid' | 'createdAt' | 'source' | 'version'> & { readonly digest: string }): Manifest {
  return {
    apiVersion: API_VERSION,
    kind: PROFILE_KIND,
    metadata: { name, uid, creationTimestamp: createdAt },
    spec: { ...source },
    status,
  };
}

/** Those of a cluster, by name; or the one of a name. */
export async function listPresent(tx: Transaction, clusterId: string, name?: string): Promise<PresentProfile[]> {
  const rows = await tx.query<{
    name: string;
    uid: string;
    resource_version: string;
    created_position: string;
    created_at: Date;
    manifest: Manifest;
    at: Date | null;
    actor: string | null;
  }>(
    `SELECT o.name, o.uid, o.resource_version, o.created_position, o.created_at, o.manifest, coalesce(r.at,
       o.changed_at) AS at,
       coalesce(r.actor, o.changed_by) AS actor
     FROM objects o
     LEFT JOIN changes c ON c.cluster_id = o.cluster_id AND c.position = o.resource_version
     LEFT JOIN revisions r ON r.cluster_id = c.cluster_id AND r.revision = c.revision
     WHERE o.cluster_id = $1 AND o.kind = $2 AND o.namespace = '' AND ($3::text IS NULL OR o.name = $3)
     ORDER BY o.name`,
    [clusterId, PROFILE_KIND, name ?? null],
  );
  return rows.map((row) => ({
    name: row.name,
    uid: row.uid,
    source: row.manifest.spec ?? {},
    version: (row.manifest.status as { readonly version: number }).version,
    createdAt: row.created_at.toISOString(),
    resourceVersion: row.resource_version,
    createdPosition: BigInt(row.created_position),
    changedAt: row.at?.toISOString() ?? null,
    changedBy: row.actor,
  }));
}

/**
 * When objects became what they are and by whom, by the positions of those changes. What is no
 * longer in this log is not there.
 */
export async function readAuthors(
  tx: Transaction,
  clusterId: string,
  positions: readonly bigint[],
): Promise<Map<bigint, { readonly at: Date; readonly actor: string }>> {
  const rows = await tx.query<{ position: string; at: Date; actor: string }>(
    `SELECT c.position, r.at, r.actor FROM changes c JOIN revisions r ON r.cluster_id = c.cluster_id
       AND r.revision = c.revision
     WHERE c.cluster_id = $1 AND c.position = ANY($2::bigint[])`,
    [clusterId, positions],
  );
  return new Map(rows.map(({ position, ...author }) => [BigInt(position), author]));
}

const SOURCES: Statement = {
  name: 'profile_sources',
  text: `SELECT name, manifest -> 'spec' AS source FROM objects WHERE cluster_id = $1 AND kind = $2 AND namespace = ''
    ORDER BY name`,
};

/** What every run reads of them. */
export async function presentSources(
  tx: Transaction,
  clusterId: string,
): Promise<Pick<PresentProfile, 'name' | 'source'>[]> {
  const rows = await tx.query<{ name: string; source: object | null }>(SOURCES, [clusterId, PROFILE_KIND]);
  return rows.map(({ name, source }) => ({ name, source: source ?? {} }));
}
