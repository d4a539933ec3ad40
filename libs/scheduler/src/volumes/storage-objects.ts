/**
 * The storage objects of a cluster, as far as the volume plugins read them: structural, and taken as they are. An
 * absent field has the meaning that Kubernetes gives to absence.
 */
import type { LabelSelector, MigratedSources, NodeSelectorTerm, ObjectMeta, ResourceList } from '../objects/index.js';

/** core/v1 PersistentVolumeClaim. */
export interface PersistentVolumeClaim {
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly accessModes?: readonly string[] | null;
    readonly resources?: { readonly requests?: ResourceList | null } | null;
    readonly selector?: LabelSelector | null;
    readonly storageClassName?: string | null;
    readonly volumeAttributesClassName?: string | null;
    readonly volumeMode?: string | null;
    readonly volumeName?: string;
  };
  readonly status?: { readonly phase?: string };
}

/** core/v1 PersistentVolume. */
export interface PersistentVolume {
  readonly metadata?: ObjectMeta;
  readonly spec?: MigratedSources & {
    readonly capacity?: ResourceList | null;
    readonly accessModes?: readonly string[] | null;
    readonly storageClassName?: string;
    readonly volumeAttributesClassName?: string | null;
    readonly volumeMode?: string | null;
    readonly nodeAffinity?: {
      readonly required?: { readonly nodeSelectorTerms?: readonly NodeSelectorTerm[] | null } | null;
    } | null;
    readonly claimRef?: { readonly namespace?: string; readonly name?: string; readonly uid?: string } | null;
    readonly csi?: { readonly driver?: string; readonly volumeHandle?: string } | null;
  };
  readonly status?: { readonly phase?: string };
}

/** storage.k8s.io/v1 StorageClass. */
export interface StorageClass {
  readonly metadata?: ObjectMeta;
  readonly provisioner?: string;
  readonly volumeBindingMode?: string | null;
  readonly allowedTopologies?: readonly TopologySelectorTerm[] | null;
}

/** core/v1 TopologySelectorTerm: every expression must hold. */
export interface TopologySelectorTerm {
  readonly matchLabelExpressions?:
    readonly { readonly key?: string; readonly values?: readonly string[] | null }[] | null;
}

/** storage.k8s.io/v1 CSINode: the drivers on the node of the same name. `count` null or absent: no limit. */
export interface CsiNode {
  readonly metadata?: ObjectMeta;
  readonly spec?: { readonly drivers?: readonly CsiNodeDriver[] | null };
}

export interface CsiNodeDriver {
  readonly name?: string;
  readonly allocatable?: { readonly count?: number | null } | null;
}

/** storage.k8s.io/v1 CSIDriver. */
export interface CsiDriver {
  readonly metadata?: ObjectMeta;
  readonly spec?: { readonly storageCapacity?: boolean | null };
}

/** storage.k8s.io/v1 CSIStorageCapacity: what a class can still provide on the nodes that the topology selects. */
export interface CsiStorageCapacity {
  readonly metadata?: ObjectMeta;
  readonly storageClassName?: string;
  readonly nodeTopology?: LabelSelector | null;
  readonly capacity?: string | number | null;
  readonly maximumVolumeSize?: string | number | null;
}

/** storage.k8s.io/v1 VolumeAttachment. */
export interface VolumeAttachment {
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string | null } | null;
  };
}
