import { labelValue } from '#apimachinery';
import { UNTOUCHED, type Cycle, type PreparedFilter, type Touched } from '../../../plugin.js';
import type { PlacedPod } from '../../../snapshot/index.js';
import { countPods, hasEveryKey, type SpreadConstraint } from '../../pod-topology-spread/constraints.js';
import { DomainCounts } from '../../pod-topology-spread/domain-counts.js';
import { MISSING_LABEL, NO_MATCH } from '../../pod-topology-spread/filter.js';

/** A hard constraint and the pods that it counts. */
interface CountedConstraint {
  readonly constraint: SpreadConstraint;
  readonly counts: DomainCounts;
  /** 1 when the incoming pod is itself one of those that are spread. */
  readonly self: 0 | 1;
}

/**
 * A domain is there when a node of it has every key and is one that the pod's node selector and affinity ask for; then
 * the pods on all nodes with its value count, on every kind of node. As kube-scheduler v1.20 PodTopologySpread.
 */
export function spreadFilter(cycle: Cycle, constraints: readonly SpreadConstraint[]): PreparedFilter {
  const { pod, snapshot, status } = cycle;
  const { nodes } = snapshot;
  const missingLabel = status('UnschedulableAndUnresolvable', MISSING_LABEL);
  const tooSkewed = status('Unschedulable', NO_MATCH);
  const spreads = constraints.map((constraint): CountedConstraint => ({
    constraint,
    counts: countDomains(cycle, constraints, constraint),
    self: constraint.selector.matches(pod.labels) ? 1 : 0,
  }));
  const change = (other: PlacedPod, row: number, step: 1 | -1): void => {
    // As updateWithPod, which asks for every key of the node.
    if (!hasEveryKey(nodes[row]?.labels, constraints)) return;
    for (const spread of spreads) changeCount(cycle, spread, { pod: other, row, step });
  };
  return {
    kind: 'filter',
    domains: snapshot.topology(constraints.map(({ topologyKey }) => topologyKey)),
    filter: (row) => {
      for (const { constraint, counts, self } of spreads) {
        const value = labelValue(nodes[row]?.labels, constraint.topologyKey);
        if (value === undefined) return missingLabel;
        if (counts.of(value) + self - counts.fewest > constraint.maxSkew) return tooSkewed;
      }
      return 0;
    },
    addPod: (other, row) => change(other, row, 1),
    removePod: (other, row) => change(other, row, -1),
    follow: (other, row, step) => follow(cycle, spreads, { pod: other, row, step }),
  };
}

function countDomains(
  { pod, snapshot }: Cycle,
  constraints: readonly SpreadConstraint[],
  { topologyKey, selector, includes }: SpreadConstraint,
): DomainCounts {
  const pods = new Map<string, number>();
  const valueOn = (row: number): string => labelValue(snapshot.nodes[row]?.labels, topologyKey) ?? '';
  snapshot.nodes.forEach((node, row) => {
    if (hasEveryKey(node.labels, constraints) && includes(node, row)) pods.set(valueOn(row), 0);
  });
  snapshot.nodes.forEach((_, row) => {
    const before = pods.get(valueOn(row));
    if (before !== undefined) pods.set(valueOn(row), before + countPods(snapshot.pods(row), selector, pod.namespace));
  });
  return new DomainCounts(pods);
}

/** A pod that came or went on a node. */
interface PodMoved {
  readonly pod: PlacedPod;
  readonly row: number;
  readonly step: 1 | -1;
}

/** The same counts as a new counting would give. */
function follow(cycle: Cycle, spreads: readonly CountedConstraint[], moved: PodMoved): Touched {
  if (moved.pod.terminating) return UNTOUCHED;
  let touched: Touched = UNTOUCHED;
  for (const spread of spreads) if (changeCount(cycle, spread, moved)) touched = 'all';
  return touched;
}

/** Answers whether the pod is one that the constraint counts, where it is. */
function changeCount(
  { pod: incoming, snapshot: { nodes } }: Cycle,
  { constraint: { topologyKey, selector }, counts }: CountedConstraint,
  { pod, row, step }: PodMoved,
): boolean {
  const value = labelValue(nodes[row]?.labels, topologyKey) ?? '';
  if (pod.namespace !== incoming.namespace || !counts.has(value) || !selector.matches(pod.labels)) return false;
  counts.change(value, step);
  return true;
}
