import { createHash } from 'node:crypto';
import { brotli, leafOf, type BestTotal, type NewDecision, type PodName, type Rejection } from '#audit';
import { changeLeaf, createMerkleRoot, verifyChain, type ChainHead, type SealedRevision } from '#ledger';
import type pg from 'pg';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/**
 * What does not hold in a cluster's log, read from the tables as they are: chain and contents, times in order, positions without a gap, one
 * binding a pod, a decision for every binding and for every eviction and the other way round, no pod that is gone without a change that says
 * so, parts that are whole. Of a fork all of that is about what is its own: its log goes on from its origin's, its pods were there already.
 * Empty when all holds.
 */
export async function logViolations(client: pg.ClientBase, clusterId: string): Promise<string[]> {
  const found: string[] = [];
  for (const check of [chain, times, heads, bindings, lost, evictions, parts]) found.push(...(await check(client, clusterId)));
  return found;
}

interface RevisionRow {
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
}

async function chain(client: pg.ClientBase, clusterId: string): Promise<string[]> {
  const { rows } = await client.query<RevisionRow>('SELECT * FROM revisions WHERE cluster_id = $1 ORDER BY revision', [clusterId]);
  const roots = new Map<string, Uint8Array>();
  for (const row of rows) roots.set(row.revision, await leafRoot(client, clusterId, row));
  const sealed: SealedRevision[] = rows.map((row) => ({
    cluster: clusterId,
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
  }));
  const origin = await originOf(client, clusterId);
  const broken = verifyChain(sealed, { hash: sha256, leafRoot: ({ revision }) => roots.get(String(revision)) ?? new Uint8Array(32), ...(origin && { after: origin }) });
  return broken === null ? [] : [`chain: revision ${broken.revision} ${broken.message}`];
}

/** What the log of a fork goes on from. */
async function originOf(client: pg.ClientBase, clusterId: string): Promise<ChainHead | undefined> {
  const { rows: [row] } = await client.query<{ origin_position: string | null; origin_revision: string; origin_hash: Buffer }>('SELECT * FROM clusters WHERE id = $1', [clusterId]);
  if (row === undefined || row.origin_position === null) return undefined;
  return { cluster: clusterId, revision: BigInt(row.origin_revision), nextPosition: BigInt(row.origin_position) + 1n, hash: row.origin_hash };
}

async function leafRoot(client: pg.ClientBase, clusterId: string, { revision, first_position, count }: RevisionRow): Promise<Uint8Array> {
  const merkle = createMerkleRoot(sha256);
  const changes = await client.query<{ position: string; op: string; api_version: string; kind: string; namespace: string; name: string; uid: string; body: Buffer }>(
    'SELECT * FROM changes WHERE cluster_id = $1 AND position >= $2 AND position < $2::bigint + $3 ORDER BY position',
    [clusterId, first_position, count],
  );
  for (const { position, op, api_version: apiVersion, kind, namespace, name, uid, body } of changes.rows) {
    merkle.add(changeLeaf(sha256, { position: BigInt(position), op, apiVersion, kind, namespace: namespace === '' ? null : namespace, name, uid, body }));
  }
  const decisions = await client.query<DecisionRow>(
    `SELECT d.*, p.name AS profile_name, p.version AS profile_version FROM decisions d
     JOIN run_parts r ON r.cluster_id = d.cluster_id AND r.run_id = d.run_id AND d.ordinal >= r.first_ordinal AND d.ordinal < r.first_ordinal + r.count
     LEFT JOIN profiles p ON p.cluster_id = d.cluster_id AND p.digest = d.profile_digest
     WHERE r.cluster_id = $1 AND r.revision = $2 ORDER BY d.ordinal`,
    [clusterId, revision],
  );
  for (const row of decisions.rows) merkle.add(leafOf(decisionOf(row), row.at));
  return merkle.root();
}

interface DecisionRow {
  readonly run_id: string; readonly ordinal: number; readonly attempt: number; readonly at: Date; readonly outcome: NewDecision['outcome'];
  readonly pod_namespace: string; readonly pod_name: string; readonly pod_uid: string; readonly reason_code: NewDecision['reasonCode'];
  readonly node_name: string | null; readonly nominated_node: string | null; readonly victims: PodName[]; readonly message: string;
  readonly nodes_evaluated: number; readonly nodes_feasible: number; readonly rejections: Rejection[]; readonly best_total: string | null;
  readonly best_ties: number | null; readonly runner_up_node: string | null; readonly runner_up_total: string | null;
  readonly profile_digest: Buffer | null; readonly profile_name: string; readonly profile_version: number; readonly seed: string;
  readonly trace_digest: Buffer | null; readonly trace_stored: 'full' | 'partial' | 'none'; readonly trace_chunk: number | null; readonly trace_index: number | null;
}

function decisionOf(row: DecisionRow): NewDecision {
  return {
    run: row.run_id,
    ordinal: row.ordinal,
    attempt: row.attempt,
    pod: { namespace: row.pod_namespace, name: row.pod_name, uid: row.pod_uid },
    outcome: row.outcome,
    reasonCode: row.reason_code,
    node: row.node_name,
    nominatedNode: row.nominated_node,
    victims: row.victims,
    message: row.message,
    nodes: { evaluated: row.nodes_evaluated, feasible: row.nodes_feasible },
    rejections: row.rejections,
    best: bestOf(row),
    profile: row.profile_digest && { name: row.profile_name, version: row.profile_version, digest: row.profile_digest.toString('hex') },
    seed: row.seed,
    trace: row.trace_digest && { digest: row.trace_digest, stored: row.trace_stored, chunk: row.trace_chunk, index: row.trace_index },
  };
}

function bestOf({ best_total, best_ties, runner_up_node, runner_up_total }: DecisionRow): BestTotal | null {
  if (best_total === null) return null;
  return {
    total: Number(best_total),
    ties: best_ties ?? 0,
    runnerUp: runner_up_node === null ? null : { node: runner_up_node, total: Number(runner_up_total) },
  };
}

async function times(client: pg.ClientBase, clusterId: string): Promise<string[]> {
  const { rows } = await client.query<{ revision: string; at: Date; before: Date }>(
    `SELECT revision, at, before FROM (SELECT revision, at, lag(at) OVER (ORDER BY revision) AS before FROM revisions WHERE cluster_id = $1) r
     WHERE at < before`,
    [clusterId],
  );
  return rows.map(({ revision, at, before }) => `times: revision ${revision} is of ${at.toISOString()}, the one before it of ${before.toISOString()}`);
}

async function heads(client: pg.ClientBase, clusterId: string): Promise<string[]> {
  const { rows } = await client.query<{ position: string; revision: string; changes: string; last: string; revisions: string; counted: string }>(
    `SELECT h.position - coalesce(o.origin_position, 0) AS position, h.revision - coalesce(o.origin_revision, 0) AS revision,
       (SELECT count(DISTINCT position) FROM changes c WHERE c.cluster_id = h.cluster_id) AS changes,
       (SELECT coalesce(max(position) - coalesce(o.origin_position, 0), 0) FROM changes c WHERE c.cluster_id = h.cluster_id) AS last,
       (SELECT count(*) FROM revisions r WHERE r.cluster_id = h.cluster_id) AS revisions,
       (SELECT coalesce(sum(count), 0) FROM revisions r WHERE r.cluster_id = h.cluster_id) AS counted
     FROM cluster_heads h JOIN clusters o ON o.id = h.cluster_id WHERE h.cluster_id = $1`,
    [clusterId],
  );
  const [head] = rows;
  if (head === undefined) return [`cluster ${clusterId} has no head`];
  const { position, revision, changes, last, revisions, counted } = head;
  const sound = position === changes && position === last && position === counted && revision === revisions;
  return sound ? [] : [`positions: ${JSON.stringify(head)}`];
}

async function bindings(client: pg.ClientBase, clusterId: string): Promise<string[]> {
  const { rows } = await client.query<{ pod: string; binds: number; decisions: number; bound: boolean }>(
    `WITH binds AS (SELECT uid, count(*)::int AS n FROM changes WHERE cluster_id = $1 AND op = 'bind' GROUP BY uid),
       decided AS (SELECT pod_uid AS uid, count(*)::int AS n FROM decisions WHERE cluster_id = $1 AND outcome = 'scheduled' GROUP BY pod_uid),
       marked AS (
         SELECT uid FROM pods JOIN clusters c ON c.id = cluster_id WHERE cluster_id = $1 AND bound_at IS NOT NULL AND resource_version > coalesce(c.origin_position, 0)),
       ended AS (SELECT uid FROM changes WHERE cluster_id = $1 AND kind = 'Pod' AND op IN ('evict', 'delete')),
       bound AS (SELECT uid FROM pods WHERE cluster_id = $1 AND node_name IS NOT NULL UNION SELECT uid FROM ended)
     SELECT uid AS pod, coalesce(b.n, 0) AS binds, coalesce(d.n, 0) AS decisions, uid IN (SELECT uid FROM bound) AS bound
     FROM binds b FULL JOIN decided d USING (uid) FULL JOIN marked m USING (uid)
     WHERE coalesce(b.n, 0) <> 1 OR coalesce(d.n, 0) <> 1 OR uid NOT IN (SELECT uid FROM bound)`,
    [clusterId],
  );
  return rows.map((row) => `bindings: ${JSON.stringify(row)}`);
}

/** Pods that came and are not there, without a change that says so; or that are there although one says that they went. */
async function lost(client: pg.ClientBase, clusterId: string): Promise<string[]> {
  const { rows } = await client.query<{ pod: string; ends: number; there: boolean }>(
    `WITH ends AS (SELECT uid, count(*)::int AS n FROM changes WHERE cluster_id = $1 AND kind = 'Pod' AND op IN ('evict', 'delete') GROUP BY uid),
       came AS (SELECT DISTINCT uid FROM changes WHERE cluster_id = $1 AND kind = 'Pod' AND op = 'create' UNION SELECT unnest($2::text[]))
     SELECT uid AS pod, coalesce(e.n, 0) AS ends, p.uid IS NOT NULL AS there
     FROM came FULL JOIN ends e USING (uid) FULL JOIN (SELECT uid FROM pods WHERE cluster_id = $1) p USING (uid)
     WHERE came.uid IS NULL OR coalesce(e.n, 0) + (p.uid IS NOT NULL)::int <> 1`,
    [clusterId, await podsOfOrigin(client, clusterId)],
  );
  return rows.map((row) => `lost: ${JSON.stringify(row)}`);
}

/** The uids of the pods that a fork began with, as its first snapshot has them; none for others. */
async function podsOfOrigin(client: pg.ClientBase, clusterId: string): Promise<string[]> {
  const { rows } = await client.query<{ body: Buffer }>(
    'SELECT s.body FROM snapshot_chunks s JOIN clusters c ON c.id = s.cluster_id AND c.origin_position = s.position WHERE c.id = $1 ORDER BY s.chunk',
    [clusterId],
  );
  const lines = rows.flatMap(({ body }) => Buffer.from(brotli.decompress(body)).toString('utf8').split('\n'));
  return lines.flatMap((line) => {
    if (line === '') return [];
    const [kind, , , uid] = JSON.parse(line.slice(0, line.indexOf('\t'))) as [string, string, string, string];
    return kind === 'Pod' ? [uid] : [];
  });
}

/** Victims of runs that evict and evictions of the log are the same, in the same revision and for the same pod; nobody else evicts. */
async function evictions(client: pg.ClientBase, clusterId: string): Promise<string[]> {
  const { rows } = await client.query<{ pod: string; revision: string; evicted: number; named: number }>(
    `WITH evicted AS (
         SELECT uid, revision, convert_from(body, 'UTF8')::jsonb #>> '{preemptor,uid}' AS preemptor, count(*)::int AS n
         FROM changes WHERE cluster_id = $1 AND op = 'evict' GROUP BY 1, 2, 3),
       named AS (
         SELECT victim ->> 'uid' AS uid, p.revision, d.pod_uid AS preemptor, count(*)::int AS n
         FROM decisions d JOIN runs r USING (cluster_id, run_id) CROSS JOIN jsonb_array_elements(d.victims) victim
         JOIN run_parts p ON p.cluster_id = d.cluster_id AND p.run_id = d.run_id AND d.ordinal >= p.first_ordinal AND d.ordinal < p.first_ordinal + p.count
         WHERE d.cluster_id = $1 AND r.preemption = 'evict' GROUP BY 1, 2, 3)
     SELECT uid AS pod, revision, coalesce(e.n, 0) AS evicted, coalesce(v.n, 0) AS named
     FROM evicted e FULL JOIN named v USING (uid, revision, preemptor) WHERE coalesce(e.n, 0) <> 1 OR coalesce(v.n, 0) <> 1`,
    [clusterId],
  );
  return rows.map((row) => `evictions: ${JSON.stringify(row)}`);
}

async function parts(client: pg.ClientBase, clusterId: string): Promise<string[]> {
  const { rows } = await client.query<{ run: string; parted: number; decided: number; traced: number; chunked: number }>(
    `SELECT run_id AS run, coalesce(p.n, 0) AS parted, coalesce(d.n, 0) AS decided, coalesce(d.traced, 0) AS traced, coalesce(t.n, 0) AS chunked
     FROM (SELECT run_id, sum(count)::int AS n FROM run_parts WHERE cluster_id = $1 GROUP BY run_id) p
     FULL JOIN (SELECT run_id, count(*)::int AS n, count(trace_chunk)::int AS traced FROM decisions WHERE cluster_id = $1 GROUP BY run_id) d USING (run_id)
     FULL JOIN (SELECT run_id, sum(count)::int AS n FROM trace_chunks WHERE cluster_id = $1 GROUP BY run_id) t USING (run_id)
     WHERE coalesce(p.n, 0) <> coalesce(d.n, 0) OR coalesce(d.traced, 0) <> coalesce(t.n, 0)`,
    [clusterId],
  );
  return rows.map((row) => `parts: ${JSON.stringify(row)}`);
}
