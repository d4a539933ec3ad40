import type { ResourceList } from '#kubernetes';
import type { Pod } from '#scheduler';

/** Pods on one node whose requests are the same. */
export interface PodGroup {
  readonly node: string;
  readonly pod: Pod;
  readonly count: number;
}

/** Nodes with the same capacity and allocatable. */
export interface NodeGroup {
  readonly capacity: ResourceList | null;
  readonly allocatable: ResourceList | null;
  readonly count: number;
}

/** Where capacity is read from, in batches. Pods are those that take room: bound, and not finished. */
export interface CapacitySource {
  /** Every node of the cluster. */
  nodeGroups(): AsyncIterable<readonly NodeGroup[]>;
  /** The pods on these nodes. */
  podsByNode(nodes: readonly string[]): AsyncIterable<readonly PodGroup[]>;
  /** The pods on all nodes that are there; a pod bound to a node that is not takes nobody's room. */
  podsOnNodes(): AsyncIterable<readonly Omit<PodGroup, 'node'>[]>;
}
