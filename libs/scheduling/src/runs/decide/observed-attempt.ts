import type { ObservedDecision } from '#audit';
import { contributionsAt, contributionsInWords } from '#explain';
import { evidenceAt, type Attempt, type Evidence } from '#scheduler';
import type { ResolvedProfile } from '../../profiles/index.js';
import { nominationVerdict, type SeenNomination } from './observed-nomination.js';

/** Who decided it, when, and the state that it is judged on. */
type SeenOf = Pick<
  ObservedDecision,
  'by' | 'at' | 'position' | 'changesBefore' | 'assumed' | 'assumedNominations' | 'awaitingVolumes'
>;

/** What another scheduler decided of a pod. */
export interface SeenDecision extends SeenOf, SeenNomination {
  /** Null: it found none. */
  readonly node: string | null;
  /** Why it found none; empty where it did. */
  readonly message: string;
  /** How many nodes that fit it looks for, where that is known; otherwise its profile says it. */
  readonly looksFor?: number | null;
}

/** What is compared. */
export interface ComparedAttempt {
  readonly attempt: Attempt;
  /** The rows of its evidence. */
  readonly nodes: readonly { readonly name: string }[];
  readonly profile: ResolvedProfile;
}

/** What comparing came to; the row of the scheduler's node where that fits, else -1. */
export interface Compared {
  readonly observed: ObservedDecision;
  readonly row: number;
}

type Verdict = Pick<
  ObservedDecision,
  'agreement' | 'total' | 'ownTotal' | 'rank' | 'looksFor' | 'plugin' | 'reason'
> & { readonly node: string | null };

const NOTHING = { total: null, ownTotal: null, rank: null, looksFor: null, plugin: null, reason: null } as const;

/** How what another scheduler decided stands to an attempt on the same state, while the attempt's evidence holds. */
export function comparedWith(seen: SeenDecision, compared: ComparedAttempt): Compared {
  const { attempt, nodes } = compared;
  const row = seen.node === null ? -1 : nodes.findIndex(({ name }) => name === seen.node);
  const { node, ...verdict } = verdictOf(seen, compared, row);
  const own = { outcome: attempt.outcome, node, message: attempt.message };
  return {
    observed: { ...stateOf(seen), own, ...verdict },
    row: verdict.rank === null || seen.node === null ? -1 : row,
  };
}

/** What is said of a decision beside which nothing is decided. */
export function notCompared(seen: SeenDecision, reason: string): ObservedDecision {
  return { ...NOTHING, agreement: 'unknown', ...stateOf(seen), own: null, reason };
}

function stateOf({ by, at, position, changesBefore, assumed, assumedNominations, ...seen }: SeenDecision): SeenOf {
  return { by, at, position, changesBefore, assumed, assumedNominations, awaitingVolumes: seen.awaitingVolumes };
}

function verdictOf(seen: SeenDecision, compared: ComparedAttempt, row: number): Verdict {
  const { attempt, nodes, profile } = compared;
  const { evidence, ranking, nodeName } = attempt;
  const verdict = { ...NOTHING, node: nodeName };
  if (attempt.outcome === 'error') return { ...verdict, agreement: 'unknown', reason: attempt.message };
  if (seen.node === null) return ofPending(seen, compared);
  if (evidence === null) return { ...verdict, agreement: 'differs', reason: attempt.message };
  if (row < 0) return { ...verdict, agreement: 'unknown', reason: `node ${seen.node} is not there` };
  const status = evidence.statuses[evidenceAt.first(evidence, row)] ?? null;
  if (status !== null)
    return {
      ...verdict,
      agreement: 'differs',
      ownTotal: ranking?.total ?? null,
      plugin: status.plugin,
      reason: `${seen.node} does not fit: ${status.reasons.join(', ')}`,
    };
  return scoredVerdict({ seen, attempt, evidence, nodes, profile, row });
}

interface ScoredNode extends ComparedAttempt {
  readonly seen: SeenDecision;
  readonly evidence: Evidence;
  /** Of the scheduler's node, which fits. */
  readonly row: number;
}

function scoredVerdict({ seen, attempt, evidence, nodes, profile, row }: ScoredNode): Verdict {
  const { ranking, nodeName } = attempt;
  const total = evidenceAt.total(evidence, row);
  const ownTotal = attempt.row < 0 ? null : evidenceAt.total(evidence, attempt.row);
  const scored = { ...NOTHING, node: nodeName, total, ownTotal };
  if (attempt.nominatedNodeUsed) return ofNominated(seen.node, attempt, scored);
  // None is better than the best: of 5,000 nodes that takes long to count.
  if (total === ranking?.total)
    return { ...scored, rank: 1, agreement: ranking.ties > 1 ? 'tie' : 'same', node: seen.node, ownTotal: total };
  const better = countBetter(evidence, total);
  const ranked = { ...scored, rank: better.count + 1 };
  const looksFor = seen.looksFor === undefined ? nodesToFind(nodes.length, profile) : (seen.looksFor ?? nodes.length);
  const sampled = better.fit > looksFor ? { looksFor } : {};
  // Of more nodes that fit it looks at some, and the better ones may all be among the others.
  if (better.count <= better.fit - looksFor) {
    const reason = `the best of ${looksFor} of ${better.fit} nodes that fit`;
    return { ...ranked, ...sampled, agreement: 'same', reason };
  }
  const shares = contributionsAt(evidence, attempt.row, row);
  const difference = `${nodeName ?? ''} has ${(ownTotal ?? 0) - total} points more`;
  return {
    ...ranked,
    ...sampled,
    agreement: 'differs',
    plugin: shares[0]?.plugin ?? null,
    reason: `${difference} (${contributionsInWords(shares)})`,
  };
}

function ofPending({ nominatedNode, victims }: SeenDecision, compared: ComparedAttempt): Verdict {
  const { attempt, nodes } = compared;
  const { nodeName, ranking, outcome } = attempt;
  const verdict = { ...NOTHING, node: nodeName };
  if (outcome === 'scheduled')
    return {
      ...verdict,
      agreement: 'differs',
      ownTotal: ranking?.total ?? null,
      reason: `the pod fits ${nodeName ?? ''}, of ${nodes.length} nodes`,
    };
  if (nominatedNode === null || victims === null) return { ...verdict, agreement: 'same' };
  const row = nodes.findIndex(({ name }) => name === nominatedNode);
  if (row < 0) return { ...verdict, agreement: 'unknown', reason: `node ${nominatedNode} is not there` };
  return { ...verdict, ...nominationVerdict({ ...compared, row, victims }) };
}

/** A node that the pod was nominated to is taken without regard to scores. */
function ofNominated(node: string | null, { nodeName }: Attempt, scored: Omit<Verdict, 'agreement'>): Verdict {
  if (nodeName === node) return { ...scored, agreement: 'same', rank: 1 };
  return { ...scored, agreement: 'differs', reason: `the pod was nominated to ${nodeName ?? ''}, where it fits` };
}

function countBetter(evidence: Evidence, total: number): { readonly fit: number; readonly count: number } {
  let [fit, count] = [0, 0];
  for (let row = 0; row < evidence.nodeCount; row++) {
    if (evidenceAt.first(evidence, row) !== 0) continue;
    fit += 1;
    if (evidenceAt.total(evidence, row) > total) count += 1;
  }
  return { fit, count };
}

const LEAST_NODES = 100;
const LEAST_PERCENTAGE = 5;

/**
 * How many nodes that fit a scheduler looks for before it scores, as its profile says.
 * // as kube-scheduler v1.34 numFeasibleNodesToFind
 */
function nodesToFind(nodeCount: number, { source }: ResolvedProfile): number {
  const { percentageOfNodesToScore: given = 0 } = source as { readonly percentageOfNodesToScore?: number };
  if (nodeCount < LEAST_NODES) return nodeCount;
  const percentage = given > 0 ? given : Math.max(LEAST_PERCENTAGE, Math.trunc(50 - nodeCount / 125));
  return Math.max(LEAST_NODES, Math.trunc((nodeCount * percentage) / 100));
}
