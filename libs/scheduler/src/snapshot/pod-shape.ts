import { afterEviction } from '#kubernetes';
import {
  isTerminating,
  placedSpecShape,
  type Affinity,
  type Container,
  type ContainerStatus,
  type OwnerReference,
  type Pod,
  type PodStatus,
} from '../objects/index.js';

/**
 * What `placedPod` reads of a pod beside its names and its start, as JSON that replicas have in common: who keeps many
 * pods keeps it once. `podOfShape` reads it. Fields stand in a fixed order.
 */
export function podShape(pod: Pod): string {
  const { metadata, spec = {}, status } = pod;
  const containerStatuses = statedResources(status?.containerStatuses);
  const initContainerStatuses = statedResources(status?.initContainerStatuses);
  const named = containerStatuses !== undefined || initContainerStatuses !== undefined;
  const shapeOf = (container: Container): object => containerShape(container, named);
  return JSON.stringify({
    // That it is set is all that counts.
    metadata: {
      ownerReferences: ownersThatCount(pod),
      labels: metadata?.labels,
      deletionTimestamp: isTerminating(pod) ? '' : undefined,
    },
    spec: {
      priority: spec.priority,
      affinity: affinityShape(spec.affinity),
      containers: spec.containers?.map(shapeOf),
      initContainers: nonEmpty(spec.initContainers?.map(shapeOf)),
      overhead: spec.overhead,
      resources: requestsOnly(spec.resources),
      ...placedSpecShape(spec),
    },
    status: { conditions: nonEmpty(conditionsThatCount(status)), containerStatuses, initContainerStatuses },
  });
}

/** A pod of the namespace that stands for all of the shape. */
export function podOfShape(namespace: string, shape: string): Pod {
  const { metadata, ...pod } = JSON.parse(shape) as Pod;
  return { ...pod, metadata: { ownerReferences: SOME_CONTROLLER, ...metadata, namespace } };
}

const SOME_CONTROLLER: readonly OwnerReference[] = [{ controller: true }];
const DAEMON_SET: readonly OwnerReference[] = [{ kind: 'DaemonSet', controller: true }];

/** Most pods are created again if they are evicted, wherever they fit: absent, it is one of those. */
function ownersThatCount(pod: Pod): readonly OwnerReference[] | undefined {
  const becomes = afterEviction(pod);
  if (becomes === 'recreated') return undefined;
  return becomes === 'stays' ? DAEMON_SET : [];
}

/** Terms about other pods; those about nodes have done their work. */
function affinityShape(affinity: Affinity | null | undefined): Affinity | undefined {
  const { podAffinity, podAntiAffinity } = affinity ?? {};
  if (!podAffinity && !podAntiAffinity) return undefined;
  return { ...(podAffinity && { podAffinity }), ...(podAntiAffinity && { podAntiAffinity }) };
}

/** The name only says whose status is whose. A container without anything is still one: requests are assumed for it. */
function containerShape({ name, restartPolicy, resources, ports }: Container, named: boolean): object {
  return {
    name: named ? name : undefined,
    restartPolicy: restartPolicy === 'Always' ? restartPolicy : undefined,
    resources: requestsOnly(resources),
    ports: nonEmpty(
      ports
        ?.filter(({ hostPort = 0 }) => hostPort > 0)
        .map(({ hostPort, hostIP, protocol }) => ({ hostPort, hostIP, protocol })),
    ),
  };
}

/** Statuses that say what a container has while it is resized; undefined where none does. */
function statedResources(statuses: readonly ContainerStatus[] | null | undefined): readonly object[] | undefined {
  const stated = statuses?.filter(({ resources }) => resources);
  return nonEmpty(
    stated?.map(({ name, resources, allocatedResources }) => ({
      name,
      resources: requestsOnly(resources),
      allocatedResources,
    })),
  );
}

function requestsOnly(resources: Container['resources']): object | undefined {
  return resources ? { requests: resources.requests } : undefined;
}

/** Each the first of its type, as they are read. */
function conditionsThatCount(status: PodStatus | undefined): readonly object[] {
  return ['DisruptionTarget', 'PodResizePending'].flatMap((wanted) => {
    const found = status?.conditions?.find(({ type }) => type === wanted);
    return found === undefined ? [] : [{ type: found.type, status: found.status, reason: found.reason }];
  });
}

function nonEmpty<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list?.length ? list : undefined;
}
