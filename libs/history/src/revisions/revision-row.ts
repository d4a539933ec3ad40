import type { SealedRevision } from '#ledger';

/** A row of revisions, as queries return it: 64-bit integers are text. */
export interface RevisionRow extends Record<string, unknown> {
  readonly revision: string;
  readonly first_position: string;
  readonly count: number;
  readonly at: Date;
  readonly actor: string;
  readonly principal: string;
  readonly request_id: string;
  readonly client: string;
  readonly reason: string;
  readonly leaf_root: Buffer;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
  readonly cluster_at: Date | null;
}

/** The columns of RevisionRow. */
export const REVISION_COLUMNS =
  'revision, first_position, count, at, actor, principal, request_id, client, reason, leaf_root, prev_hash, hash, ' +
  'cluster_at';

/** The revision of a cluster that a row is, as it was hashed. */
export function sealedOf(cluster: string, row: RevisionRow): SealedRevision {
  return {
    cluster,
    revision: BigInt(row.revision),
    firstPosition: BigInt(row.first_position),
    count: row.count,
    at: row.at.toISOString(),
    actor: row.actor,
    principal: row.principal,
    requestId: row.request_id,
    client: row.client,
    reason: row.reason,
    leafRoot: row.leaf_root,
    prevHash: row.prev_hash,
    hash: row.hash,
    clusterAt: row.cluster_at?.toISOString() ?? null,
  };
}
