import type { Transaction } from '#database';
import type { ChangeCause, ChangeOp } from '#writes';

/** A change as a chain of causes names it. */
export interface ChainedChange {
  readonly position: string;
  readonly revision: string;
  readonly at: Date;
  readonly clusterAt: Date | null;
  readonly op: ChangeOp;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Null where the request of its revision made it. */
  readonly cause: ChangeCause | null;
}

/** A change, and then each one that the one before follows from; `most` of them. */
export async function findChain(
  tx: Transaction,
  clusterId: string,
  { position, most }: { readonly position: bigint; readonly most: number },
): Promise<ChainedChange[]> {
  const columns = 'position, revision, at, cluster_at, op, kind, namespace, name, uid, cause::jsonb AS cause';
  return tx.query<ChainedChange & Record<string, unknown>>(
    `WITH RECURSIVE chain AS (
       SELECT 1 AS nth, c.* FROM (SELECT ${columns} FROM changes WHERE cluster_id = $1 AND position = $2) c
     UNION ALL
       SELECT chain.nth + 1, c.* FROM chain, LATERAL (
         SELECT ${columns} FROM changes WHERE cluster_id = $1 AND position = (chain.cause ->> 'change')::bigint) c
       WHERE chain.nth < $3)
     SELECT position, revision, at, cluster_at AS "clusterAt", op, kind, namespace, name, uid, cause FROM chain
     ORDER BY nth`,
    [clusterId, position, most],
  );
}
