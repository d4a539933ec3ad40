import { askedExtenders } from './answers.js';
import type {
  Decision,
  DecisionOutcome,
  ObservedDecision,
  ObservedEviction,
  PodName,
  Rejection,
  SkipReason,
} from './decision.js';

/** A decision, and where its trace is. */
export interface StoredDecision {
  readonly decision: Decision;
  readonly trace: { readonly chunk: number; readonly index: number } | null;
  /** What the outside answered; null when nothing was asked. */
  readonly answers: Uint8Array | null;
}

/** A row of a table of decisions, with the names of its profile: the columns of `DECISION_COLUMNS`. */
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
  readonly answers: Buffer | null;
  readonly cluster_at: Date | null;
  readonly woken: string | null;
  readonly observed: ObservedDecision | null;
}

/** Of a decision `d` and its profile `p`. */
export const DECISION_COLUMNS = 'd.*, p.name AS profile_name, p.version AS profile_version';

/** The profile of a decision `d`. */
export const WITH_PROFILE = 'LEFT JOIN profiles p ON p.cluster_id = d.cluster_id AND p.digest = d.profile_digest';

export function storedDecision(row: DecisionRow): StoredDecision {
  const { trace_chunk: chunk, trace_index: index } = row;
  return {
    decision: decisionOf(row),
    trace: chunk === null || index === null ? null : { chunk, index },
    answers: row.answers,
  };
}

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
    ...(row.cluster_at !== null && { clusterAt: row.cluster_at.toISOString() }),
    ...(row.woken !== null && { woken: row.woken }),
    ...(row.observed !== null && { observed: observedOf(row.observed) }),
    ...(row.answers === null ? {} : { extenders: askedExtenders(row.answers) }),
  };
}

/** jsonb forgets the order of members, people do not; old rows have no `only`. */
export function rejectionOf({ plugin, code, reason, nodes }: Rejection): Rejection {
  const { first, any, sole, only } = nodes as Omit<Rejection['nodes'], 'only'> & { readonly only?: number | null };
  return { plugin, code, reason, nodes: { first, any, sole, only: only ?? null } };
}

/** jsonb forgets the order of members; of what is not assumed nothing is said, as in old rows. */
function observedOf({ agreement, by, at, position, own, ...rest }: ObservedDecision): ObservedDecision {
  const { changesBefore, assumed, total, ownTotal, rank, looksFor, plugin, reason } = rest;
  const { assumedNominations = 0, awaitingVolumes = 0, eviction }: Partial<ObservedDecision> = rest;
  const evicted = eviction === undefined ? {} : { eviction: evictionOf(eviction) };
  const asOwn = own && { outcome: own.outcome, node: own.node, message: own.message };
  const state = { changesBefore, assumed, assumedNominations, awaitingVolumes };
  const sums = { total, ownTotal, rank, looksFor };
  return { agreement, by, at, position, ...state, ...evicted, own: asOwn, ...sums, plugin, reason };
}

function evictionOf({ reason, preemptor, budgets }: ObservedEviction): ObservedEviction {
  return {
    reason,
    preemptor: preemptor && { namespace: preemptor.namespace, name: preemptor.name, uid: preemptor.uid },
    budgets: budgets.map(({ name, disruptionsAllowed }) => ({ name, disruptionsAllowed })),
  };
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
