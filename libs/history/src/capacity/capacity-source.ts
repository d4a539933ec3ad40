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

/** What a map of nodes shows of one, beside its pods. */
export interface NodeFacts {
  readonly name: string;
  /** The values of the labels that were asked for, in that order; null where the node has no such label. */
  readonly labels: readonly (string | null)[];
  /** As the node says it; null where it says nothing. The same list for nodes of one make, as far as that is known. */
  readonly allocatable: ResourceList | null;
  /** It has a Ready condition that is not True. */
  readonly unready: boolean;
  readonly cordoned: boolean;
  /** It has any taint. */
  readonly tainted: boolean;
}

/** Where capacity is read from, in batches. Pods are those that take room: bound, and not finished. */
export interface CapacitySource {
  /** Every node of the cluster, by name, with the values of some labels. */
  nodeFacts(labels: readonly string[]): AsyncIterable<readonly NodeFacts[]>;
  /** Every node of the cluster. */
  nodeGroups(): AsyncIterable<readonly NodeGroup[]>;
  /** The pods on these nodes. */
  podsByNode(nodes: readonly string[]): AsyncIterable<readonly PodGroup[]>;
  /** The pods on every node by its name, those that are not there too. */
  podsByEveryNode(): AsyncIterable<readonly PodGroup[]>;
  /** The pods on all nodes that are there; a pod bound to a node that is not takes nobody's room. */
  podsOnNodes(): AsyncIterable<readonly Omit<PodGroup, 'node'>[]>;
}
