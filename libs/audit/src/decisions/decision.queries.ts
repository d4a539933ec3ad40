import type { Transaction } from '#database';
import type { Decision, DecisionOutcome, PodName, Rejection, SkipReason } from './decision.js';
import type { EvidenceKind } from './decision.store.js';

/** Which decisions; all that is given must hold. */
export interface DecisionFilter {
  readonly run?: string;
  readonly pod?: { readonly namespace: string; readonly name: string };
  readonly node?: string;
  readonly outcome?: DecisionOutcome;
  /** A plugin that turned a node down, alone or with the same rejection's reason. */
  readonly plugin?: string;
  readonly reason?: string;
  /** Inclusive. */
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
  /** Of this revision or an earlier one; what a dry run left has no revision. */
  readonly upTo?: RevisionBound;
}

/** A revision, and when it was written; null before the first. */
export interface RevisionBound {
  readonly revision: bigint;
  readonly at: Date | null;
}

/** Where a list goes on: after this decision, newest run first, by ordinal inside a run. */
export interface DecisionPosition {
  readonly run: string;
  readonly ordinal: number;
}

export interface DecisionQuery {
  readonly clusterId: string;
  readonly kind: EvidenceKind;
  readonly filter: DecisionFilter;
  readonly after?: DecisionPosition;
  readonly limit: number;
}

/** A decision, and where its trace is. */
export interface StoredDecision {
  readonly decision: Decision;
  readonly trace: { readonly chunk: number; readonly index: number } | null;
}

/** A row of decisions with the name and version of its profile. */
export interface DecisionRow {
  readonly run_id: string;
  readonly ordinal: number;
  readonly at: Date;
  readonly attempt: number;
  readonly pod_namespace: string;
  readonly pod_name: string;
  readonly pod_uid: string;
  readonly outcome: DecisionOutcome;
  readonly reason_code: SkipReason | null;
  readonly node_name: string | null;
  readonly nominated_node: string | null;
  readonly victims: PodName[];
  readonly message: string;
  readonly nodes_evaluated: number;
  readonly nodes_feasible: number;
  readonly rejections: Rejection[];
  readonly best_total: string | null;
  readonly best_ties: number | null;
  readonly runner_up_node: string | null;
  readonly runner_up_total: string | null;
  readonly profile_digest: Buffer | null;
  readonly profile_name: string | null;
  readonly profile_version: number | null;
  readonly seed: string;
  readonly trace_digest: Buffer | null;
  readonly trace_stored: Decision['traceStored'];
  readonly trace_chunk: number | null;
  readonly trace_index: number | null;
}

const TABLE = { log: 'decisions', dryRun: 'dry_run_decisions' } as const;

/** A page of decisions. */
export async function listDecisions(tx: Transaction, query: DecisionQuery): Promise<StoredDecision[]> {
  const { sql, values } = selection(query);
  const rows = await tx.query<DecisionRow>(`${sql} LIMIT $${values.push(query.limit)}`, values);
  return rows.map(storedDecision);
}

/** All decisions of a list in batches, whatever their number. */
export async function* streamDecisions(tx: Transaction, query: Omit<DecisionQuery, 'limit'>, batch: number): AsyncIterable<Decision[]> {
  const { sql, values } = selection(query);
  for await (const rows of tx.stream<DecisionRow>(sql, values, batch)) yield rows.map(decisionOf);
}

function selection(query: Omit<DecisionQuery, 'limit'>): { readonly sql: string; readonly values: unknown[] } {
  const values: unknown[] = [query.clusterId];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const wheres = ['d.cluster_id = $1', ...conditions(query.filter, place)];
  if (query.after !== undefined) {
    const { run, ordinal } = query.after;
    const after = place(run);
    wheres.push(`(d.run_id < ${after}::uuid OR (d.run_id = ${after}::uuid AND d.ordinal > ${place(ordinal)}))`);
  }
  const sql = `SELECT d.*, p.name AS profile_name, p.version AS profile_version
    FROM ${TABLE[query.kind]} d LEFT JOIN profiles p ON p.cluster_id = d.cluster_id AND p.digest = d.profile_digest
    WHERE ${wheres.join(' AND ')} ORDER BY d.run_id DESC, d.ordinal`;
  return { sql, values };
}

/** The last decision of each of these pods, by uid; pods that were never decided are not there. */
export async function lastDecisions(
  tx: Transaction, { clusterId, upTo }: { readonly clusterId: string; readonly upTo?: RevisionBound | undefined }, pods: readonly PodName[],
): Promise<Map<string, Decision>> {
  const values: unknown[] = [clusterId, pods.map((pod) => pod.namespace), pods.map((pod) => pod.name), pods.map((pod) => pod.uid)];
  const bound = upTo === undefined ? '' : `AND ${isUpTo(upTo, (value) => `$${values.push(value)}`)}`;
  const rows = await tx.query<DecisionRow>(
    `SELECT d.*, p.name AS profile_name, p.version AS profile_version
     FROM unnest($2::text[], $3::text[], $4::text[]) AS pod(namespace, name, uid)
     CROSS JOIN LATERAL (
       SELECT * FROM decisions d WHERE cluster_id = $1 AND pod_namespace = pod.namespace COLLATE "C" AND pod_name = pod.name COLLATE "C"
         AND pod_uid = pod.uid COLLATE "C" ${bound} ORDER BY run_id DESC, ordinal DESC LIMIT 1) d
     LEFT JOIN profiles p ON p.cluster_id = d.cluster_id AND p.digest = d.profile_digest`,
    values,
  );
  return new Map(rows.map((row) => [row.pod_uid, storedDecision(row).decision]));
}

function conditions(filter: DecisionFilter, place: (value: unknown) => string): string[] {
  const found: string[] = [];
  if (filter.run !== undefined) found.push(`d.run_id = ${place(filter.run)}::uuid`);
  if (filter.pod !== undefined) found.push(`d.pod_namespace = ${place(filter.pod.namespace)} AND d.pod_name = ${place(filter.pod.name)}`);
  if (filter.node !== undefined) found.push(`d.node_name = ${place(filter.node)}`);
  if (filter.outcome !== undefined) found.push(`d.outcome = ${place(filter.outcome)}`);
  if (filter.since !== undefined) found.push(`d.at >= ${place(filter.since)}`);
  if (filter.until !== undefined) found.push(`d.at < ${place(filter.until)}`);
  if (filter.upTo !== undefined) found.push(isUpTo(filter.upTo, place));
  if (filter.plugin !== undefined || filter.reason !== undefined) {
    const { plugin, reason } = filter;
    const rejection = { ...(plugin === undefined ? {} : { plugin }), ...(reason === undefined ? {} : { reason }) };
    found.push(`d.rejections @> ${place(JSON.stringify([rejection]))}::jsonb`);
  }
  return found;
}

/** Times rise with revisions, and two may have the same one: the time leads to the rows, the part of the run says which revision they are of. */
function isUpTo({ revision, at }: RevisionBound, place: (value: unknown) => string): string {
  return `d.at <= ${place(at)} AND EXISTS (SELECT FROM run_parts part WHERE part.cluster_id = d.cluster_id AND part.run_id = d.run_id
    AND d.ordinal BETWEEN part.first_ordinal AND part.first_ordinal + part.count - 1 AND part.revision <= ${place(revision)})`;
}

function storedDecision(row: DecisionRow): StoredDecision {
  const { trace_chunk: chunk, trace_index: index } = row;
  return { decision: decisionOf(row), trace: chunk === null || index === null ? null : { chunk, index } };
}

/** The decision of a row. */
export function decisionOf(row: DecisionRow): Decision {
  return {
    id: `${row.run_id}.${row.ordinal}`,
    run: row.run_id,
    ordinal: row.ordinal,
    attempt: row.attempt,
    at: row.at.toISOString(),
    pod: { namespace: row.pod_namespace, name: row.pod_name, uid: row.pod_uid },
    outcome: row.outcome,
    ...(row.reason_code === null ? {} : { reasonCode: row.reason_code }),
    node: row.node_name,
    nominatedNode: row.nominated_node,
    victims: row.victims,
    message: row.message,
    nodes: { evaluated: row.nodes_evaluated, feasible: row.nodes_feasible },
    rejections: row.rejections.map(rejectionOf),
    best: bestOf(row),
    profile: profileOf(row),
    seed: row.seed,
    traceDigest: row.trace_digest?.toString('hex') ?? null,
    traceStored: row.trace_stored,
  };
}

/** jsonb forgets the order of members, people do not. */
function rejectionOf({ plugin, code, reason, nodes: { first, any, sole } }: Rejection): Rejection {
  return { plugin, code, reason, nodes: { first, any, sole } };
}

function bestOf({ best_total, best_ties, runner_up_node, runner_up_total }: DecisionRow): Decision['best'] {
  if (best_total === null) return null;
  const runnerUp = runner_up_node === null ? null : { node: runner_up_node, total: Number(runner_up_total) };
  return { total: Number(best_total), ties: best_ties ?? 1, runnerUp };
}

function profileOf({ profile_digest, profile_name, profile_version }: DecisionRow): Decision['profile'] {
  if (profile_digest === null) return null;
  return { name: profile_name ?? '', version: profile_version ?? 0, digest: profile_digest.toString('hex') };
}
