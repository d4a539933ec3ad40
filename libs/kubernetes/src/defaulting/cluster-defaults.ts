import type { Namespace, Node, PriorityClass } from '../types/index.js';

/** The kubelet's own default for maxPods: without it a node would take no pod at all. */
const PODS_OF_A_NODE = '110';

/**
 * Allocatable is the capacity unless something else is said, as the API server does it. The number of pods is what a kubelet
 * would report; nobody has to say it to model a node.
 */
export function defaultNode(node: Node): void {
  const status = (node.status ??= {});
  if (status.capacity === undefined && status.allocatable === undefined) status.capacity = {};
  const saysPods = [status.capacity, status.allocatable].some(
    (list) => list !== undefined && Object.hasOwn(list, 'pods'),
  );
  if (!saysPods)
    for (const list of [status.capacity, status.allocatable]) if (list !== undefined) list['pods'] = PODS_OF_A_NODE;
  if (status.allocatable === undefined) status.allocatable = { ...status.capacity };
}

/** A namespace is Active and carries its own name as a label, by which selectors of namespaces can find it. */
export function defaultNamespace(namespace: Namespace): void {
  if (namespace.metadata.name)
    namespace.metadata.labels = {
      ...namespace.metadata.labels,
      'kubernetes.io/metadata.name': namespace.metadata.name,
    };
  namespace.status ??= {};
  namespace.status.phase ||= 'Active';
}

/** Pods of a class may preempt others unless it says that they never do. */
export function defaultPriorityClass(priorityClass: PriorityClass): void {
  priorityClass.preemptionPolicy ??= 'PreemptLowerPriority';
}
