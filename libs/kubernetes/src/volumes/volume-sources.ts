import type { LabelSelector } from '#apimachinery';
import type { ObjectMeta } from '../metadata/index.js';
import type { ObjectField, ResourceField } from '../containers/index.js';
import type { PersistentVolumeClaimSpec } from '../storage/index.js';

export interface Reference {
  name?: string;
  namespace?: string;
}

/** A key of a ConfigMap or a Secret as a file. */
export interface KeyAsFile {
  key?: string;
  path?: string;
  mode?: number;
}

/** Something of the pod as a file. */
export interface FieldAsFile {
  path?: string;
  fieldRef?: ObjectField;
  resourceFieldRef?: ResourceField;
  mode?: number;
}

/** One of what a projected volume is made of. */
export interface Projection {
  secret?: { name?: string; items?: KeyAsFile[] };
  configMap?: { name?: string; items?: KeyAsFile[] };
  downwardAPI?: { items?: FieldAsFile[] };
  serviceAccountToken?: { audience?: string; expirationSeconds?: number; path?: string };
  clusterTrustBundle?: { name?: string; signerName?: string; labelSelector?: LabelSelector; path?: string };
  podCertificate?: object;
}

/** Sources that volumes of pods and persistent volumes have alike. */
export interface SharedSources {
  hostPath?: { path?: string; type?: string };
  gcePersistentDisk?: { pdName?: string; readOnly?: boolean; partition?: number };
  awsElasticBlockStore?: { volumeID?: string; readOnly?: boolean; partition?: number };
  nfs?: { server?: string; path?: string };
  iscsi?: Iscsi;
  glusterfs?: { endpoints?: string; path?: string; endpointsNamespace?: string };
  flocker?: { datasetName?: string; datasetUUID?: string };
  rbd?: Rbd;
  cinder?: { volumeID?: string; secretRef?: Reference };
  cephfs?: { monitors?: string[] };
  quobyte?: { registry?: string; volume?: string; tenant?: string };
  fc?: { targetWWNs?: string[]; lun?: number; wwids?: string[] };
  flexVolume?: { driver?: string; options?: Record<string, string> };
  azureFile?: { secretName?: string; shareName?: string; secretNamespace?: string };
  vsphereVolume?: { volumePath?: string };
  photonPersistentDisk?: { pdID?: string };
  portworxVolume?: { volumeID?: string };
  azureDisk?: AzureDisk;
  storageos?: { volumeName?: string; volumeNamespace?: string; secretRef?: Reference };
  scaleIO?: ScaleIO;
}

export interface Iscsi {
  targetPortal?: string;
  iqn?: string;
  lun?: number;
  readOnly?: boolean;
  iscsiInterface?: string;
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  secretRef?: Reference;
  initiatorName?: string;
}

export interface Rbd {
  monitors?: string[];
  image?: string;
  pool?: string;
  readOnly?: boolean;
  user?: string;
  keyring?: string;
}

export interface AzureDisk {
  diskName?: string;
  diskURI?: string;
  cachingMode?: string;
  fsType?: string;
  kind?: string;
  readOnly?: boolean;
}

export interface ScaleIO {
  gateway?: string;
  system?: string;
  volumeName?: string;
  storageMode?: string;
  fsType?: string;
}

/** core/v1 Volume: all sources, kept, defaulted and judged; some decide where a pod fits. */
export interface Volume extends SharedSources {
  name?: string;
  emptyDir?: { medium?: string; sizeLimit?: string | number };
  gitRepo?: { repository?: string; directory?: string };
  secret?: { secretName?: string; defaultMode?: number; items?: KeyAsFile[] };
  persistentVolumeClaim?: { claimName?: string; readOnly?: boolean };
  downwardAPI?: { defaultMode?: number; items?: FieldAsFile[] };
  configMap?: { name?: string; defaultMode?: number; items?: KeyAsFile[] };
  projected?: { defaultMode?: number; sources?: Projection[] };
  csi?: { driver?: string; readOnly?: boolean; nodePublishSecretRef?: Reference };
  ephemeral?: { volumeClaimTemplate?: { metadata?: Partial<ObjectMeta>; spec?: PersistentVolumeClaimSpec } };
  image?: { reference?: string; pullPolicy?: string };
}
