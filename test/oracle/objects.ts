/**
 * Kubernetes objects as scenarios hold them: plain JSON, every field optional, and only the
 * fields that scheduling reads.
 */

export type Quantity = string | number;
export type Quantities = Readonly<Record<string, Quantity>>;
export type Labels = Readonly<Record<string, string>>;

export interface OwnerReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly controller?: boolean;
}

export interface Metadata {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly labels?: Labels;
  readonly annotations?: Labels;
  readonly deletionTimestamp?: string;
  readonly creationTimestamp?: string;
  readonly ownerReferences?: readonly OwnerReference[];
}

export interface Requirement {
  readonly key?: string;
  readonly operator?: string;
  readonly values?: readonly string[];
}

/** A nil selector is an absent one. */
export interface LabelSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly Requirement[];
}

export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly Requirement[];
  readonly matchFields?: readonly Requirement[];
}

export interface NodeSelector {
  readonly nodeSelectorTerms?: readonly NodeSelectorTerm[];
}

export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
    readonly weight?: number;
    readonly preference?: NodeSelectorTerm;
  }[];
}

export interface PodAffinityTerm {
  readonly labelSelector?: LabelSelector;
  readonly namespaces?: readonly string[];
  readonly namespaceSelector?: LabelSelector;
  readonly topologyKey?: string;
  readonly matchLabelKeys?: readonly string[];
  readonly mismatchLabelKeys?: readonly string[];
}

export interface PodAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
    readonly weight?: number;
    readonly podAffinityTerm?: PodAffinityTerm;
  }[];
}

export interface TopologySpreadConstraint {
  readonly maxSkew?: number;
  readonly topologyKey?: string;
  readonly whenUnsatisfiable?: string;
  readonly labelSelector?: LabelSelector;
  readonly minDomains?: number;
  readonly nodeAffinityPolicy?: string;
  readonly nodeTaintsPolicy?: string;
  readonly matchLabelKeys?: readonly string[];
}

export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number;
}

export interface Taint {
  readonly key?: string;
  readonly value?: string;
  readonly effect?: string;
}

export interface ResourceRequirements {
  readonly requests?: Quantities;
  readonly limits?: Quantities;
}

export interface ContainerPort {
  readonly containerPort?: number;
  readonly hostPort?: number;
  readonly hostIP?: string;
  readonly protocol?: string;
}

export interface Container {
  readonly name?: string;
  readonly image?: string;
  readonly restartPolicy?: string;
  readonly resources?: ResourceRequirements;
  readonly ports?: readonly ContainerPort[];
}

export interface PersistentVolumeClaimSpec {
  readonly accessModes?: readonly string[];
  readonly resources?: ResourceRequirements;
  readonly storageClassName?: string;
  readonly volumeMode?: string;
  readonly volumeName?: string;
  readonly selector?: LabelSelector;
  readonly volumeAttributesClassName?: string;
  readonly dataSource?: { readonly kind?: string; readonly name?: string };
}

export interface Volume {
  readonly name?: string;
  readonly persistentVolumeClaim?: { readonly claimName?: string; readonly readOnly?: boolean };
  readonly ephemeral?: {
    readonly volumeClaimTemplate?: { readonly metadata?: Metadata; readonly spec?: PersistentVolumeClaimSpec };
  };
  readonly gcePersistentDisk?: { readonly pdName?: string; readonly readOnly?: boolean };
  readonly awsElasticBlockStore?: { readonly volumeID?: string; readonly readOnly?: boolean };
  readonly azureDisk?: { readonly diskName?: string; readonly diskURI?: string };
  readonly rbd?: {
    readonly monitors?: readonly string[];
    readonly image?: string;
    readonly pool?: string;
    readonly readOnly?: boolean;
  };
  readonly iscsi?: {
    readonly targetPortal?: string;
    readonly iqn?: string;
    readonly lun?: number;
    readonly readOnly?: boolean;
  };
  readonly csi?: { readonly driver?: string };
  readonly emptyDir?: object;
}

export interface ContainerStatus {
  readonly name?: string;
  readonly resources?: ResourceRequirements;
  readonly allocatedResources?: Quantities;
}

export interface PodSpec {
  readonly nodeName?: string;
  readonly schedulerName?: string;
  readonly priority?: number;
  readonly preemptionPolicy?: string;
  readonly nodeSelector?: Labels;
  readonly affinity?: {
    readonly nodeAffinity?: NodeAffinity;
    readonly podAffinity?: PodAffinity;
    readonly podAntiAffinity?: PodAffinity;
  };
  readonly tolerations?: readonly Toleration[];
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[];
  readonly schedulingGates?: readonly { readonly name?: string }[];
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly overhead?: Quantities;
  readonly resources?: ResourceRequirements;
  readonly volumes?: readonly Volume[];
  readonly hostNetwork?: boolean;
  readonly resourceClaims?: readonly object[];
}

export interface PodStatus {
  readonly phase?: string;
  readonly nominatedNodeName?: string;
  readonly startTime?: string;
  readonly conditions?: readonly { readonly type?: string; readonly status?: string; readonly reason?: string }[];
  readonly containerStatuses?: readonly ContainerStatus[];
  readonly initContainerStatuses?: readonly ContainerStatus[];
}

export interface PodObject {
  readonly metadata?: Metadata;
  readonly spec?: PodSpec;
  readonly status?: PodStatus;
}

export interface NodeObject {
  readonly metadata?: Metadata;
  readonly spec?: { readonly unschedulable?: boolean; readonly taints?: readonly Taint[] };
  readonly status?: {
    readonly allocatable?: Quantities;
    readonly capacity?: Quantities;
    readonly images?: readonly { readonly names?: readonly string[]; readonly sizeBytes?: number }[];
  };
}

export interface NamespaceObject {
  readonly metadata?: Metadata;
}

export interface PersistentVolumeObject {
  readonly metadata?: Metadata;
  readonly spec?: {
    readonly capacity?: Quantities;
    readonly accessModes?: readonly string[];
    readonly storageClassName?: string;
    readonly volumeMode?: string;
    readonly volumeAttributesClassName?: string;
    readonly claimRef?: {
      readonly kind?: string;
      readonly namespace?: string;
      readonly name?: string;
      readonly uid?: string;
    };
    readonly nodeAffinity?: { readonly required?: NodeSelector };
    readonly csi?: { readonly driver?: string; readonly volumeHandle?: string };
    readonly awsElasticBlockStore?: { readonly volumeID?: string };
    readonly gcePersistentDisk?: { readonly pdName?: string };
    readonly azureDisk?: { readonly diskName?: string; readonly diskURI?: string };
    readonly local?: { readonly path?: string };
  };
  readonly status?: { readonly phase?: string };
}

export interface PersistentVolumeClaimObject {
  readonly metadata?: Metadata;
  readonly spec?: PersistentVolumeClaimSpec;
  readonly status?: { readonly phase?: string };
}

export interface StorageClassObject {
  readonly metadata?: Metadata;
  readonly provisioner?: string;
  readonly volumeBindingMode?: string;
  readonly allowedTopologies?: readonly {
    readonly matchLabelExpressions?: readonly { readonly key?: string; readonly values?: readonly string[] }[];
  }[];
}

export interface CsiNodeObject {
  readonly metadata?: Metadata;
  readonly spec?: {
    readonly drivers?: readonly {
      readonly name?: string;
      readonly nodeID?: string;
      readonly topologyKeys?: readonly string[];
      readonly allocatable?: { readonly count?: number };
    }[];
  };
}

export interface CsiDriverObject {
  readonly metadata?: Metadata;
  readonly spec?: { readonly storageCapacity?: boolean };
}

export interface CsiStorageCapacityObject {
  readonly metadata?: Metadata;
  readonly storageClassName?: string;
  readonly capacity?: Quantity;
  readonly maximumVolumeSize?: Quantity;
  readonly nodeTopology?: LabelSelector;
}

export interface VolumeAttachmentObject {
  readonly metadata?: Metadata;
  readonly spec?: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string };
  };
}

export interface ServiceObject {
  readonly metadata?: Metadata;
  readonly spec?: { readonly selector?: Labels };
}

export interface ReplicationControllerObject {
  readonly metadata?: Metadata;
  readonly spec?: { readonly selector?: Labels };
}

/** A ReplicaSet or a StatefulSet. */
export interface ReplicatedSetObject {
  readonly metadata?: Metadata;
  readonly spec?: { readonly selector?: LabelSelector };
}

export interface PodDisruptionBudgetObject {
  readonly metadata?: Metadata;
  readonly spec?: { readonly selector?: LabelSelector };
  readonly status?: { readonly disruptionsAllowed?: number; readonly disruptedPods?: Readonly<Record<string, string>> };
}
