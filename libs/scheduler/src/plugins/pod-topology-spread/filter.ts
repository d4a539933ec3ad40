import { labelValue } from '#apimachinery';
import { UNTOUCHED, type Cycle, type PreparedFilter, type Touched } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import { countPods, hasEveryKey, type SpreadConstraint } from './constraints.js';
import { DomainCounts } from './domain-counts.js';

export const NO_MATCH = "node(s) didn't match pod topology spread constraints";
export const MISSING_LABEL = `${NO_MATCH} (missing required label)`;

/** A hard constraint and the pods that it counts. */
interface CountedConstraint {
  readonly constraint: SpreadConstraint;
  readonly counts: DomainCounts;
  /** 1 when the incoming pod is itself one of those that are spread. */
  readonly self: 0 | 1;
}

/**
 * A node fits when, with the pod, no constraint's domain has more than maxSkew pods above the emptiest
 * one. The constraints are asked in their order: the first that fails gives the reason. As kube-scheduler
 * v1.34 PodTopologySpread.Filter.
 */
export function spreadFilter(cycle: Cycle, constraints: readonly SpreadConstraint[]): PreparedFilter {
  const {
    pod,
    snapshot: { nodes },
    status,
  } = cycle;
  const missingLabel = status('UnschedulableAndUnresolvable', MISSING_LABEL);
  const tooSkewed = status('Unschedulable', NO_MATCH);
  const spreads = constraints.map((constraint): CountedConstraint => ({
    constraint,
    counts: new DomainCounts(podsByDomain(cycle, constraints, constraint)),
    self: constraint.selector.matches(pod.labels) ? 1 : 0,
  }));
  const domains = cycle.snapshot.topology(constraints.map(({ topologyKey }) => topologyKey));
  return {
    kind: 'filter',
    domains,
    filter: (row) => {
      for (const spread of spreads) {
        const value = labelValue(nodes[row]?.labels, spread.constraint.topologyKey);
        if (value === undefined) return missingLabel;
        if (skewWithPod(spread, value) > spread.constraint.maxSkew) return tooSkewed;
      }
      return 0;
    },
    addPod: (other, row) => changeCounts(cycle, spreads, { pod: other, row, step: 1 }),
    removePod: (other, row) => changeCounts(cycle, spreads, { pod: other, row, step: -1 }),
    follow: (other, row, step) => followCounts(cycle, spreads, { pod: other, row, step }),
  };
}

/** How far the domain would be above the emptiest one, as upstream judges it. */
function skewWithPod({ constraint, counts, self }: CountedConstraint, value: string): number {
  const fewest = counts.size < constraint.minDomains ? 0 : counts.fewest;
  return counts.of(value) + self - fewest;
}

/** Only nodes that have the keys of all constraints make domains, of any of them. */
export function podsByDomain(
  { pod, snapshot }: Pick<Cycle, 'pod' | 'snapshot'>,
  constraints: readonly SpreadConstraint[],
  { topologyKey, selector, includes }: SpreadConstraint,
): Map<string, number> {
  const pods = new Map<string, number>();
  snapshot.nodes.forEach((node, row) => {
    const value = labelValue(node.labels, topologyKey);
    if (value === undefined || !hasEveryKey(node.labels, constraints) || !includes(node, row)) return;
    pods.set(value, (pods.get(value) ?? 0) + countPods(snapshot.pods(row), selector, pod.namespace));
  });
  return pods;
}

/** A pod that came or went on a node, as others see it. */
interface PodMoved {
  readonly pod: PlacedPod;
  readonly row: number;
  readonly step: 1 | -1;
}

/**
 * The same counts as a new counting would give. With one constraint and the fewest as they were, one domain is touched.
 */
function followCounts(cycle: Cycle, spreads: readonly CountedConstraint[], { pod, row, step }: PodMoved): Touched {
  const { snapshot, pod: incoming } = cycle;
  const node = snapshot.nodes[row];
  const constraints = spreads.map(({ constraint }) => constraint);
  if (node === undefined || pod.namespace !== incoming.namespace || !hasEveryKey(node.labels, constraints))
    return UNTOUCHED;
  let touched: Touched = UNTOUCHED;
  for (const {
    constraint: { topologyKey, selector, includes },
    counts,
  } of spreads) {
    if (countPods([pod], selector, incoming.namespace) === 0 || !includes(node, row)) continue;
    const { fewest } = counts;
    counts.change(labelValue(node.labels, topologyKey) ?? '', step);
    touched =
      spreads.length === 1 && counts.fewest === fewest ? [snapshot.topology([topologyKey]).of[row] ?? 0] : 'all';
  }
  return touched;
}

/**
 * A pod came or went after the counting. It counts by plain selector matching then: an empty selector selects it,
 * and so does one that it matches while it is terminating. As kube-scheduler v1.34 updateWithPod, which differs in
 * that from the first counting.
 */
function changeCounts(
  { pod: incoming, snapshot: { nodes } }: Cycle,
  spreads: readonly CountedConstraint[],
  { pod, row, step }: PodMoved,
): void {
  const node = nodes[row];
  if (
    node === undefined ||
    pod.namespace !== incoming.namespace ||
    !hasEveryKey(
      node.labels,
      spreads.map(({ constraint }) => constraint),
    )
  )
    return;
  for (const {
    constraint: { topologyKey, selector, includes },
    counts,
  } of spreads) {
    if (selector.matches(pod.labels) && includes(node, row))
      counts.change(labelValue(node.labels, topologyKey) ?? '', step);
  }
}
