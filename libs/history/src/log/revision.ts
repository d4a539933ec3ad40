import type { RevisionRow } from '../revisions/index.js';

/**
 * One committed write of a cluster, and who did it. 64-bit integers are decimal text; times are RFC
 * 3339; hashes are hexadecimal.
 */
export interface Revision {
  readonly revision: string;
  /** Of its first change; of the next revision's when it has none. */
  readonly firstPosition: string;
  /** One less than the first where it has no changes. */
  readonly lastPosition: string;
  /** Of its changes. */
  readonly count: number;
  readonly at: string;
  /** The time of the cluster at its end; absent in a cluster without a clock. */
  readonly clusterAt?: string;
  readonly actor: string;
  readonly principal: string;
  readonly requestId: string;
  readonly client: string;
  readonly reason: string;
  /** Over its changes and decisions. */
  readonly leafRoot: string;
  readonly prevHash: string;
  readonly hash: string;
  /** The run that it is a part of; null when no run wrote it. */
  readonly run: string | null;
}

export function revisionOf(row: RevisionRow, run: string | null): Revision {
  const { revision, first_position: firstPosition, count, actor, principal, client, reason } = row;
  return {
    revision,
    firstPosition,
    lastPosition: String(BigInt(firstPosition) + BigInt(count) - 1n),
    count,
    at: row.at.toISOString(),
    ...(row.cluster_at !== null && { clusterAt: row.cluster_at.toISOString() }),
    actor,
    principal,
    requestId: row.request_id,
    client,
    reason,
    leafRoot: row.leaf_root.toString('hex'),
    prevHash: row.prev_hash.toString('hex'),
    hash: row.hash.toString('hex'),
    run,
  };
}
