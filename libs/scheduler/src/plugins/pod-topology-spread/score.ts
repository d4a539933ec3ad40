import { labelValue, type Labels } from '#kubernetes';
import type { Cycle, PreparedScore } from '../../plugin.js';
import { countPods, hasEveryKey, type SpreadConstraint } from './constraints.js';
import { naturalLog } from './natural-log.js';

const HOSTNAME = 'kubernetes.io/hostname';
const MAX_NODE_SCORE = 100;
/** Marks, between the two passes of normalisation, what gets 0. // as kube-scheduler v1.34 invalidScore */
const INVALID = -1;

/** Which nodes a score is made for, and how. */
export interface SpreadScoreInput {
  readonly feasible: Uint32Array;
  readonly constraints: readonly SpreadConstraint[];
  /** Nodes without one of the keys are ignored: they score 0 and count for nothing. */
  readonly needsEveryKey: boolean;
}

/** A soft constraint, what it counts, and how much that weighs. */
interface WeighedConstraint {
  readonly constraint: SpreadConstraint;
  /** Matching pods by topology value of the feasible nodes; null for the hostname, where a node is its own domain. */
  readonly counts: ReadonlyMap<string, number> | null;
  /** ln(number of domains + 2), so that the few pods of many small domains are not drowned by the many of few large ones. */
  readonly weight: number;
}

/**
 * Raw: the sum over constraints of (matching pods in the node's domain x weight + maxSkew - 1), rounded; fewer is better, see
 * `normalizeReversed`. As kube-scheduler v1.34 PodTopologySpread.Score: float64 in the same order with the same logarithm, so that
 * sums are equal to the last bit and no rounding can fall to the other side.
 */
export function spreadScore(cycle: Cycle, input: SpreadScoreInput): PreparedScore {
  const { pod, snapshot } = cycle;
  const { nodes } = snapshot;
  const { ignored, taking } = ignoredRows(cycle, input);
  const weighed = input.constraints.map((constraint): WeighedConstraint => {
    const counts = constraint.topologyKey === HOSTNAME ? null : countDomains(cycle, { ...input, constraint, ignored });
    return { constraint, counts, weight: naturalLog((counts === null ? taking : counts.size) + 2) };
  });
  return {
    kind: 'score',
    score: (row) => {
      if (ignored[row] === 1) return 0;
      let sum = 0;
      for (const { constraint: { topologyKey, maxSkew, selector }, counts, weight } of weighed) {
        const value = labelValue(nodes[row]?.labels, topologyKey);
        if (value === undefined) continue;
        const count = counts === null ? countPods(snapshot.pods(row), selector, pod.namespace) : (counts.get(value) ?? 0);
        sum += count * weight + (maxSkew - 1);
      }
      // Exact, as Go's math.Round; the two differ in negative halves only, and no sum is one.
      return Math.round(sum);
    },
    normalize: (column, feasible) => normalizeReversed(column, feasible, ignored),
  };
}

/** Feasible rows that lack a key, and the number of those that take part. */
function ignoredRows({ snapshot }: Cycle, { feasible, constraints, needsEveryKey }: SpreadScoreInput): { ignored: Uint8Array; taking: number } {
  const ignored = new Uint8Array(snapshot.nodeCount);
  let taking = 0;
  for (const row of feasible) {
    if (needsEveryKey && !hasEveryKey(snapshot.nodes[row]?.labels, constraints)) ignored[row] = 1;
    else taking += 1;
  }
  return { ignored, taking };
}

/**
 * Pods on all nodes, also those that are not feasible, but only in domains that a feasible node is in. Where keys may be missing,
 * their absence is one more domain, the same as that of the empty value.
 */
function countDomains(
  { pod, snapshot }: Cycle,
  { feasible, constraints, needsEveryKey, constraint, ignored }: SpreadScoreInput & { constraint: SpreadConstraint; ignored: Uint8Array },
): ReadonlyMap<string, number> {
  const valueOn = (labels: Labels): string => labelValue(labels, constraint.topologyKey) ?? '';
  const counts = new Map<string, number>();
  for (const row of feasible) if (ignored[row] === 0) counts.set(valueOn(snapshot.nodes[row]?.labels), 0);
  snapshot.nodes.forEach((node, row) => {
    if (needsEveryKey && !hasEveryKey(node.labels, constraints)) return;
    const value = valueOn(node.labels);
    const count = counts.get(value);
    if (count !== undefined && constraint.includes(node, row)) counts.set(value, count + countPods(snapshot.pods(row), constraint.selector, pod.namespace));
  });
  return counts;
}

/**
 * 100 x (most + least - score) / most, truncated; 100 for all where the most is 0; 0 for ignored nodes. A raw score of -1 (a maxSkew
 * of 0, which no API server admits) is taken for ignored too. As kube-scheduler v1.34 PodTopologySpread.NormalizeScore.
 */
function normalizeReversed(column: Float64Array, feasible: Uint32Array, ignored: Uint8Array): void {
  let least = Infinity;
  let most = 0;
  for (const row of feasible) {
    if (ignored[row] === 1) {
      column[row] = INVALID;
      continue;
    }
    least = Math.min(least, column[row] ?? 0);
    most = Math.max(most, column[row] ?? 0);
  }
  for (const row of feasible) {
    const score = column[row] ?? 0;
    if (score === INVALID) column[row] = 0;
    else column[row] = most === 0 ? MAX_NODE_SCORE : Math.trunc((MAX_NODE_SCORE * (most + least - score)) / most);
  }
}
