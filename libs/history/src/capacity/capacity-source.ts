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

/** What capacity is divided by: a node, a label of nodes or of pods, or the namespace of pods. */
export type Division =
  | { readonly by: 'node' | 'namespace'; readonly key?: never }
  | { readonly by: 'nodeLabel' | 'podLabel'; readonly key: string };

/** Whether pods are divided by what is their own. */
export function dividesPods(by: readonly Division[]): boolean {
  return by.some((division) => division.by === 'namespace' || division.by === 'podLabel');
}

/** Nodes whose allocatable, and what they are divided by, is the same. */
export interface DividedNodes {
  readonly values: readonly (string | null)[];
  readonly allocatable: ResourceList | null;
  readonly count: number;
}

/** Pods whose requests, and what they are divided by, are the same. */
export interface DividedPods {
  readonly values: readonly (string | null)[];
  /** On a node that is there; else on none, and not finished. */
  readonly bound: boolean;
  readonly pod: Pod;
  readonly count: number;
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
  /** The pods on all nodes that are there; a pod bound to a node that is not there takes no capacity. */
  podsOnNodes(): AsyncIterable<readonly Omit<PodGroup, 'node'>[]>;
  /** Every node, divided. */
  dividedNodes(by: readonly Division[]): AsyncIterable<readonly DividedNodes[]>;
  /** The pods on all nodes that are there, and those that are on none, divided. */
  dividedPods(by: readonly Division[]): AsyncIterable<readonly DividedPods[]>;
}
