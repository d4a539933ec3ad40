import { compileRequirements, labelSelectorRequirements, labelValue, type LabelMatcher, type LabelRequirement, type LabelSelector } from '#kubernetes';
import type { IncomingPod } from '../../incoming-pod.js';
import type { ClusterObject, ClusterObjects, Labels } from '../../objects.js';

/**
 * Which pods belong together with this one: what the selectors of its services and of its controller ask for, all at once. Null
 * where nothing is asked for: then default constraints do not apply. As kube-scheduler v1.34 helper.DefaultSelector.
 */
export function defaultSelector(pod: IncomingPod, objects: ClusterObjects): LabelMatcher | null {
  const requirements = [...serviceRequirements(pod, objects), ...controllerRequirements(pod, objects)];
  return requirements.length === 0 ? null : compileRequirements(requirements);
}

function serviceRequirements(pod: IncomingPod, { services = [] }: ClusterObjects): LabelRequirement[] {
  return services.filter((service) => inNamespace(service, pod)).flatMap((service) => {
    const selector = selectorOf<Labels>(service);
    const matches = selector && Object.entries(selector).every(([key, value]) => labelValue(pod.labels, key) === value);
    return matches ? equalities(selector) : [];
  });
}

/** A ReplicationController's selector is a set of labels, the others' a LabelSelector; one that is malformed asks for nothing. */
function controllerRequirements(pod: IncomingPod, objects: ClusterObjects): readonly LabelRequirement[] {
  const owner = pod.pod.metadata?.ownerReferences?.find(({ controller }) => controller === true);
  const named = (list: readonly ClusterObject[] = []): ClusterObject | undefined =>
    list.find((object) => inNamespace(object, pod) && object.metadata?.name === owner?.name);
  switch (`${owner?.apiVersion} ${owner?.kind}`) {
    case 'v1 ReplicationController': return equalities(selectorOf<Labels>(named(objects.replicationControllers)) ?? {});
    case 'apps/v1 ReplicaSet': return selectorRequirements(named(objects.replicaSets));
    case 'apps/v1 StatefulSet': return selectorRequirements(named(objects.statefulSets));
    default: return [];
  }
}

function selectorRequirements(object: ClusterObject | undefined): readonly LabelRequirement[] {
  const selector = selectorOf<LabelSelector>(object);
  const read = selector === undefined ? { requirements: [] } : labelSelectorRequirements(selector);
  return 'problems' in read ? [] : read.requirements;
}

function equalities(labels: Labels): LabelRequirement[] {
  return Object.entries(labels ?? {}).map(([key, value]) => ({ key, operator: 'In', values: [value ?? ''] }));
}

function inNamespace(object: ClusterObject, pod: IncomingPod): boolean {
  return (object.metadata?.namespace ?? '') === pod.namespace;
}

function selectorOf<T>(object: ClusterObject | undefined): T | undefined {
  const spec = object?.spec as { readonly selector?: T | null } | undefined;
  return spec?.selector ?? undefined;
}
