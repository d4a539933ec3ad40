import type { Cycle } from '../../plugin.js';
import type { PodTopologySpreadArgs } from './args.js';
import { readConstraints } from './constraints.js';
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
}

/** The hard constraints of a pod, in their order; none where one cannot be read. */
export function spreadDomains(cycle: Pick<Cycle, 'pod' | 'snapshot' | 'args'>): readonly SpreadDomains[] {
  const constraints = readConstraints(cycle as Cycle<PodTopologySpreadArgs>, 'DoNotSchedule');
  if ('problem' in constraints) return [];
  return constraints.map((constraint) => ({
    topologyKey: constraint.topologyKey,
    maxSkew: constraint.maxSkew,
    minDomains: constraint.minDomains,
    pods: podsByDomain(cycle, constraints, constraint),
    self: constraint.selector.matches(cycle.pod.labels) ? 1 : 0,
  }));
}
