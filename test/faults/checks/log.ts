import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { canonical, sha256 } from './canonical.js';

/** A change as it is in the log. */
export interface LogChange {
  readonly position: number;
  readonly op: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly body: unknown;
}

/** A decision as it is in the log. */
export interface LogDecision {
  /** `<run>.<ordinal>`. */
  readonly id: string;
  readonly run: string;
  readonly pod: string;
  readonly outcome: string;
  readonly node: string | null;
  /** Hexadecimal. */
  readonly traceDigest: string | null;
}

/** A revision with all that it holds, from the database or from the files of an archive. */
export interface LogRevision {
  readonly revision: number;
  readonly firstPosition: number;
  readonly count: number;
  readonly reason: string;
  readonly leafRoot: string;
  readonly prevHash: string;
  readonly hash: string;
  /** What is hashed of it. */
  readonly entry: string;
  readonly changes: readonly LogChange[];
  readonly decisions: readonly LogDecision[];
  /** What is hashed of changes and decisions, in the order in which it is. */
  readonly leaves: readonly string[];
}

/** A cluster with its whole log. */
export interface ClusterLog {
  readonly id: string;
  readonly name: string;
  readonly isDeleted: boolean;
  readonly origin: { readonly cluster: string; readonly position: number; readonly hash: string } | undefined;
  readonly revisions: readonly LogRevision[];
}

interface ClusterRow {
  readonly id: string;
  readonly name: string;
  readonly is_deleted: boolean;
  readonly origin: string | null;
  readonly origin_position: string | null;
  readonly origin_hash: string | null;
}

/** Reads the logs of all clusters but those that are left out. `archives`: where their files lie. */
export async function readLogs(
  client: pg.Client,
  { archives, except }: { readonly archives: string; readonly except: readonly string[] },
): Promise<ClusterLog[]> {
  const { rows } = await client.query<ClusterRow>(
    `SELECT id::text, name, deleted_at IS NOT NULL AS is_deleted, origin_cluster_id::text AS origin,
       origin_position::text, encode(origin_hash, 'hex') AS origin_hash
     FROM clusters WHERE NOT id::text = ANY ($1) ORDER BY created_at, id`,
    [except],
  );
  const logs: ClusterLog[] = [];
  for (const { id, name, is_deleted, origin, origin_position, origin_hash } of rows) {
    const own =
      origin === null ? undefined : { cluster: origin, position: Number(origin_position), hash: origin_hash ?? '' };
    const revisions = [...(await readArchived(client, id, archives)), ...(await readStored(client, id))];
    logs.push({ id, name, isDeleted: is_deleted, origin: own, revisions });
  }
  return logs;
}

interface LedgerLine {
  readonly entry?: { readonly type: string; readonly [field: string]: unknown };
  readonly body?: unknown;
  readonly hash?: string;
}

/** What lies in files: the lines of an export. */
async function readArchived(client: pg.Client, cluster: string, archives: string): Promise<LogRevision[]> {
  const { rows } = await client.query<{ ledger_file: string }>(
    'SELECT ledger_file FROM archives WHERE cluster_id = $1 ORDER BY from_revision',
    [cluster],
  );
  const revisions: Building[] = [];
  for (const { ledger_file } of rows) {
    const lines = gunzipSync(readFileSync(join(archives, ledger_file)))
      .toString('utf8')
      .trimEnd()
      .split('\n');
    for (const line of lines) addLine(revisions, JSON.parse(line) as LedgerLine);
  }
  return revisions;
}

interface Building extends LogRevision {
  readonly changes: LogChange[];
  readonly decisions: LogDecision[];
  readonly leaves: string[];
}

function addLine(revisions: Building[], { entry, body, hash }: LedgerLine): void {
  if (entry === undefined) return;
  const text = canonical(entry);
  const last = revisions.at(-1);
  switch (entry.type) {
    case 'berth.revision/1':
    case 'berth.revision/2':
      revisions.push({
        revision: Number(entry['revision']),
        firstPosition: Number(entry['firstPosition']),
        count: Number(entry['count']),
        reason: String(entry['reason']),
        leafRoot: String(entry['leafRoot']),
        prevHash: String(entry['prevHash']),
        hash: hash ?? '',
        entry: text,
        changes: [],
        decisions: [],
        leaves: [],
      });
      return;
    case 'berth.change/1':
    case 'berth.change/2':
    case 'berth.change/3':
      last?.leaves.push(text);
      last?.changes.push({
        ...(entry as unknown as LogChange),
        position: Number(entry['position']),
        namespace: (entry['namespace'] as string | null) ?? '',
        body,
      });
      return;
    case 'berth.decision/1':
    case 'berth.decision/2':
    case 'berth.decision/3':
    case 'berth.decision/4':
      last?.leaves.push(text);
      last?.decisions.push({
        id: `${String(entry['run'])}.${String(entry['ordinal'])}`,
        run: String(entry['run']),
        pod: String((entry['pod'] as { readonly uid?: string } | undefined)?.uid),
        outcome: String(entry['outcome']),
        node: entry['node'] as string | null,
        traceDigest: entry['traceDigest'] as string | null,
      });
      return;
    default:
      throw new Error(`an entry that this check does not read: ${entry.type}`);
  }
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
  /** In databases of before there were clocks it is not there, as in the other rows. */
  readonly cluster_at?: Date | null;
}

interface ChangeRow {
  readonly position: string;
  readonly revision: string;
  readonly op: string;
  readonly api_version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly body: Buffer;
  /** Not there in databases of before it was noted. */
  readonly admission?: Buffer | null;
  readonly cluster_at?: Date | null;
  readonly cause?: string | null;
}

async function readStored(client: pg.Client, cluster: string): Promise<LogRevision[]> {
  const select = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> =>
    (await client.query<Row>(sql, [cluster])).rows;
  const revisions = await select<RevisionRow>('SELECT * FROM revisions WHERE cluster_id = $1 ORDER BY revision, at');
  const changes = groupBy(
    await select<ChangeRow>('SELECT * FROM changes WHERE cluster_id = $1 ORDER BY position, at'),
    ({ revision }) => revision,
  );
  const decisions = groupBy(
    await select<DecisionRow>(
      `SELECT d.*, p.revision, f.name AS profile_name, f.version AS profile_version
       FROM run_parts p JOIN decisions d ON d.cluster_id = p.cluster_id AND d.run_id = p.run_id
         AND d.ordinal >= p.first_ordinal AND d.ordinal < p.first_ordinal + p.count
       LEFT JOIN profiles f ON f.cluster_id = d.cluster_id AND f.digest = d.profile_digest
       WHERE p.cluster_id = $1 ORDER BY d.run_id, d.ordinal`,
    ),
    ({ revision }) => revision,
  );
  return revisions.map((row): LogRevision => {
    const own = changes.get(row.revision) ?? [];
    const made = decisions.get(row.revision) ?? [];
    return {
      revision: Number(row.revision),
      firstPosition: Number(row.first_position),
      count: row.count,
      reason: row.reason,
      leafRoot: row.leaf_root.toString('hex'),
      prevHash: row.prev_hash.toString('hex'),
      hash: row.hash.toString('hex'),
      entry: revisionEntry(cluster, row),
      changes: own.map(({ position, op, kind, namespace, name, uid, body }) => ({
        position: Number(position),
        op,
        kind,
        namespace,
        name,
        uid,
        body: JSON.parse(body.toString('utf8')) as unknown,
      })),
      decisions: made.map(({ run_id, ordinal, pod_uid, outcome, node_name, trace_digest }) => ({
        id: `${run_id}.${ordinal}`,
        run: run_id,
        pod: pod_uid,
        outcome,
        node: node_name,
        traceDigest: trace_digest?.toString('hex') ?? null,
      })),
      leaves: [...own.map(changeEntry), ...made.map(decisionEntry)],
    };
  });
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

function revisionEntry(cluster: string, row: RevisionRow): string {
  const { cluster_at: clusterAt = null } = row;
  return canonical({
    type: clusterAt === null ? 'berth.revision/1' : 'berth.revision/2',
    ...(clusterAt !== null && { clusterAt: clusterAt.toISOString() }),
    cluster,
    revision: row.revision,
    firstPosition: row.first_position,
    count: row.count,
    at: row.at.toISOString(),
    actor: row.actor,
    principal: row.principal,
    requestId: row.request_id,
    client: row.client,
    reason: row.reason,
    leafRoot: row.leaf_root.toString('hex'),
    prevHash: row.prev_hash.toString('hex'),
  });
}

function changeEntry({ position, op, api_version, kind, namespace, name, uid, ...stored }: ChangeRow): string {
  const { body, admission = null, cluster_at: clusterAt = null, cause = null } = stored;
  const isTimed = clusterAt !== null || cause !== null;
  return canonical({
    type: isTimed ? 'berth.change/3' : admission === null ? 'berth.change/1' : 'berth.change/2',
    ...(isTimed && { admissionHash: null, clusterAt: clusterAt?.toISOString() ?? null, cause }),
    position,
    op,
    apiVersion: api_version,
    kind,
    // Of no namespace.
    namespace: namespace === '' ? null : namespace,
    name,
    uid,
    bodyHash: sha256(body).toString('hex'),
    ...(admission !== null && { admissionHash: sha256(admission).toString('hex') }),
  });
}

interface DecisionRow {
  readonly revision: string;
  readonly run_id: string;
  readonly ordinal: number;
  readonly attempt: number;
  readonly at: Date;
  readonly pod_namespace: string;
  readonly pod_name: string;
  readonly pod_uid: string;
  readonly outcome: string;
  readonly reason_code: string | null;
  readonly node_name: string | null;
  readonly nominated_node: string | null;
  readonly victims: unknown;
  readonly message: string;
  readonly nodes_evaluated: number;
  readonly nodes_feasible: number;
  readonly rejections: unknown;
  readonly best_total: string | null;
  readonly best_ties: number | null;
  readonly runner_up_node: string | null;
  readonly runner_up_total: string | null;
  readonly profile_digest: Buffer | null;
  readonly profile_name: string | null;
  readonly profile_version: number | null;
  readonly seed: string;
  readonly trace_digest: Buffer | null;
  readonly trace_stored: string;
  readonly answers: Buffer | null;
  readonly cluster_at?: Date | null;
  readonly woken?: string | null;
}

/** The second version of the entry is of decisions with a rejection that has `only`. */
function isCounted(rejections: unknown): boolean {
  return (rejections as { readonly nodes: object }[]).some(({ nodes }) => 'only' in nodes);
}

function decisionEntry(row: DecisionRow): string {
  const runnerUp =
    row.runner_up_node === null ? null : { node: row.runner_up_node, total: Number(row.runner_up_total) };
  const { cluster_at: clusterAt = null, woken = null } = row;
  const isLiving = clusterAt !== null || woken !== null;
  const version = isLiving ? 4 : row.answers ? 3 : isCounted(row.rejections) ? 2 : 1;
  return canonical({
    type: `berth.decision/${version}`,
    ...(isLiving && { answers: null, clusterAt: clusterAt?.toISOString() ?? null, woken }),
    ...(row.answers && { answers: sha256(row.answers).toString('hex') }),
    run: row.run_id,
    ordinal: row.ordinal,
    attempt: row.attempt,
    at: row.at.toISOString(),
    pod: { namespace: row.pod_namespace, name: row.pod_name, uid: row.pod_uid },
    outcome: row.outcome,
    reasonCode: row.reason_code,
    node: row.node_name,
    nominatedNode: row.nominated_node,
    victims: row.victims,
    message: row.message,
    nodes: { evaluated: row.nodes_evaluated, feasible: row.nodes_feasible },
    rejections: row.rejections,
    best: row.best_total === null ? null : { total: Number(row.best_total), ties: row.best_ties, runnerUp },
    profile: row.profile_digest && {
      name: row.profile_name,
      version: row.profile_version,
      digest: row.profile_digest.toString('hex'),
    },
    seed: row.seed,
    traceDigest: row.trace_digest?.toString('hex') ?? null,
    traceStored: row.trace_stored,
  });
}
