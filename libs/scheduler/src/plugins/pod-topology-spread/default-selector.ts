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
import { REPLICA_SETS, REPLICATION_CONTROLLERS, SERVICES, STATEFUL_SETS } from './workload-kinds.js';

/**
 * Which pods belong together with this one: what the selectors of its services and of its controller ask for,
 * all at once. Null where nothing is asked for: then default constraints do not apply. As kube-scheduler
 * v1.34 helper.DefaultSelector.
 */
export function defaultSelector(pod: IncomingPod, objects: ObjectLists): LabelMatcher | null {
  const controller = controllerSelector(pod, objects);
  const labels = new Map(
    [...serviceSelectors(pod, objects), controller.labels].flatMap((selector) => Object.entries(selector ?? {})),
  );
  const equalities = [...labels].map(([key, value]): LabelRequirement => ({ key, operator: 'In', values: [value] }));
  const requirements = [...equalities, ...controller.requirements];
  return requirements.length === 0 ? null : compileRequirements(requirements);
}

/** The selectors of the services that select the pod; one that is absent or empty asks for nothing. */
function serviceSelectors(pod: IncomingPod, { [SERVICES.list]: services = [] }: ObjectLists): readonly Labels[] {
  return services
    .filter((service) => inNamespace(service, pod))
    .map((service) => selectorOf<Labels>(service))
    .filter((selector) =>
      Object.entries(selector ?? {}).every(([key, value]) => labelValue(pod.labels, key) === value),
    );
}

/**
 * What the pod's controller asks for. A ReplicationController asks for labels, which go before
 * the same ones of services.
 */
function controllerSelector(
  pod: IncomingPod,
  objects: ObjectLists,
): { labels?: Labels; requirements: readonly LabelRequirement[] } {
  const { apiVersion, kind, name } =
    pod.pod.metadata?.ownerReferences?.find(({ controller }) => controller === true) ?? {};
  const named = (list: readonly ClusterObject[] | undefined): ClusterObject | undefined =>
    list?.find((object) => inNamespace(object, pod) && object.metadata?.name === name);
  switch (`${apiVersion} ${kind}`) {
    case 'v1 ReplicationController':
      return { labels: selectorOf<Labels>(named(objects[REPLICATION_CONTROLLERS.list])), requirements: [] };
    case 'apps/v1 ReplicaSet':
      return { requirements: selectorRequirements(named(objects[REPLICA_SETS.list])) };
    case 'apps/v1 StatefulSet':
      return { requirements: selectorRequirements(named(objects[STATEFUL_SETS.list])) };
    default:
      return { requirements: [] };
  }
}

/** A selector that cannot be read asks for nothing. */
function selectorRequirements(object: ClusterObject | undefined): readonly LabelRequirement[] {
  const selector = selectorOf<LabelSelector>(object);
  const read = selector === undefined ? { requirements: [] } : labelSelectorRequirements(selector);
  return 'problems' in read ? [] : read.requirements;
}

function inNamespace(object: ClusterObject, pod: IncomingPod): boolean {
  return (object.metadata?.namespace ?? '') === pod.namespace;
}

function selectorOf<T>(object: ClusterObject | undefined): T | undefined {
  const spec = object?.spec as { readonly selector?: T | null } | undefined;
  return spec?.selector ?? undefined;
}
