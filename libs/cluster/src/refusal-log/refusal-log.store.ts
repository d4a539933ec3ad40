import type { Prisma, Transaction } from '#database';
import type { Sight } from '#access';
import type { RefusalFilter, RefusalRecord, WriteOperation } from './refusal-record.js';

/** What is known of one before it is written: the rest is its caller's, and the time of the transaction. */
export type NewRefusal = Omit<RefusalRecord, 'at' | 'actor' | 'principal' | 'requestId' | 'client'>;

export async function insertRefusals(
  tx: Transaction,
  clusterId: string,
  refusals: readonly NewRefusal[],
): Promise<void> {
  const { actor, principal, requestId, client } = tx.caller;
  await tx.prisma.refusal.createMany({
    data: refusals.map((refusal) => ({ ...refusal, clusterId, at: tx.at, actor, principal, requestId, client })),
  });
}

/** Newest first, from before the one of an id on. */
export async function findRefusals(
  tx: Transaction,
  { clusterId, sight }: { readonly clusterId: string; readonly sight: Sight },
  { filter, before, limit }: { readonly filter: RefusalFilter; readonly before?: string; readonly limit: number },
): Promise<RefusalRecord[]> {
  const { since, until, ...equal } = filter;
  const rows = await tx.prisma.refusal.findMany({
    where: {
      clusterId,
      ...equal,
      AND: seenWhere(sight),
      ...(before === undefined ? {} : { id: { lt: before } }),
      at: { ...(since && { gte: since }), ...(until && { lt: until }) },
    },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return rows.map(({ clusterId: _, id, at, operation, ...row }) => ({
    id,
    at: at.toISOString(),
    operation: operation as WriteOperation,
    ...row,
  }));
}

/** Of objects in namespaces that are seen, and of namespaces themselves. */
function seenWhere(sight: Sight): Prisma.RefusalWhereInput[] {
  if (sight.kind === 'all') return [];
  const namespaces = [...sight.namespaces];
  return sight.kind === 'only'
    ? [{ namespace: { in: ['', ...namespaces] } }, { NOT: { kind: 'Namespace', name: { notIn: namespaces } } }]
    : [{ namespace: { notIn: namespaces } }, { NOT: { kind: 'Namespace', name: { in: namespaces } } }];
}

/** Those of every cluster that are older than the time, or that so many are newer than. Answers how many went. */
export async function removeRefusals(
  tx: Transaction,
  { before, most }: { readonly before: Date; readonly most: number },
): Promise<number> {
  const rows = await tx.query<{ removed: number }>(
    `WITH RECURSIVE clusters AS (
       (SELECT cluster_id FROM refusals ORDER BY cluster_id LIMIT 1)
       UNION ALL
       SELECT (SELECT cluster_id FROM refusals WHERE cluster_id > clusters.cluster_id ORDER BY cluster_id LIMIT 1)
       FROM clusters WHERE clusters.cluster_id IS NOT NULL),
     gone AS (
       DELETE FROM refusals r USING clusters c WHERE r.cluster_id = c.cluster_id AND (r.at < $1 OR r.id <= (
         SELECT id FROM refusals WHERE cluster_id = c.cluster_id ORDER BY id DESC OFFSET $2 LIMIT 1))
       RETURNING 1)
     SELECT count(*)::int AS removed FROM gone`,
    [before, most],
  );
  return rows[0]?.removed ?? 0;
}
