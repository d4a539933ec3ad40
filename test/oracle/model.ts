import type {
  CsiDriverObject,
  CsiNodeObject,
  CsiStorageCapacityObject,
  NamespaceObject,
  NodeAffinity,
  NodeObject,
  PersistentVolumeClaimObject,
  PersistentVolumeObject,
  PodDisruptionBudgetObject,
  PodObject,
  ReplicatedSetObject,
  ReplicationControllerObject,
  ServiceObject,
  StorageClassObject,
  TopologySpreadConstraint,
  VolumeAttachmentObject,
} from './objects.js';

/** Everything of a cluster but its nodes and pods. */
export interface ClusterObjects {
  readonly namespaces?: readonly NamespaceObject[];
  readonly persistentVolumes?: readonly PersistentVolumeObject[];
  readonly persistentVolumeClaims?: readonly PersistentVolumeClaimObject[];
  readonly storageClasses?: readonly StorageClassObject[];
  readonly csiNodes?: readonly CsiNodeObject[];
  readonly csiDrivers?: readonly CsiDriverObject[];
  readonly csiStorageCapacities?: readonly CsiStorageCapacityObject[];
  readonly volumeAttachments?: readonly VolumeAttachmentObject[];
  readonly services?: readonly ServiceObject[];
  readonly replicaSets?: readonly ReplicatedSetObject[];
  readonly replicationControllers?: readonly ReplicationControllerObject[];
  readonly statefulSets?: readonly ReplicatedSetObject[];
  readonly podDisruptionBudgets?: readonly PodDisruptionBudgetObject[];
  readonly priorityClasses?: readonly object[];
}

/** What a pod is scheduled onto. A step that changes something makes a new cluster; nothing is changed in place. */
export interface Cluster {
  /** In the order in which they were added. */
  readonly nodes: readonly NodeObject[];
  /** The pods that are on a node: each has spec.nodeName. */
  readonly pods: readonly PodObject[];
  readonly nominated: readonly { readonly pod: PodObject; readonly node: string }[];
  readonly objects: ClusterObjects;
}

/** A pod that came to a node, or left it, since PreFilter saw the cluster. */
export interface PodChange {
  readonly pod: PodObject;
  readonly node: string;
  readonly added: boolean;
}

export interface StrategyResource {
  readonly name: string;
  readonly weight: number;
}

/** Arguments of all plugins, the defaults of kube-scheduler filled in. A plugin reads its own. */
export interface PluginArgs {
  readonly addedAffinity?: NodeAffinity;
  readonly hardPodAffinityWeight?: number;
  readonly ignorePreferredTermsOfExistingPods?: boolean;
  readonly defaultConstraints?: readonly TopologySpreadConstraint[];
  readonly defaultingType?: string;
  readonly ignoredResources?: readonly string[];
  readonly ignoredResourceGroups?: readonly string[];
  readonly resources?: readonly StrategyResource[];
  readonly scoringStrategy?: {
    readonly type?: string;
    readonly resources?: readonly StrategyResource[];
    readonly requestedToCapacityRatio?: {
      readonly shape?: readonly { readonly utilization: number; readonly score: number }[];
    };
  };
  readonly bindTimeoutSeconds?: number;
  readonly minCandidateNodesPercentage?: number;
  readonly minCandidateNodesAbsolute?: number;
}

/** One pod's attempt: the cluster, and what the plugin is configured with. */
export interface Attempt {
  readonly pod: PodObject;
  readonly cluster: Cluster;
  readonly args: PluginArgs;
}

export interface Rejection {
  readonly code: 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Error';
  readonly reasons: readonly string[];
}

/** Null: nothing against it. */
export type Verdict = Rejection | null;

/**
 * What a plugin says before any node is looked at. `skip`: its filter has nothing to say for this pod. `reject`: the
 * pod fits nowhere. `nodeNames`: only these nodes are in question. Nothing of it: go on.
 */
export type PreFilterAnswer =
  { readonly skip: true } | { readonly reject: Rejection } | { readonly nodeNames?: readonly string[] | undefined };

/**
 * `cluster` is the cluster of this question: with the pods nominated to this node, or without a preemption's victims.
 * `atPreFilter` is what PreFilter saw, and `changes` lead from there to `cluster`: upstream counts once and then adds
 * and removes, by rules that are not always those of counting again.
 */
export interface FilterAttempt extends Attempt {
  readonly atPreFilter: Cluster;
  readonly changes: readonly PodChange[];
}

/** `feasible` are the nodes that passed, sorted by name. */
export interface ScoreAttempt extends Attempt {
  readonly feasible: readonly NodeObject[];
}

/** A plugin thrown out of step: the whole attempt is an error with this message. */
export interface PluginError {
  readonly error: string;
}

/** A plugin, evaluated from nothing for each question. */
export interface OraclePlugin {
  readonly name: string;
  preEnqueue?(attempt: Attempt): Verdict;
  preFilter?(attempt: Attempt): PreFilterAnswer;
  filter?(attempt: FilterAttempt, node: NodeObject): Verdict;
  /** True: the plugin does not score this pod at all. */
  preScoreSkip?(attempt: ScoreAttempt): boolean | PluginError;
  score?(attempt: ScoreAttempt, node: NodeObject): number;
  /** `raw` is parallel to `feasible`. Absent: the raw scores are 0..100 already. */
  normalize?(attempt: ScoreAttempt, raw: readonly number[]): readonly number[];
  /**
   * The cluster's other objects after the pod is assumed on the node, as FORMAT.md's step 4 says. Asked before
   * the pod is among the pods.
   */
  reserve?(attempt: Attempt, node: NodeObject): ClusterObjects;
}

export function nameOf({ metadata }: { readonly metadata?: { readonly name?: string } }): string {
  return metadata?.name ?? '';
}

export function namespaceOf({ metadata }: { readonly metadata?: { readonly namespace?: string } }): string {
  return metadata?.namespace ?? '';
}

/** `namespace/name`. */
export function keyOf(object: PodObject): string {
  return `${namespaceOf(object)}/${nameOf(object)}`;
}

/** Absent UIDs are `<namespace>/<name>`. */
export function uidOf(pod: PodObject): string {
  return pod.metadata?.uid ?? keyOf(pod);
}

export function priorityOf({ spec }: PodObject): number {
  return spec?.priority ?? 0;
}

/** The pods on a node, in the order in which they came. */
export function podsOn(cluster: Cluster, node: NodeObject): readonly PodObject[] {
  return cluster.pods.filter(({ spec }) => spec?.nodeName === nameOf(node));
}

/** Strings in the order of their UTF-8 bytes, as Go sorts them. */
export function inByteOrder(texts: readonly string[]): readonly string[] {
  return [...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
