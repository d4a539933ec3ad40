import { labelRequirements, parseSelector, selects, type ParsedSelector } from './label-selector.js';
import { nameOf, namespaceOf, podsOn, type Attempt, type Cluster } from './model.js';
import type { Labels, LabelSelector, NodeObject, PodObject, TopologySpreadConstraint } from './objects.js';
import { matchesRequiredNodeAffinity } from './required-node-affinity.js';
import { firstUntolerated } from './toleration.js';

/** A constraint of topology spreading, its defaults filled in. */
export interface Constraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly selector: ParsedSelector;
  readonly minDomains: number;
  readonly nodeAffinityPolicy: string;
  readonly nodeTaintsPolicy: string;
}

export type Action = 'DoNotSchedule' | 'ScheduleAnyway';

export const HOSTNAME = 'kubernetes.io/hostname';

/** What applies to a pod without constraints when the profile asks for the system's defaults. */
const SYSTEM_DEFAULTS: readonly TopologySpreadConstraint[] = [
  { topologyKey: HOSTNAME, whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 },
  { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
];

export function hasOwnConstraints(pod: PodObject): boolean {
  return (pod.spec?.topologySpreadConstraints ?? []).length > 0;
}

export function isSystemDefaulted({ args }: Attempt): boolean {
  return (args.defaultingType ?? 'System') === 'System';
}

/** The pod's own constraints of one kind, or, when it has none of either kind, the profile's defaults. */
export function constraintsOf(attempt: Attempt, action: Action): readonly Constraint[] | { readonly error: string } {
  const { pod, cluster, args } = attempt;
  if (hasOwnConstraints(pod)) return parse(pod.spec?.topologySpreadConstraints ?? [], pod, action);
  const defaults = parse(isSystemDefaulted(attempt) ? SYSTEM_DEFAULTS : (args.defaultConstraints ?? []), pod, action);
  if ('error' in defaults || defaults.length === 0) return defaults;
  const selector = defaultSelector(pod, cluster);
  return isEmpty(selector) ? [] : defaults.map((constraint) => ({ ...constraint, selector }));
}

function parse(
  constraints: readonly TopologySpreadConstraint[],
  pod: PodObject,
  action: Action,
): readonly Constraint[] | { readonly error: string } {
  const parsed: Constraint[] = [];
  for (const constraint of constraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action)) {
    const selector = parseSelector(constraint.labelSelector);
    if (selector !== null && 'error' in selector) return selector;
    parsed.push({
      maxSkew: constraint.maxSkew ?? 0,
      topologyKey: constraint.topologyKey ?? '',
      selector: withMatchLabelKeys(selector, constraint.matchLabelKeys ?? [], pod.metadata?.labels ?? {}),
      minDomains: constraint.minDomains ?? 1,
      nodeAffinityPolicy: constraint.nodeAffinityPolicy ?? 'Honor',
      nodeTaintsPolicy: constraint.nodeTaintsPolicy ?? 'Ignore',
    });
  }
  return parsed;
}

/** Keys that the pod has not got are left out. What selects nothing still selects nothing. */
function withMatchLabelKeys(selector: ParsedSelector, keys: readonly string[], labels: Labels): ParsedSelector {
  if (selector === null || 'error' in selector) return selector;
  const wanted = Object.entries(labels).filter(([key]) => keys.includes(key));
  return [...labelRequirements(Object.fromEntries(wanted)), ...selector];
}

/** Selects everything: it says nothing at all. */
function isEmpty(selector: ParsedSelector): boolean {
  return selector !== null && 'length' in selector && selector.length === 0;
}

/** What the services and the controller of a pod select together. */
function defaultSelector(pod: PodObject, cluster: Cluster): ParsedSelector {
  const labels = serviceLabels(pod, cluster);
  const owner = pod.metadata?.ownerReferences?.find(({ controller }) => controller === true);
  const owning = <T extends Named>(objects: readonly T[] | undefined): T | undefined =>
    objects?.find((object) => namespaceOf(object) === namespaceOf(pod) && nameOf(object) === owner?.name);
  const { replicationControllers, replicaSets, statefulSets } = cluster.objects;
  switch (`${owner?.apiVersion} ${owner?.kind}`) {
    case 'v1 ReplicationController':
      return labelRequirements({ ...labels, ...owning(replicationControllers)?.spec?.selector });
    case 'apps/v1 ReplicaSet':
      return and(labels, owning(replicaSets)?.spec?.selector);
    case 'apps/v1 StatefulSet':
      return and(labels, owning(statefulSets)?.spec?.selector);
    default:
      return labelRequirements(labels);
  }
}

interface Named {
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
}

/** The selectors of all services that select the pod, as one. A service without a selector selects nothing. */
function serviceLabels(pod: PodObject, { objects }: Cluster): Labels {
  let labels: Labels = {};
  for (const service of objects.services ?? []) {
    const selector = service.spec?.selector;
    if (selector === undefined || namespaceOf(service) !== namespaceOf(pod)) continue;
    if (selects(labelRequirements(selector), pod.metadata?.labels)) labels = { ...labels, ...selector };
  }
  return labels;
}

/** A controller's selector that is absent or malformed adds nothing. */
function and(labels: Labels, controllers: LabelSelector | undefined): ParsedSelector {
  const selector = parseSelector(controllers);
  return [...labelRequirements(labels), ...(selector === null || 'error' in selector ? [] : selector)];
}

/** The node's domain for a constraint; undefined where it has no such label. */
export function domainOf({ metadata }: NodeObject, { topologyKey }: Constraint): string | undefined {
  const labels = metadata?.labels ?? {};
  return Object.hasOwn(labels, topologyKey) ? labels[topologyKey] : undefined;
}

export function hasAllKeys(node: NodeObject, constraints: readonly Constraint[]): boolean {
  return constraints.every((constraint) => domainOf(node, constraint) !== undefined);
}

/** Whether a constraint's policies count the node at all. */
export function isIncluded(
  pod: PodObject,
  node: NodeObject,
  { nodeAffinityPolicy, nodeTaintsPolicy }: Constraint,
): boolean {
  if (nodeAffinityPolicy === 'Honor' && !matchesRequiredNodeAffinity(pod, node)) return false;
  return nodeTaintsPolicy !== 'Honor' || firstUntolerated(pod, node, ['NoSchedule', 'NoExecute']) === undefined;
}

/**
 * Pods of the namespace on a node that the constraint selects. Terminating pods do not count, and an
 * empty selector counts none.
 */
export function countSelected(
  cluster: Cluster,
  node: NodeObject,
  { selector, namespace }: { selector: ParsedSelector; namespace: string },
): number {
  if (isEmpty(selector)) return 0;
  return podsOn(cluster, node)
    .filter((pod) => pod.metadata?.deletionTimestamp === undefined && namespaceOf(pod) === namespace)
    .filter((pod) => selects(selector, pod.metadata?.labels)).length;
}
