import { isSystem, type Statement, type Transaction } from '#database';
import { genesisHash } from '#ledger';
import type { PageWindow } from '#requests';
import {
  accessTo,
  demand,
  hasWholeSight,
  meetsNeed,
  requireWhole,
  sightOf,
  type Access,
  type AccessFacts,
} from '#access';
import {
  type AdmissionColumns,
  type AdmissionSettings,
  clockColumn,
  clockOfText,
  countHead,
  type ClockText,
  type ClusterHead,
} from '#writes';
import type { ClusterSettings } from './cluster-settings.js';
import { mirrorColumn, type MirrorText } from './mirror-column.queries.js';
import type { TraceBudget } from './trace-budget.js';

/** A row of clusters with its head, as queries return it: 64-bit integers are text. */
export interface ClusterRow extends AdmissionColumns, Access {
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
  /** Null in a cluster without one. */
  readonly clock: ClockText | null;
  /** Null in a cluster that follows no real one. */
  readonly mirror: MirrorText | null;
}

/** How many objects a cluster holds. */
export interface ClusterCounts {
  readonly nodes: number;
  readonly pods: number;
  readonly pendingPods: number;
}

/** A row as it is stored, with what decides about access to it. The team of the caller is the first parameter. */
type StoredRow = Omit<ClusterRow, keyof Access> & AccessFacts & { readonly opened?: string };

const COLUMNS = `c.id, c.team_id, t.name AS team, c.name, c.created_at, c.origin_cluster_id, c.origin_position,
    c.origin_revision, c.origin_hash,
    c.trace_keep, c.trace_nodes, c.condition_taints, c.memory_pressure_tolerations, c.controllers,
    h.position, h.revision, h.hash, h.at, ${clockColumn('c.id')} AS clock,
    ${mirrorColumn('c.id')} AS mirror,
    (SELECT coalesce(json_agg(json_build_object('role', g.role, 'namespace', g.namespace)), '[]') FROM grants g
       WHERE g.cluster_id = c.id AND g.team_id = $1) AS granted,
    ARRAY(SELECT n.namespace FROM namespace_teams n WHERE n.cluster_id = c.id
       AND (n.team_id = $1) = (c.team_id <> $1)) AS apart`;

const FROM = `FROM clusters c JOIN cluster_heads h ON h.cluster_id = c.id JOIN teams t ON t.id = c.team_id
  WHERE c.deleted_at IS NULL`;

const SELECT = `SELECT ${COLUMNS} ${FROM}`;

/**
 * Names to row-level security the cluster of the transaction: policies check that one first, and do not trust the name.
 */
const OPEN = `SELECT ${COLUMNS}, set_config('berth.cluster', c.id::text, true) AS opened ${FROM}`;

/** Clusters of others that the team of the caller has anything in. */
const SHARED = `SELECT cluster_id FROM grants WHERE team_id = $1
  UNION SELECT cluster_id FROM namespace_teams WHERE team_id = $1`;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text looks like the id of a cluster. */
export function isClusterId(idOrName: string): boolean {
  return UUID.test(idOrName);
}

const BY_NAME: Statement = { name: 'cluster_by_name', text: `${OPEN} AND c.team_id = $1 AND c.name = $2` };

const BY_TEAM_AND_NAME: Statement = {
  name: 'cluster_by_team_and_name',
  text: `${OPEN} AND t.name = $2 AND c.name = $3 AND (c.team_id = $1 OR c.id IN (${SHARED}))`,
};

const BY_ID: Statement = { name: 'cluster_by_id', text: `${OPEN} AND c.id = $2` };

/** For whom a cluster is found: for those who see all of it, or for any reader, who gets what is visible to them. */
export type SightNeed = 'whole' | 'inSight';

/**
 * A cluster that the caller may know of: by its id, by its name if it is of their team, or as `team/name`. A name alone
 * never means a cluster of another team: an unasked grant could take the name, or lead it elsewhere. A name
 * that looks like an id is still found.
 * A caller that finds it for any reader shows nothing beyond the `sight` of the row.
 * @throws Denied when what the caller's operation needs is not held there, or the whole is needed and they see a part
 */
export async function findCluster(
  tx: Transaction,
  idOrName: string,
  need: SightNeed = 'whole',
): Promise<ClusterRow | undefined> {
  if (idOrName.includes('\0')) return undefined;
  const byId = UUID.test(idOrName) ? await findClusterById(tx, idOrName) : undefined;
  const row = byId ?? (await findNamed(tx, idOrName));
  if (row !== undefined && need === 'whole') requireWhole(row);
  return row;
}

/** The same where the caller sees any of it. */
export function findSeenCluster(tx: Transaction, idOrName: string): Promise<ClusterRow | undefined> {
  return findCluster(tx, idOrName, 'inSight');
}

async function findNamed(tx: Transaction, text: string): Promise<ClusterRow | undefined> {
  const slash = text.indexOf('/');
  const rows =
    slash < 0
      ? await tx.query<StoredRow>(BY_NAME, [tx.caller.team, text])
      : await tx.query<StoredRow>(BY_TEAM_AND_NAME, [tx.caller.team, text.slice(0, slash), text.slice(slash + 1)]);
  return allowed(tx, known(tx, rows)[0]);
}

/** The same by its id alone. */
export async function findClusterById(tx: Transaction, id: string): Promise<ClusterRow | undefined> {
  return allowed(tx, known(tx, await tx.query<StoredRow>(BY_ID, [tx.caller.team, id]))[0]);
}

/** Those that the caller may know of, with what they may do there. */
function known({ caller }: Transaction, rows: readonly StoredRow[]): ClusterRow[] {
  return rows.flatMap(({ granted, apart, opened: _, ...row }) => {
    const access = accessTo({ id: row.id, team_id: row.team_id, granted, apart }, caller);
    return access === undefined ? [] : [{ ...row, ...access }];
  });
}

function allowed({ caller }: Transaction, row: ClusterRow | undefined): ClusterRow | undefined {
  if (row !== undefined) demand(row, caller);
  return row;
}

/** The head that a row says. */
export function headOfRow({ id, team_id: teamId, position, revision, clock, ...row }: ClusterRow): ClusterHead {
  const { hash, at, controllers } = row;
  const place = { position: BigInt(position), revision: BigInt(revision), hash, at };
  return { clusterId: id, teamId, ...place, controllers, clock: clockOfText(clock) };
}

/** Clusters that the caller may ask of what they ask, by their ids; what is no id finds nothing. */
export async function findClusters(tx: Transaction, ids: readonly string[]): Promise<ClusterRow[]> {
  const asked = ids.filter((id) => UUID.test(id));
  const rows = known(tx, await tx.query<StoredRow>(`${SELECT} AND c.id = ANY($2::uuid[])`, [tx.caller.team, asked]));
  return rows.filter((row) => meetsNeed(row, tx.caller));
}

/** Those of the clusters, of any team, that no longer exist. */
export async function findRetired(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.prisma.cluster.findMany({
    where: { id: { in: [...ids] }, deletedAt: { not: null } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** All clusters that the caller may know of. */
export async function findReachable(tx: Transaction): Promise<ClusterRow[]> {
  return known(tx, await tx.query<StoredRow>(`${SELECT} AND ${reachOf(tx)}`, [tx.caller.team]));
}

function reachOf({ caller }: Transaction): string {
  return isSystem(caller) ? '$1::uuid IS NOT NULL' : `(c.team_id = $1 OR c.id IN (${SHARED}))`;
}

/** Where a cluster stands in lists: at its name, which is of one cluster of each team, and there at its id. */
export function listPlace({ name, id }: Pick<ClusterRow, 'name' | 'id'>): string {
  return `${name}/${id}`;
}

/** The columns of a place; nulls of none. Without an id, behind all of that name. */
function keysOf(place: string | undefined): readonly [string | null, string | null] {
  if (place === undefined) return [null, null];
  const [name = '', id = ''] = place.split('/', 2);
  return [name, UUID.test(id) ? id : LAST_ID];
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Clusters that the caller may know of by name, after the given place; with an origin, its forks. */
export async function listClusters(
  tx: Transaction,
  { limit, origin, ...window }: PageWindow<string> & { readonly limit: number; readonly origin?: string },
): Promise<ClusterRow[]> {
  const way = window.fromEnd === true ? 'DESC' : 'ASC';
  const found: ClusterRow[] = [];
  for (let { after, before } = window; ;) {
    const rows = await tx.query<StoredRow>(
      `${SELECT} AND ${reachOf(tx)} AND ($2::text IS NULL OR (c.name, c.id) > ($2, $3::uuid))
         AND ($4::text IS NULL OR (c.name, c.id) < ($4, $5::uuid)) AND ($6::uuid IS NULL OR c.origin_cluster_id = $6)
       ORDER BY c.name ${way}, c.id ${way} LIMIT $7`,
      [tx.caller.team, ...keysOf(after), ...keysOf(before), origin ?? null, limit],
    );
    found.push(...known(tx, rows));
    const last = rows.at(-1);
    if (found.length >= limit || rows.length < limit || last === undefined) return found.slice(0, limit);
    // What was granted need not be of use to this caller: the page is filled with what lies behind.
    if (window.fromEnd === true) before = listPlace(last);
    else after = listPlace(last);
  }
}

/** A cluster, and what is seen of it. */
export type SeenCluster = Pick<ClusterRow, 'id' | 'sight' | 'sight_namespaces'>;

const PENDING = "node_name IS NULL AND phase NOT IN ('Succeeded', 'Failed')";

/** Heads have the counts of nodes and pods; where one has not, after a writer of an older version, rows are counted. */
const COUNTS = `SELECT h.cluster_id AS id,
    CASE counted WHEN position THEN nodes
      ELSE (SELECT count(*)::int FROM nodes n WHERE n.cluster_id = h.cluster_id) END AS nodes,
    CASE counted WHEN position THEN pods
      ELSE (SELECT count(*)::int FROM pods p WHERE p.cluster_id = h.cluster_id) END AS pods,
    (SELECT count(*)::int FROM pods p WHERE p.cluster_id = h.cluster_id AND ${PENDING}) AS pending
  FROM cluster_heads h WHERE h.cluster_id = ANY($1::uuid[])`;

/**
 * Pods are counted by namespace first: whether one is seen is asked once for each, and not for every pod. The ids stand
 * in the statement when it is planned: by an average over all clusters PostgreSQL would look through the pods of all of
 * them for those of a small one.
 */
const SEEN_COUNTS = `WITH c AS (SELECT * FROM jsonb_to_recordset($2) AS c(id uuid, sight text, sight_namespaces jsonb)),
    n AS (SELECT cluster_id, count(*)::int AS nodes FROM nodes WHERE cluster_id = ANY($1) GROUP BY cluster_id),
    p AS (SELECT s.cluster_id, sum(s.pods)::int AS pods, sum(s.pending)::int AS pending
      FROM (SELECT cluster_id, namespace, count(*)::int AS pods, (count(*) FILTER (WHERE ${PENDING}))::int AS pending
          FROM pods WHERE cluster_id = ANY($1) GROUP BY cluster_id, namespace) s
        JOIN c ON c.id = s.cluster_id AND (c.sight_namespaces ? s.namespace) = (c.sight = 'only')
      GROUP BY s.cluster_id)
  SELECT c.id, coalesce(n.nodes, 0) AS nodes, coalesce(p.pods, 0) AS pods, coalesce(p.pending, 0) AS pending
  FROM c LEFT JOIN n ON n.cluster_id = c.id LEFT JOIN p ON p.cluster_id = c.id`;

/**
 * Counts of what is seen of several clusters, in one statement, and one more for those that are seen in part; a
 * cluster without objects is there with zeros.
 */
export async function countObjects(
  tx: Transaction,
  clusters: readonly SeenCluster[],
): Promise<Map<string, ClusterCounts>> {
  const whole = clusters.filter((cluster) => hasWholeSight(sightOf(cluster)));
  const parts = clusters.filter((cluster) => !hasWholeSight(sightOf(cluster)));
  const rows = [
    ...(whole.length === 0 ? [] : await tx.query<CountsRow>(COUNTS, [idsOf(whole)])),
    ...(parts.length === 0
      ? []
      : await tx.query<CountsRow>(SEEN_COUNTS, [idsOf(parts), JSON.stringify(parts.map(seenPart))])),
  ];
  return new Map(rows.map((row) => [row.id, { nodes: row.nodes, pods: row.pods, pendingPods: row.pending }]));
}

interface CountsRow extends Record<string, unknown> {
  readonly id: string;
  readonly nodes: number;
  readonly pods: number;
  readonly pending: number;
}

function idsOf(clusters: readonly SeenCluster[]): string[] {
  return clusters.map(({ id }) => id);
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
    data: {
      clusterId: id,
      teamId: tx.caller.team,
      position,
      revision,
      hash: Uint8Array.from(hash),
      at: tx.at,
      // What a fork brings is counted when it is there.
      counted: origin === null ? position : -1n,
    },
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
  await countHead(tx, cluster.id);
  const name = `${cluster.name}~${cluster.id}`;
  await tx.prisma.cluster.update({ where: { id: cluster.id }, data: { name, deletedAt: tx.at } });
}
