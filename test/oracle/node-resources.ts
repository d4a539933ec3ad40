import { podsOn, type Cluster } from './model.js';
import type { NodeObject, PodObject } from './objects.js';
import {
  amountsOf,
  countOf,
  DEFAULT_CONTAINER_REQUESTS,
  podLevelRequests,
  podRequests,
  type Amounts,
} from './pod-requests.js';

/** What a node has to give of a resource. */
export function allocatableOn({ status }: NodeObject, resource: string): bigint {
  return countOf(amountsOf(status?.allocatable), resource);
}

/** What the pods on a node request of a resource; each pod's request is rounded up before it is added. */
export function requestedOn(cluster: Cluster, node: NodeObject, resource: string): bigint {
  return podsOn(cluster, node).reduce((total, pod) => total + countOf(podRequests(pod), resource), 0n);
}

/** The same, where a container without a request for cpu or memory counts with a little. */
export function nonZeroRequestedOn(cluster: Cluster, node: NodeObject, resource: string): bigint {
  return podsOn(cluster, node).reduce((total, pod) => total + countOf(nonZeroRequests(pod), resource), 0n);
}

/** A pod with pod-level requests gets the little only of what nobody requests. */
function nonZeroRequests(pod: PodObject): Amounts {
  if (podLevelRequests(pod).size === 0) return podRequests(pod, { atLeast: DEFAULT_CONTAINER_REQUESTS });
  const requests = podRequests(pod);
  return podRequests(pod, {
    atLeast: new Map([...DEFAULT_CONTAINER_REQUESTS].filter(([name]) => !requests.has(name))),
  });
}

/** Whether the scheduler counts a resource at all. Pods are counted apart. */
export function isCounted(resource: string): boolean {
  return resource === 'cpu' || resource === 'memory' || resource === 'ephemeral-storage' || isScalar(resource);
}

/**
 * Resources beside cpu, memory, ephemeral-storage and pods that the scheduler counts. Other names mean nothing to it.
 */
export function isScalar(resource: string): boolean {
  return (
    isExtended(resource) ||
    resource.startsWith('hugepages-') ||
    resource.includes('kubernetes.io/') ||
    resource.startsWith('attachable-volumes-')
  );
}

/** Resources that a vendor named. */
export function isExtended(resource: string): boolean {
  return resource.includes('/') && !resource.includes('kubernetes.io/') && !resource.startsWith('requests.');
}
