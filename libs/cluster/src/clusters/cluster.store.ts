import type { Prisma, Statement, Transaction } from '#database';
import { genesisHash } from '#ledger';
import type { AdmissionColumns, AdmissionSettings } from '../admission/index.js';
import type { ClusterHead } from '../changes/index.js';
import type { PageWindow } from '../lists/index.js';
import { requireWhole, seesWhole, type SightColumns } from '../sight/index.js';
import type { ClusterSettings } from './cluster-settings.js';
import type { TraceBudget } from './trace-budget.js';

/** A row of clusters with its head, as queries return it: 64-bit integers are text. */
export interface ClusterRow extends AdmissionColumns, SightColumns {
  readonly id: string;
  readonly team_id: string;
  readonly team: string;
  readonly name: string;
  readonly created_at: Date;
  readonly origin_cluster_id: string | null;
  readonly origin_position: string | null;
  readonly origin_revision: string | null;
  readonly origin_hash: Buffer | null;
  readonly trace_keep: TraceBudget['keep'];
  readonly trace_nodes: number | null;
  readonly position: string;
  readonly revision: string;
  readonly hash: Buffer;
  /** Of the head. */
  readonly at: Date;
}

/** How many objects a cluster holds. */
export interface ClusterCounts {
  readonly nodes: number;
  readonly pods: number;
  readonly pendingPods: number;
}

const SELECT = `SELECT c.id, c.team_id, t.name AS team, c.name, c.created_at, c.origin_cluster_id, c.origin_position,
    c.origin_revision, c.origin_hash,
    c.trace_keep, c.trace_nodes, c.condition_taints, c.memory_pressure_tolerations, 'all' AS sight,
    '{}'::text[] AS sight_namespaces, h.position, h.revision, h.hash, h.at
  FROM clusters c JOIN cluster_heads h ON h.cluster_id = c.id JOIN teams t ON t.id = c.team_id
  WHERE c.team_id = $1 AND c.deleted_at IS NULL`;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text looks like the id of a cluster. */
export function isClusterId(idOrName: string): boolean {
  return UUID.test(idOrName);
}

/** For whom a cluster is found: for those who see all of it, or for any reader, who is shown what is in their sight. */
export type SightNeed = 'whole' | 'inSight';

/**
 * A cluster of the caller's team by id or by name; a name that looks like an id is still found. Who finds it for
 * any reader shows nothing beyond the `sight` of the row.
 * @throws Refused when the whole is needed, and the caller sees a part
 */
export async function findCluster(
  tx: Transaction,
  idOrName: string,
  need: SightNeed = 'whole',
): Promise<ClusterRow | undefined> {
  if (idOrName.includes('\0')) return undefined;
  const byId = UUID.test(idOrName) ? 'OR c.id = $2::uuid' : '';
  const rows = await tx.query<ClusterRow>(`${SELECT} AND (c.name = $2 ${byId}) ORDER BY c.name = $2 LIMIT 1`, [
    tx.caller.team,
    idOrName,
  ]);
  if (rows[0] !== undefined && need === 'whole') requireWhole(rows[0]);
  return rows[0];
}

const BY_ID: Statement = { name: 'cluster_by_id', text: `${SELECT} AND c.id = $2` };

/** A cluster of the caller's team by its id. */
export async function findClusterById(tx: Transaction, id: string): Promise<ClusterRow | undefined> {
  return (await tx.query<ClusterRow>(BY_ID, [tx.caller.team, id]))[0];
}

/** The head that a row says. */
export function headOfRow({ id, position, revision, hash, at }: ClusterRow): ClusterHead {
  return { clusterId: id, position: BigInt(position), revision: BigInt(revision), hash, at };
}

/** Clusters of the caller's team by their ids; what is no id finds nothing. */
export function findClusters(tx: Transaction, ids: readonly string[]): Promise<ClusterRow[]> {
  return tx.query<ClusterRow>(`${SELECT} AND c.id = ANY($2::uuid[])`, [
    tx.caller.team,
    ids.filter((id) => UUID.test(id)),
  ]);
}

/** Those of the clusters, of whatever team, that are there no more. */
export async function findRetired(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.prisma.cluster.findMany({
    where: { id: { in: [...ids] }, deletedAt: { not: null } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Clusters of the caller's team by name, after the given one; with an origin, its forks. */
export async function listClusters(
  tx: Transaction,
  {
    after = '',
    before,
    fromEnd = false,
    limit,
    origin,
  }: PageWindow<string> & { readonly limit: number; readonly origin?: string },
): Promise<ClusterRow[]> {
  const clusters = await tx.prisma.cluster.findMany({
    where: {
      teamId: tx.caller.team,
      deletedAt: null,
      name: { gt: after, ...(before === undefined ? {} : { lt: before }) },
      ...(origin === undefined ? {} : { originClusterId: origin }),
    },
    orderBy: { name: fromEnd ? 'desc' : 'asc' },
    take: limit,
    include: { team: true, head: true },
  });
  return clusters.map(rowOf);
}

/** As the statements of this file give it. */
function rowOf({
  team,
  head,
  ...cluster
}: Prisma.ClusterGetPayload<{ include: { team: true; head: true } }>): ClusterRow {
  if (head === null) throw new Error(`cluster ${cluster.id} has no head`);
  const text = (value: bigint | null): string | null => (value === null ? null : String(value));
  return {
    id: cluster.id,
    team_id: cluster.teamId,
    team: team.name,
    name: cluster.name,
    created_at: cluster.createdAt,
    origin_cluster_id: cluster.originClusterId,
    origin_position: text(cluster.originPosition),
    origin_revision: text(cluster.originRevision),
    origin_hash: cluster.originHash === null ? null : Buffer.from(cluster.originHash),
    trace_keep: cluster.traceKeep as TraceBudget['keep'],
    trace_nodes: cluster.traceNodes,
    condition_taints: cluster.conditionTaints,
    memory_pressure_tolerations: cluster.memoryPressureTolerations,
    sight: 'all',
    sight_namespaces: [],
    position: String(head.position),
    revision: String(head.revision),
    hash: Buffer.from(head.hash),
    at: head.at,
  };
}

/** A cluster, and what is seen of it. */
export type SeenCluster = Pick<ClusterRow, 'id' | 'sight' | 'sight_namespaces'>;

const countsOf = (from: string, seen = ''): string => `SELECT c.id,
    (SELECT count(*)::int FROM nodes n WHERE n.cluster_id = c.id) AS nodes,
    (SELECT count(*)::int FROM pods p WHERE p.cluster_id = c.id ${seen}) AS pods,
    (SELECT count(*)::int FROM pods p WHERE p.cluster_id = c.id AND p.node_name IS NULL
       AND p.phase NOT IN ('Succeeded', 'Failed') ${seen}) AS pending
  FROM ${from}`;

const COUNTS = countsOf('unnest($1::uuid[]) AS c(id)');
const SEEN_COUNTS = countsOf(
  'jsonb_to_recordset($1) AS c(id uuid, sight text, sight_namespaces jsonb)',
  "AND (c.sight_namespaces ? p.namespace) = (c.sight = 'only')",
);

/**
 * Counts of what is seen of several clusters, in one statement, and one more for those that are seen in part; a
 * cluster without objects is there with zeros.
 */
export async function countObjects(
  tx: Transaction,
  clusters: readonly SeenCluster[],
): Promise<Map<string, ClusterCounts>> {
  const count = (sql: string, of: unknown): Promise<CountsRow[]> => tx.query<CountsRow>(sql, [of]);
  const whole = clusters.filter(seesWhole).map(({ id }) => id);
  const parts = clusters.filter((cluster) => !seesWhole(cluster));
  const rows = [
    ...(whole.length === 0 ? [] : await count(COUNTS, whole)),
    ...(parts.length === 0 ? [] : await count(SEEN_COUNTS, JSON.stringify(parts.map(seenPart)))),
  ];
  return new Map(rows.map((row) => [row.id, { nodes: row.nodes, pods: row.pods, pendingPods: row.pending }]));
}

interface CountsRow extends Record<string, unknown> {
  readonly id: string;
  readonly nodes: number;
  readonly pods: number;
  readonly pending: number;
}

function seenPart({ id, sight, sight_namespaces }: SeenCluster): SeenCluster {
  return { id, sight, sight_namespaces };
}

/** A cluster that is to be. */
export interface NewCluster {
  readonly id: string;
  readonly name: string;
  readonly traceBudget: TraceBudget;
  readonly admission: AdmissionSettings;
  /** The log that its own goes on from; null begins one. */
  readonly origin: ClusterHead | null;
}

/**
 * Makes a cluster whose log has nothing of its own yet; false when the name is taken, by a
 * transaction of the same moment too.
 */
export async function insertCluster(
  tx: Transaction,
  { id, name, traceBudget, admission, origin }: NewCluster,
): Promise<boolean> {
  const { position, revision, hash } = origin ?? { position: 0n, revision: 0n, hash: genesisHash };
  const { count } = await tx.prisma.cluster.createMany({
    data: {
      id,
      teamId: tx.caller.team,
      name,
      createdAt: tx.at,
      traceKeep: traceBudget.keep,
      traceNodes: traceBudget.nodes ?? null,
      ...admission,
      ...(origin !== null && {
        originClusterId: origin.clusterId,
        originPosition: position,
        originRevision: revision,
        originHash: Uint8Array.from(hash),
      }),
    },
    skipDuplicates: true,
  });
  if (count === 0) return false;
  await tx.prisma.clusterHead.create({
    data: { clusterId: id, position, revision, hash: Uint8Array.from(hash), at: tx.at },
  });
  return true;
}

/** @throws a unique violation when the name is taken. */
export async function changeCluster(
  tx: Transaction,
  id: string,
  { name, traceBudget, conditionTaints, memoryPressureTolerations }: Partial<ClusterSettings>,
): Promise<void> {
  await tx.prisma.cluster.update({
    where: { id },
    data: {
      ...(name !== undefined && { name }),
      ...(traceBudget !== undefined && { traceKeep: traceBudget.keep, traceNodes: traceBudget.nodes ?? null }),
      ...(conditionTaints !== undefined && { conditionTaints }),
      ...(memoryPressureTolerations !== undefined && { memoryPressureTolerations }),
    },
  });
}

/** The state goes, the log stays; the name is free again. */
export async function retireCluster(
  tx: Transaction,
  cluster: { readonly id: string; readonly name: string },
): Promise<void> {
  for (const table of ['pods', 'nodes', 'objects', 'namespaces'] as const) {
    await tx.execute(`DELETE FROM ${table} WHERE cluster_id = $1`, [cluster.id]);
  }
  const name = `${cluster.name}~${cluster.id}`;
  await tx.prisma.cluster.update({ where: { id: cluster.id }, data: { name, deletedAt: tx.at } });
}
