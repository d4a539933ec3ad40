import { labelValue } from '#apimachinery';
import type { Cycle } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import type { PodTopologySpreadArgs } from './args.js';
import { countPods, hasEveryKey, readConstraints, type SpreadConstraint } from './constraints.js';
import { podsByDomain } from './filter.js';

/** A hard constraint of a pod, and how many of the pods that it counts each domain has. */
export interface SpreadDomains {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly minDomains: number;
  /** By value of the label; a domain without pods is there with 0. */
  readonly pods: ReadonlyMap<string, number>;
  /** 1 when the pod is itself one of those that are spread. */
  readonly self: 0 | 1;
  /** The pods that are counted for the domain of that value. */
  readonly podsIn: (value: string) => readonly PlacedPod[];
  /** Whether a pod of the domain that is not yet on its node counts. */
  readonly selects: (pod: PlacedPod) => boolean;
}

type SpreadCycle = Pick<Cycle, 'pod' | 'snapshot' | 'args'>;

/** The hard constraints of a pod, its own or the default ones, in their order; none where one cannot be read. */
export function spreadDomains(cycle: SpreadCycle): readonly SpreadDomains[] {
  const constraints = readConstraints(cycle as Cycle<PodTopologySpreadArgs>, 'DoNotSchedule');
  if ('problem' in constraints) return [];
  return constraints.map((constraint) => ({
    topologyKey: constraint.topologyKey,
    maxSkew: constraint.maxSkew,
    minDomains: constraint.minDomains,
    pods: podsByDomain(cycle, constraints, constraint),
    self: constraint.selector.matches(cycle.pod.labels) ? 1 : 0,
    podsIn: (value) => countedPods(cycle, { constraints, constraint, value }),
    selects: ({ namespace, labels }) => namespace === cycle.pod.namespace && constraint.selector.matches(labels),
  }));
}

interface Domain {
  readonly constraints: readonly SpreadConstraint[];
  readonly constraint: SpreadConstraint;
  readonly value: string;
}

function countedPods({ pod, snapshot }: SpreadCycle, { constraints, constraint, value }: Domain): readonly PlacedPod[] {
  const { topologyKey, selector, includes } = constraint;
  return snapshot.nodes.flatMap((node, row) =>
    labelValue(node.labels, topologyKey) === value && hasEveryKey(node.labels, constraints) && includes(node, row)
      ? snapshot.pods(row).filter((other) => countPods([other], selector, pod.namespace) === 1)
      : [],
  );
}
