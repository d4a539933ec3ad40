import type { KubernetesObject } from '../../metadata/index.js';
import type { NodeSelector } from '../../node-selector/index.js';
import type { ResourceList } from '../../resources/index.js';
import type { SharedSources } from '../../volumes/index.js';

/** core/v1 PersistentVolume. */
export interface PersistentVolume extends KubernetesObject {
  kind: 'PersistentVolume';
  spec: PersistentVolumeSpec;
  status?: { phase?: string; lastPhaseTransitionTime?: string };
}

export interface PersistentVolumeSpec extends SharedSources {
  capacity?: ResourceList;
  accessModes?: string[];
  storageClassName?: string;
  volumeMode?: string;
  persistentVolumeReclaimPolicy?: string;
  nodeAffinity?: { required?: NodeSelector };
  claimRef?: { kind?: string; namespace?: string; name?: string; uid?: string };
  volumeAttributesClassName?: string;
  csi?: CsiSource;
  local?: { path?: string };
}

export interface CsiSource {
  driver?: string;
  volumeHandle?: string;
  readOnly?: boolean;
  controllerPublishSecretRef?: SecretReference;
  controllerExpandSecretRef?: SecretReference;
  nodePublishSecretRef?: SecretReference;
  nodeExpandSecretRef?: SecretReference;
}

interface SecretReference {
  name?: string;
  namespace?: string;
}
