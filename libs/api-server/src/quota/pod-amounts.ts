import {
  addAmounts,
  aggregateContainers,
  largerAmounts,
  NO_AMOUNTS,
  readAmounts,
  someAmounts,
  type Amounts,
  type Container,
  type ContainerStatus,
  type Pod,
  type ResourceList,
} from '#kubernetes';
import type { Quantity } from '#apimachinery';

/** Resources that are asked for a pod as a whole. // as component-helpers v1.34 IsSupportedPodLevelResource */
export function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

/** What a pod requests. // as component-helpers v1.34 PodRequests, with the status that containers report */
export function podRequests(pod: Pod): Amounts {
  const own = ofContainers(pod, ({ resources }, status, infeasible) => [
    ...(infeasible ? [] : [resources?.requests]),
    ...(status === undefined ? [] : [status.resources?.requests, status.allocatedResources]),
  ]);
  return addAmounts(withPodLevel(own, pod.spec.resources?.requests), readAmounts(pod.spec.overhead));
}

/**
 * What a pod is limited to; overhead comes on top of limits that there are.
 * // as component-helpers v1.34 PodLimits, with the status that containers report
 */
export function podLimits(pod: Pod): Amounts {
  const own = ofContainers(pod, ({ resources }, status, infeasible) => [
    ...(infeasible ? [] : [resources?.limits]),
    ...(status === undefined ? [] : [status.resources?.limits]),
  ]);
  const limits = withPodLevel(own, pod.spec.resources?.limits);
  const isLimited = (name: string): boolean => (limits.get(name)?.unscaled ?? 0n) !== 0n;
  return addAmounts(limits, someAmounts(readAmounts(pod.spec.overhead), isLimited));
}

/** What a container counts with: the larger of these lists, name by name. */
type Lists = (
  container: Container,
  status: ContainerStatus | undefined,
  infeasible: boolean,
) => (ResourceList | undefined)[];

function ofContainers(pod: Pod, lists: Lists): Amounts {
  return aggregateContainers(pod.spec, reader(pod, lists));
}

/** Only containers that run as long as the pod can be resized: the status of others says nothing. */
function reader(pod: Pod, lists: Lists): (container: Container, stays: boolean) => Amounts {
  const { containerStatuses = [], initContainerStatuses = [], conditions = [] } = pod.status ?? {};
  const statuses = new Map([...containerStatuses, ...initContainerStatuses].map((status) => [status.name, status]));
  const infeasible = conditions.find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible';
  return (container, stays) => {
    const status = stays ? statuses.get(container.name) : undefined;
    const [first = NO_AMOUNTS, ...others] =
      status?.resources === undefined
        ? lists(container, undefined, false).map(readAmounts)
        : lists(container, status, infeasible).map(readAmounts);
    return others.reduce(largerAmounts, first);
  };
}

function withPodLevel(own: Amounts, ofPod: ResourceList | undefined): Amounts {
  const asked = someAmounts(readAmounts(ofPod), isPodLevelResource);
  return asked.size === 0 ? own : new Map<string, Quantity>([...own, ...asked]);
}
