import type { Transaction } from '#database';
import type { DraftedObservation } from './drafted-observation.js';
import { keyColumns, keyOf, MATCH, tableOf, type ObjectKey } from '#rows';

/** Who sends, and how far that has come. */
export interface StoredMirror {
  readonly stream: string;
  readonly sequence: bigint;
  readonly source: string;
  readonly by: string;
  readonly since: Date;
  readonly lastAt: Date;
  /** When another may take over, unless a batch comes before. */
  readonly lapsesAt: Date;
  readonly behindMs: number;
  /** Kinds whose lists are under way. */
  readonly listing: readonly string[];
  /** Of which decisions seen there the trace is stored: all, disagreements, or sample:N. */
  readonly traces: string;
  /** What its scheduler may not have seen yet. */
  readonly windowMs: number;
}

export async function findMirror(tx: Transaction, clusterId: string): Promise<StoredMirror | undefined> {
  const row = await tx.prisma.clusterMirror.findUnique({ where: { clusterId } });
  return row ?? undefined;
}

export async function saveMirror(tx: Transaction, clusterId: string, mirror: StoredMirror): Promise<void> {
  const data = { ...mirror, listing: [...mirror.listing] };
  await tx.prisma.clusterMirror.upsert({ where: { clusterId }, create: { clusterId, ...data }, update: data });
}

/** Notes decisions that were seen, when their changes have positions: what stands beside them comes later. */
export async function noteObservations(
  tx: Transaction,
  clusterId: string,
  observations: readonly DraftedObservation[],
): Promise<void> {
  if (observations.length === 0) return;
  await tx.execute(
    `INSERT INTO mirror_observations (cluster_id, position, kind, namespace, name, uid, at, listed)
     SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
       $8::boolean[])`,
    [
      clusterId,
      observations.map(({ change }) => change.position),
      observations.map(({ kind }) => kind),
      observations.map(({ pod }) => pod.namespace),
      observations.map(({ pod }) => pod.name),
      observations.map(({ pod }) => pod.uid),
      observations.map(({ at }) => at),
      observations.map(({ listed }) => listed),
    ],
  );
}

/** The cluster follows nothing any more. */
export async function removeMirror(tx: Transaction, clusterId: string): Promise<void> {
  await forgetListed(tx, clusterId);
  await tx.prisma.clusterMirror.deleteMany({ where: { clusterId } });
}

/** Notes what a list has named. */
export async function noteListed(tx: Transaction, clusterId: string, named: readonly ObjectKey[]): Promise<void> {
  if (named.length === 0) return;
  await tx.execute(
    `INSERT INTO mirror_listed (cluster_id, kind, namespace, name)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
    [
      clusterId,
      named.map(({ kind }) => kind),
      named.map(({ metadata }) => metadata.namespace ?? ''),
      named.map(({ metadata }) => metadata.name),
    ],
  );
}

/** Forgets what lists have named: those of a kind, or all. */
export async function forgetListed(tx: Transaction, clusterId: string, kind?: string): Promise<void> {
  await tx.execute('DELETE FROM mirror_listed WHERE cluster_id = $1 AND ($2::text IS NULL OR kind = $2)', [
    clusterId,
    kind ?? null,
  ]);
}

/** The objects of a kind that its list has not named. */
export async function findUnlisted(tx: Transaction, clusterId: string, kind: string): Promise<ObjectKey[]> {
  const table = tableOf(kind);
  const namespace = table === 'namespaces' || table === 'nodes' ? "''" : 'o.namespace';
  const ofKind = table === 'objects' ? 'o.kind = $2' : '$2::text IS NOT NULL';
  const rows = await tx.query<{ namespace: string; name: string }>(
    `SELECT ${namespace} AS namespace, o.name FROM ${table} o WHERE o.cluster_id = $1 AND ${ofKind}
       AND NOT EXISTS (SELECT FROM mirror_listed l
         WHERE l.cluster_id = $1 AND l.kind = $2 AND l.namespace = ${namespace} AND l.name = o.name)
     ORDER BY 1, 2`,
    [clusterId, kind],
  );
  return rows.map((row) => ({
    kind,
    metadata: { ...(row.namespace && { namespace: row.namespace }), name: row.name },
  }));
}

/** Those of the objects that their lists have named, by key. */
export async function findListed(
  tx: Transaction,
  clusterId: string,
  objects: readonly ObjectKey[],
): Promise<Set<string>> {
  if (objects.length === 0) return new Set();
  const rows = await tx.query<{ kind: string; namespace: string; name: string }>(
    `SELECT kind, namespace, name FROM mirror_listed WHERE cluster_id = $1 AND ${MATCH.objects}`,
    [clusterId, ...keyColumns('objects', objects)],
  );
  return new Set(rows.map(({ kind, ...metadata }) => keyOf({ kind, metadata })));
}

/** The pods that have these uids, each as the key of the object. */
export async function findUidOwners(
  tx: Transaction,
  clusterId: string,
  uids: readonly string[],
): Promise<Map<string, ObjectKey>> {
  if (uids.length === 0) return new Map();
  const rows = await tx.query<{ uid: string; namespace: string; name: string }>(
    'SELECT uid, namespace, name FROM pods WHERE cluster_id = $1 AND uid = ANY($2)',
    [clusterId, uids],
  );
  return new Map(rows.map(({ uid, ...metadata }) => [uid, { kind: 'Pod', metadata }]));
}
