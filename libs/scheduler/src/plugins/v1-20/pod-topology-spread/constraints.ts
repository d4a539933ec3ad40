import type { TopologySpreadConstraint } from '../../../objects/index.js';
import type { Cycle } from '../../../plugin.js';
import {
  SYSTEM_DEFAULTS,
  withAction,
  type Action,
  type SpreadConstraint,
} from '../../pod-topology-spread/constraints.js';
import type { PodTopologySpreadArgs } from '../../pod-topology-spread/args.js';
import { spreadSelector, type SpreadSelector } from '../../pod-topology-spread/selector.js';
import { matchingSelector } from '../matching-selector.js';

type SpreadCycle = Cycle<PodTopologySpreadArgs>;

/**
 * The pod's own constraints with this action, or where it has none at all, the default ones for pods that something
 * selects. Nodes count where the pod's node selector and required node affinity hold; `minDomains`, `matchLabelKeys`
 * and the inclusion policies were not there yet. As kube-scheduler v1.20.
 */
export function readConstraints(
  cycle: SpreadCycle,
  action: Action,
): readonly SpreadConstraint[] | { readonly problem: string } {
  const written = cycle.pod.pod.spec?.topologySpreadConstraints ?? [];
  if (written.length === 0) return defaultConstraints(cycle, action);
  const constraints: SpreadConstraint[] = [];
  for (const constraint of withAction(written, action)) {
    const selector = spreadSelector(constraint.labelSelector, [], cycle.pod.labels);
    if ('problem' in selector) return selector;
    constraints.push(constraintOf(constraint, selector, cycle));
  }
  return constraints;
}

function defaultConstraints(cycle: SpreadCycle, action: Action): readonly SpreadConstraint[] {
  const { args, pod, snapshot } = cycle;
  const given = args.defaultingType === 'System' ? SYSTEM_DEFAULTS : (args.defaultConstraints ?? []);
  const defaults = withAction(given, action);
  const matches = defaults.length === 0 ? null : matchingSelector(pod, snapshot.objects);
  return matches === null ? [] : defaults.map((one) => constraintOf(one, { matches, isEmpty: false }, cycle));
}

/** An empty selector selects every pod here; kube-scheduler v1.34 counts none then. */
function constraintOf(
  { topologyKey = '', maxSkew = 0 }: TopologySpreadConstraint,
  { matches }: SpreadSelector,
  { pod }: SpreadCycle,
): SpreadConstraint {
  const { requiredNodes } = pod;
  const includes: SpreadConstraint['includes'] = (node) => requiredNodes(node);
  return { topologyKey, maxSkew, minDomains: 1, selector: { matches, isEmpty: false }, includes };
}
