import type {
  CSIDriver,
  CSIDriverSpec,
  CSINode,
  CSINodeDriver,
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  PersistentVolumeSpec,
  StorageClass,
  VolumeAttachment,
} from '../types/index.js';
import { anyObject, flag, int32, list, object, quantity, resourceList, text, textMap } from './decoder.js';
import { kubernetesObject, labelSelector } from './metadata.js';
import { nodeSelector, resourceRequirements } from './pod.js';

export const persistentVolume = kubernetesObject<PersistentVolume>({
  spec: object<PersistentVolumeSpec>({
    capacity: resourceList,
    accessModes: list(text),
    storageClassName: text,
    volumeMode: text,
    persistentVolumeReclaimPolicy: text,
    nodeAffinity: object({ required: nodeSelector }),
    claimRef: object({ kind: text, namespace: text, name: text, uid: text }),
    csi: object({ driver: text, volumeHandle: text }),
    gcePersistentDisk: object({ pdName: text }),
    awsElasticBlockStore: object({ volumeID: text }),
    azureDisk: object({ diskName: text }),
  }),
  status: object({ phase: text }),
});

export const persistentVolumeClaim = kubernetesObject<PersistentVolumeClaim>({
  spec: object<PersistentVolumeClaimSpec>({
    accessModes: list(text),
    resources: resourceRequirements,
    selector: labelSelector,
    storageClassName: text,
    volumeAttributesClassName: text,
    volumeMode: text,
    volumeName: text,
  }),
  status: object({ phase: text, capacity: resourceList, accessModes: list(text) }),
});

export const storageClass = kubernetesObject<StorageClass>({
  provisioner: text,
  parameters: textMap,
  reclaimPolicy: text,
  volumeBindingMode: text,
  allowVolumeExpansion: flag,
  allowedTopologies: list(object({ matchLabelExpressions: list(object({ key: text, values: list(text) })) })),
});

const csiNodeDriver = object<CSINodeDriver>({
  name: text,
  nodeID: text,
  topologyKeys: list(text),
  allocatable: object({ count: int32 }),
});

export const csiNode = kubernetesObject<CSINode>({ spec: object({ drivers: list(csiNodeDriver) }) });

export const csiDriver = kubernetesObject<CSIDriver>({
  spec: object<CSIDriverSpec>({
    attachRequired: flag,
    podInfoOnMount: flag,
    storageCapacity: flag,
    requiresRepublish: flag,
    seLinuxMount: flag,
    fsGroupPolicy: text,
    volumeLifecycleModes: list(text),
  }),
});

export const csiStorageCapacity = kubernetesObject<CSIStorageCapacity>({
  storageClassName: text,
  nodeTopology: labelSelector,
  capacity: quantity,
  maximumVolumeSize: quantity,
});

export const volumeAttachment = kubernetesObject<VolumeAttachment>({
  spec: object({
    attacher: text,
    nodeName: text,
    source: object({ persistentVolumeName: text, inlineVolumeSpec: anyObject }),
  }),
  status: object({ attached: flag }),
});
