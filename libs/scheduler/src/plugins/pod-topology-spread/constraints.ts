import { firstUntoleratedTaint, type SelectableNode } from '#kubernetes';
import { labelValue, type Labels } from '#apimachinery';
import type { TopologySpreadConstraint } from '../../objects/index.js';
import type { Cycle } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import type { PodTopologySpreadArgs } from './args.js';
import { defaultSelector } from './default-selector.js';
import { spreadSelector, type SpreadSelector } from './selector.js';

/** What upstream writes into `whenUnsatisfiable`: a hard constraint filters, a soft one scores. */
export type Action = 'DoNotSchedule' | 'ScheduleAnyway';

/** One constraint of the pod, read and ready to be asked. */
export interface SpreadConstraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  /** With fewer domains than this, the fewest pods of a domain are taken to be 0. */
  readonly minDomains: number;
  readonly selector: SpreadSelector;
  /** Whether the pods of the node, which is on the row, count: by `nodeAffinityPolicy` and `nodeTaintsPolicy`. */
  readonly includes: (node: SelectableNode, row: number) => boolean;
}

type SpreadCycle = Cycle<PodTopologySpreadArgs>;

/** As kube-scheduler v1.34 podtopologyspread systemDefaultConstraints. */
export const SYSTEM_DEFAULTS: readonly TopologySpreadConstraint[] = [
  { topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 },
  { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
];

const REPELLING: ReadonlySet<string> = new Set(['NoSchedule', 'NoExecute']);

/**
 * The pod's own constraints with this action. A pod that has none at all gets the default ones, if a service or its
 * controller says which pods belong together. A selector that cannot be read is a problem, in upstream's words.
 */
export function readConstraints(
  cycle: SpreadCycle,
  action: Action,
): readonly SpreadConstraint[] | { readonly problem: string } {
  return writtenConstraints(cycle).length > 0 ? ownConstraints(cycle, action) : defaultConstraints(cycle, action);
}

/**
 * Whether a node that lacks one of the keys is left out altogether. The system's default constraints do not ask for
 * that, so that nodes without a zone are still spread over by name. As kube-scheduler v1.34 requireAllTopologies.
 */
export function needsEveryKey(cycle: SpreadCycle): boolean {
  return writtenConstraints(cycle).length > 0 || cycle.args.defaultingType !== 'System';
}

/** Whether a node with these labels is in a domain of every constraint. */
export function hasEveryKey(labels: Labels, constraints: readonly SpreadConstraint[]): boolean {
  return constraints.every(({ topologyKey }) => labelValue(labels, topologyKey) !== undefined);
}

/**
 * How many of the pods count for a constraint of a pod in the namespace. As kube-scheduler
 * v1.34 countPodsMatchSelector.
 */
export function countPods(pods: readonly PlacedPod[], { matches, isEmpty }: SpreadSelector, namespace: string): number {
  if (isEmpty) return 0;
  let count = 0;
  for (const pod of pods) if (!pod.terminating && pod.namespace === namespace && matches(pod.labels)) count += 1;
  return count;
}

function writtenConstraints({ pod }: SpreadCycle): readonly TopologySpreadConstraint[] {
  return pod.pod.spec?.topologySpreadConstraints ?? [];
}

function ownConstraints(
  cycle: SpreadCycle,
  action: Action,
): readonly SpreadConstraint[] | { readonly problem: string } {
  const constraints: SpreadConstraint[] = [];
  for (const constraint of withAction(writtenConstraints(cycle), action)) {
    const selector = spreadSelector(constraint.labelSelector, constraint.matchLabelKeys ?? [], cycle.pod.labels);
    if ('problem' in selector) {
      return {
        problem:
          `obtaining pod's ${action === 'DoNotSchedule' ? 'hard' : 'soft'} topology spread ` +
          `constraints: ${selector.problem}`,
      };
    }
    constraints.push(prepare(constraint, selector, cycle));
  }
  return constraints;
}

/** The selector is deduced for the pod and replaces the selector of the constraint. */
function defaultConstraints(cycle: SpreadCycle, action: Action): readonly SpreadConstraint[] {
  const { args, pod, snapshot } = cycle;
  const defaults = withAction(
    args.defaultingType === 'System' ? SYSTEM_DEFAULTS : (args.defaultConstraints ?? []),
    action,
  );
  const matches = defaults.length === 0 ? null : defaultSelector(pod, snapshot.objects);
  if (matches === null) return [];
  const selector = { matches, isEmpty: false };
  return defaults.map((constraint) => prepare(constraint, selector, cycle));
}

/** The constraints that filter, or those that score. */
export function withAction(
  constraints: readonly TopologySpreadConstraint[],
  action: Action,
): readonly TopologySpreadConstraint[] {
  return constraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action);
}

function prepare(constraint: TopologySpreadConstraint, selector: SpreadSelector, cycle: SpreadCycle): SpreadConstraint {
  const { topologyKey = '', maxSkew = 0, minDomains } = constraint;
  return { topologyKey, maxSkew, minDomains: minDomains ?? 1, selector, includes: inclusion(constraint, cycle) };
}

/**
 * As kube-scheduler v1.34 matchNodeInclusionPolicies: affinity is honoured and taints are not, unless the
 * constraint says otherwise.
 */
function inclusion(
  { nodeAffinityPolicy, nodeTaintsPolicy }: TopologySpreadConstraint,
  { pod, snapshot }: SpreadCycle,
): SpreadConstraint['includes'] {
  const { taints } = snapshot;
  const { requiredNodes } = pod;
  const tolerations = pod.pod.spec?.tolerations ?? [];
  const honoursAffinity = (nodeAffinityPolicy ?? 'Honor') === 'Honor';
  const honoursTaints = nodeTaintsPolicy === 'Honor';
  return (node, row) => {
    if (honoursAffinity && !requiredNodes(node)) return false;
    return !honoursTaints || firstUntoleratedTaint(taints[row] ?? [], tolerations, REPELLING) === undefined;
  };
}
