import {
  compileRequirements,
  labelSelectorRequirements,
  labelValue,
  type LabelMatcher,
  type LabelRequirement,
  type LabelSelector,
} from '#apimachinery';
import type { IncomingPod } from '../../pods/index.js';
import type { ClusterObject, Labels, ObjectLists } from '../../objects/index.js';
import {
  REPLICA_SETS,
  REPLICATION_CONTROLLERS,
  SERVICES,
  STATEFUL_SETS,
} from '../pod-topology-spread/workload-kinds.js';

/**
 * Which pods belong together with this one: what the selectors of all services, ReplicationControllers, ReplicaSets and
 * StatefulSets of its namespace that match it ask for, all at once; who owns the pod does not matter. Null where
 * nothing is asked for. As kube-scheduler v1.20 helper.DefaultSelector.
 */
export function matchingSelector(pod: IncomingPod, objects: ObjectLists): LabelMatcher | null {
  const controllers = (objects[REPLICATION_CONTROLLERS.list] ?? []).filter((one) => inNamespace(one, pod));
  const selectors = [
    ...matchingServices(pod, objects).map((service) => selectorOf<Labels>(service) ?? {}),
    // One without a selector selects nothing.
    ...controllers.map((one) => selectorOf<Labels>(one) ?? {}).filter((selector) => asksFor(selector, pod)),
  ];
  const equalities = [...new Map(selectors.flatMap((selector) => Object.entries(selector ?? {})))].map(
    ([key, value]): LabelRequirement => ({ key, operator: 'In', values: [value] }),
  );
  const requirements = [...(objects[REPLICA_SETS.list] ?? []), ...(objects[STATEFUL_SETS.list] ?? [])]
    .filter((one) => inNamespace(one, pod))
    .flatMap((one) => matchingRequirements(one, pod));
  const all = [...equalities, ...requirements];
  return all.length === 0 ? null : compileRequirements(all);
}

/** The services of the pod's namespace that select it; one without a selector selects nothing. */
export function matchingServices(
  pod: IncomingPod,
  { [SERVICES.list]: services = [] }: ObjectLists,
): readonly ClusterObject[] {
  return services.filter((service) => {
    const selector = selectorOf<Labels>(service);
    return inNamespace(service, pod) && selector !== undefined && hasAll(selector, pod);
  });
}

/** What a service asks of labels. */
export function serviceSelector(service: ClusterObject): Readonly<Record<string, string>> {
  return selectorOf<Readonly<Record<string, string>>>(service) ?? {};
}

function asksFor(selector: Labels, pod: IncomingPod): boolean {
  return Object.keys(selector ?? {}).length > 0 && hasAll(selector, pod);
}

function hasAll(selector: Labels, pod: IncomingPod): boolean {
  return Object.entries(selector ?? {}).every(([key, value]) => labelValue(pod.labels, key) === value);
}

/** What a ReplicaSet or StatefulSet that matches the pod asks for. */
function matchingRequirements(object: ClusterObject, pod: IncomingPod): readonly LabelRequirement[] {
  const selector = selectorOf<LabelSelector>(object);
  const read = selector === undefined ? { requirements: [] } : labelSelectorRequirements(selector);
  if ('problems' in read || read.requirements.length === 0) return [];
  return compileRequirements(read.requirements)(pod.labels) ? read.requirements : [];
}

function inNamespace(object: ClusterObject, pod: IncomingPod): boolean {
  return (object.metadata?.namespace ?? '') === pod.namespace;
}

function selectorOf<T>(object: ClusterObject): T | undefined {
  const spec = object.spec as { readonly selector?: T | null } | undefined;
  return spec?.selector ?? undefined;
}
