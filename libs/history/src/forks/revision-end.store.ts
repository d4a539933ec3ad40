import type { Transaction } from '#database';
import { genesisHash } from '#ledger';
import { lastArchive } from '../archives/index.js';
import type { ClusterRow } from '#cluster';

/** The end of a revision that is in the log, or of what the log goes on from: its archives, or its origin. */
export interface RevisionEnd {
  /** Of the last change up to it. */
  readonly position: bigint;
  /** The end of the one before it. */
  readonly before: bigint;
  readonly hash: Uint8Array;
  /** The time of the cluster at its end; null where that is not known, or the cluster has none. */
  readonly clusterAt: Date | null;
}

export async function findRevisionEnd(
  tx: Transaction,
  { id, origin_position: origin, origin_hash: originHash }: ClusterRow,
  revision: bigint,
): Promise<RevisionEnd> {
  const [row] = await tx.query<{ before: string; count: number; hash: Buffer; cluster_at: Date | null }>(
    `SELECT first_position - 1 AS before, count, hash, cluster_at FROM revisions
     WHERE cluster_id = $1 AND revision = $2`,
    [id, revision],
  );
  if (row === undefined) {
    const { archive } = (await lastArchive(tx, id)) ?? {};
    const position = BigInt(archive?.positions.last ?? origin ?? 0);
    return {
      position,
      before: position,
      clusterAt: null,
      hash: archive === undefined ? (originHash ?? genesisHash) : Buffer.from(archive.hash, 'hex'),
    };
  }
  const before = BigInt(row.before);
  return { position: before + BigInt(row.count), before, hash: row.hash, clusterAt: row.cluster_at };
}
