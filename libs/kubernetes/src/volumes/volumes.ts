import { flag, int32, list, object, quantity, text, whole } from '#apimachinery';
import { resourceField } from '../containers/index.js';
import { metadata } from '../metadata/index.js';
import type { FieldAsFile, Projection, SharedSources, Volume } from './volume-sources.js';

/** Decoders of the sources that volumes of pods and persistent volumes have alike. */
export const sharedSources = {
  hostPath: object<NonNullable<SharedSources['hostPath']>>({ path: text, type: text }),
  gcePersistentDisk: object({ pdName: text, readOnly: flag, partition: int32 }),
  awsElasticBlockStore: object({ volumeID: text, readOnly: flag, partition: int32 }),
  nfs: whole<NonNullable<SharedSources['nfs']>>(),
  iscsi: whole<NonNullable<SharedSources['iscsi']>>(),
  glusterfs: whole<NonNullable<SharedSources['glusterfs']>>(),
  flocker: whole<NonNullable<SharedSources['flocker']>>(),
  rbd: whole<NonNullable<SharedSources['rbd']>>(),
  cinder: whole<NonNullable<SharedSources['cinder']>>(),
  cephfs: whole<NonNullable<SharedSources['cephfs']>>(),
  quobyte: whole<NonNullable<SharedSources['quobyte']>>(),
  fc: whole<NonNullable<SharedSources['fc']>>(),
  flexVolume: whole<NonNullable<SharedSources['flexVolume']>>(),
  azureFile: whole<NonNullable<SharedSources['azureFile']>>(),
  vsphereVolume: whole<NonNullable<SharedSources['vsphereVolume']>>(),
  photonPersistentDisk: whole<NonNullable<SharedSources['photonPersistentDisk']>>(),
  portworxVolume: whole<NonNullable<SharedSources['portworxVolume']>>(),
  azureDisk: whole<NonNullable<SharedSources['azureDisk']>>(),
  storageos: whole<NonNullable<SharedSources['storageos']>>(),
  scaleIO: whole<NonNullable<SharedSources['scaleIO']>>(),
};

const fieldAsFile = object<FieldAsFile>({
  path: text,
  fieldRef: object({ apiVersion: text, fieldPath: text }),
  resourceFieldRef: resourceField,
  mode: int32,
});

const projection = object<Projection>({
  secret: whole(),
  configMap: whole(),
  downwardAPI: object({ items: list(fieldAsFile) }),
  serviceAccountToken: whole(),
  clusterTrustBundle: whole(),
  podCertificate: whole(),
});

const volume = object<Volume>({
  ...sharedSources,
  name: text,
  emptyDir: object({ medium: text, sizeLimit: quantity }),
  gitRepo: whole(),
  secret: whole(),
  persistentVolumeClaim: object({ claimName: text, readOnly: flag }),
  downwardAPI: object({ defaultMode: int32, items: list(fieldAsFile) }),
  configMap: whole(),
  projected: object({ defaultMode: int32, sources: list(projection) }),
  csi: whole(),
  ephemeral: object({ volumeClaimTemplate: object({ metadata, spec: whole() }) }),
  image: whole(),
});

/** The volumes of a pod. */
export const volumes = list(volume, { mergeKey: 'name' });
