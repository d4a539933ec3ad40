import type { LabelSelector } from '../label-selector/index.js';
import type { NodeSelector } from './affinity.js';
import type { KubernetesObject, ResourceList } from './metadata.js';
import type { ResourceRequirements } from './container.js';

/** core/v1 PersistentVolume. */
export interface PersistentVolume extends KubernetesObject {
  kind: 'PersistentVolume';
  spec: PersistentVolumeSpec;
  status?: { phase?: string };
}

export interface PersistentVolumeSpec {
  capacity?: ResourceList;
  accessModes?: string[];
  storageClassName?: string;
  volumeMode?: string;
  persistentVolumeReclaimPolicy?: string;
  nodeAffinity?: { required?: NodeSelector };
  claimRef?: { kind?: string; namespace?: string; name?: string; uid?: string };
  csi?: { driver?: string; volumeHandle?: string };
  gcePersistentDisk?: { pdName?: string };
  awsElasticBlockStore?: { volumeID?: string };
  azureDisk?: { diskName?: string };
}

/** core/v1 PersistentVolumeClaim. */
export interface PersistentVolumeClaim extends KubernetesObject {
  kind: 'PersistentVolumeClaim';
  spec: PersistentVolumeClaimSpec;
  status?: { phase?: string; capacity?: ResourceList; accessModes?: string[] };
}

export interface PersistentVolumeClaimSpec {
  accessModes?: string[];
  resources?: ResourceRequirements;
  selector?: LabelSelector;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}

/** storage.k8s.io/v1 StorageClass. */
export interface StorageClass extends KubernetesObject {
  kind: 'StorageClass';
  provisioner?: string;
  parameters?: Record<string, string>;
  reclaimPolicy?: string;
  volumeBindingMode?: string;
  allowVolumeExpansion?: boolean;
  allowedTopologies?: { matchLabelExpressions?: { key?: string; values?: string[] }[] }[];
}

/** storage.k8s.io/v1 CSINode: the storage drivers of the node of the same name. */
export interface CSINode extends KubernetesObject {
  kind: 'CSINode';
  spec?: { drivers?: CSINodeDriver[] };
}

export interface CSINodeDriver {
  name?: string;
  nodeID?: string;
  topologyKeys?: string[];
  allocatable?: { count?: number };
}

/** storage.k8s.io/v1 CSIDriver. */
export interface CSIDriver extends KubernetesObject {
  kind: 'CSIDriver';
  spec: CSIDriverSpec;
}

export interface CSIDriverSpec {
  attachRequired?: boolean;
  podInfoOnMount?: boolean;
  storageCapacity?: boolean;
  requiresRepublish?: boolean;
  seLinuxMount?: boolean;
  fsGroupPolicy?: string;
  volumeLifecycleModes?: string[];
}

/** storage.k8s.io/v1 CSIStorageCapacity. */
export interface CSIStorageCapacity extends KubernetesObject {
  kind: 'CSIStorageCapacity';
  storageClassName?: string;
  nodeTopology?: LabelSelector;
  capacity?: string | number;
  maximumVolumeSize?: string | number;
}

/** storage.k8s.io/v1 VolumeAttachment. */
export interface VolumeAttachment extends KubernetesObject {
  kind: 'VolumeAttachment';
  spec: { attacher?: string; nodeName?: string; source?: { persistentVolumeName?: string; inlineVolumeSpec?: object } };
  status?: { attached?: boolean };
}
