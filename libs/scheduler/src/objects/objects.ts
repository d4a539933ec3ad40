/**
 * What the engine reads of Kubernetes objects: structural, so that any object with these fields will do, whole
 * or bare. Objects are taken as they are: nothing is defaulted here, and an absent field has the meaning
 * Kubernetes gives to absence.
 */

import type { Labels, LabelSelector } from '#apimachinery';
import type { NodeSelectorTerm, Taint, Toleration } from '#kubernetes';

export type { Labels, LabelSelector, NodeSelectorTerm, Taint, Toleration };

/** Amounts by resource name, as they stand in JSON: `"500m"`, `"2Gi"` or a number. */
export type ResourceList = Readonly<Record<string, string | number>>;

export interface ObjectMeta {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly labels?: Labels;
  readonly annotations?: Labels;
  readonly creationTimestamp?: string | null;
  readonly deletionTimestamp?: string | null;
  readonly ownerReferences?: readonly OwnerReference[];
}

export interface OwnerReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly controller?: boolean | null;
}

export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: {
    readonly nodeSelectorTerms?: readonly NodeSelectorTerm[] | null;
  } | null;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[] | null;
}

export interface PreferredSchedulingTerm {
  readonly weight?: number;
  readonly preference?: NodeSelectorTerm;
}

export interface PodAffinityTerm {
  readonly labelSelector?: LabelSelector | null;
  readonly namespaces?: readonly string[] | null;
  readonly namespaceSelector?: LabelSelector | null;
  readonly topologyKey?: string;
}

export interface PodAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[] | null;
  readonly preferredDuringSchedulingIgnoredDuringExecution?:
    readonly { readonly weight?: number; readonly podAffinityTerm?: PodAffinityTerm }[] | null;
}

export interface Affinity {
  readonly nodeAffinity?: NodeAffinity | null;
  readonly podAffinity?: PodAffinity | null;
  readonly podAntiAffinity?: PodAffinity | null;
}

export interface TopologySpreadConstraint {
  readonly maxSkew?: number;
  readonly topologyKey?: string;
  readonly whenUnsatisfiable?: string;
  readonly labelSelector?: LabelSelector | null;
  readonly minDomains?: number | null;
  readonly nodeAffinityPolicy?: string | null;
  readonly nodeTaintsPolicy?: string | null;
  readonly matchLabelKeys?: readonly string[] | null;
}

export interface ContainerPort {
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: string;
}

export interface ResourceRequirements {
  readonly requests?: ResourceList | null;
  readonly limits?: ResourceList | null;
}

export interface Container {
  readonly name?: string;
  readonly image?: string;
  readonly restartPolicy?: string | null;
  readonly resources?: ResourceRequirements | null;
  readonly ports?: readonly ContainerPort[] | null;
}

export interface ContainerStatus {
  readonly name?: string;
  readonly resources?: ResourceRequirements | null;
  readonly allocatedResources?: ResourceList | null;
}

/**
 * Sources that a PersistentVolume and a volume of a pod can both have: disks whose in-tree
 * plugins CSI drivers took over.
 */
export interface MigratedSources {
  readonly gcePersistentDisk?: { readonly pdName?: string; readonly readOnly?: boolean } | null;
  readonly awsElasticBlockStore?: { readonly volumeID?: string } | null;
  readonly azureDisk?: { readonly diskName?: string; readonly diskURI?: string; readonly kind?: string | null } | null;
  readonly azureFile?: object | null;
  readonly cinder?: { readonly volumeID?: string } | null;
  readonly vsphereVolume?: object | null;
  readonly portworxVolume?: { readonly volumeID?: string } | null;
}

/** A volume as far as anything here looks at it: which source it has, and what names the disk behind it. */
export interface Volume extends MigratedSources {
  readonly name?: string;
  readonly persistentVolumeClaim?: { readonly claimName?: string } | null;
  readonly ephemeral?: object | null;
  readonly iscsi?: { readonly iqn?: string; readonly readOnly?: boolean } | null;
  readonly rbd?: {
    readonly monitors?: readonly string[] | null;
    readonly pool?: string;
    readonly image?: string;
    readonly readOnly?: boolean;
  } | null;
}

export type VolumeSource = Exclude<keyof Volume, 'name'>;

export interface PodSpec {
  readonly nodeName?: string;
  readonly schedulerName?: string;
  readonly priority?: number | null;
  readonly preemptionPolicy?: string | null;
  readonly nodeSelector?: Labels | null;
  readonly affinity?: Affinity | null;
  readonly tolerations?: readonly Toleration[] | null;
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[] | null;
  readonly schedulingGates?: readonly { readonly name?: string }[] | null;
  readonly containers?: readonly Container[] | null;
  readonly initContainers?: readonly Container[] | null;
  readonly overhead?: ResourceList | null;
  readonly resources?: ResourceRequirements | null;
  readonly volumes?: readonly Volume[] | null;
  readonly resourceClaims?: readonly unknown[] | null;
}

export interface PodStatus {
  readonly phase?: string;
  readonly nominatedNodeName?: string;
  readonly startTime?: string | null;
  readonly conditions?:
    readonly { readonly type?: string; readonly status?: string; readonly reason?: string }[] | null;
  readonly containerStatuses?: readonly ContainerStatus[] | null;
  readonly initContainerStatuses?: readonly ContainerStatus[] | null;
}

export interface Pod {
  readonly metadata?: ObjectMeta;
  readonly spec?: PodSpec;
  readonly status?: PodStatus;
}

export interface Node {
  readonly metadata?: ObjectMeta;
  readonly spec?: { readonly unschedulable?: boolean; readonly taints?: readonly Taint[] | null };
  readonly status?: {
    readonly allocatable?: ResourceList | null;
    readonly images?: readonly { readonly names?: readonly string[] | null; readonly sizeBytes?: number }[] | null;
    readonly conditions?: readonly { readonly type?: string; readonly status?: string }[] | null;
  };
}

/** An object of another kind that some plugin reads; the plugin knows more about its shape. */
export interface ClusterObject {
  readonly metadata?: ObjectMeta;
  readonly spec?: unknown;
}

/** `namespace/name`, as Kubernetes prints it. */
export function podKey(pod: Pod): string {
  return `${pod.metadata?.namespace ?? ''}/${pod.metadata?.name ?? ''}`;
}

/** What tells two pods apart: the uid, or `namespace/name` for an object that was never given one. */
export function podUid(pod: Pod): string {
  return pod.metadata?.uid ?? podKey(pod);
}

/** An absent priority is 0. */
export function podPriority(pod: Pod): number {
  return pod.spec?.priority ?? 0;
}

/** The pod is on its way out. */
export function isTerminating({ metadata }: Pod): boolean {
  return metadata?.deletionTimestamp !== undefined && metadata.deletionTimestamp !== null;
}
