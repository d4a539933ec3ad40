import { list, object, resourceList, text } from '../../decoding/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import { checkNodeSelector, nodeSelector, type NodeSelector } from '../../node-selector/index.js';
import type { JudgedField } from '../../problems/index.js';
import type { ResourceList } from '../../resources/index.js';
import { checkAccessModes, checkClassName, checkPositive, checkVolumeMode } from '../../storage/index.js';
import { checkChoice, checkImmutable, sameValue } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';

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

/** All about the kind PersistentVolume. */
export const persistentVolumeKind = defineKind<PersistentVolume>({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  shortNames: ['pv'],
  statusSubresource: true,
  boundBy: 'claimRef',
  returnsDeleted: true,
  hasSpec: true,
  fields: {
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
  },
  complete,
  check,
  checkUpdate,
});

const RECLAIM_POLICIES: readonly string[] = ['Delete', 'Recycle', 'Retain'];

/**
 * A volume that nobody claimed yet, kept when its claim goes. No volume controller is there that would find a pending
 * volume and make it available, and claims are only matched with available ones, so what says nothing of its phase gets
 * what the controller would say.
 * // as API server v1.34 SetDefaults_PersistentVolume
 */
function complete(volume: PersistentVolume): void {
  volume.spec.persistentVolumeReclaimPolicy ||= 'Retain';
  volume.spec.volumeMode ??= 'Filesystem';
  volume.status ??= {};
  volume.status.phase ||= volume.spec.claimRef?.uid ? 'Bound' : 'Available';
}

/**
 * It has access modes, one capacity, and node affinity that can be met.
 * // as API server v1.34 ValidatePersistentVolume
 */
function check({ spec }: PersistentVolume, root: JudgedField): void {
  const at = root.child('spec');
  checkAccessModes(spec.accessModes ?? [], '', at.child('accessModes'));
  const capacity = spec.capacity ?? {};
  if (Object.keys(capacity).length === 0) at.child('capacity').required();
  else if (!Object.hasOwn(capacity, 'storage') || Object.keys(capacity).length > 1)
    at.child('capacity').notSupported(capacity, ['storage']);
  for (const [name, amount] of Object.entries(capacity)) checkPositive(amount, at.child('capacity').key(name));
  checkChoice(spec.persistentVolumeReclaimPolicy, RECLAIM_POLICIES, at.child('persistentVolumeReclaimPolicy'));
  checkClassName(spec.storageClassName, at.child('storageClassName'));
  checkVolumeMode(spec.volumeMode, at.child('volumeMode'));
  if (spec.nodeAffinity === undefined) return;
  const path = at.child('nodeAffinity').child('required');
  if (spec.nodeAffinity.required === undefined) path.required('must specify required node constraints');
  else checkNodeSelector(spec.nodeAffinity.required, path);
}

/** The storage behind a volume is what it is. // as API server v1.34 ValidatePersistentVolumeUpdate */
function checkUpdate({ spec }: PersistentVolume, { spec: before }: PersistentVolume, root: JudgedField): void {
  const at = root.child('spec');
  const sources = [spec, before].map(({ csi, gcePersistentDisk, awsElasticBlockStore, azureDisk }) => ({
    csi,
    gcePersistentDisk,
    awsElasticBlockStore,
    azureDisk,
  }));
  if (!sameValue(sources[0], sources[1]))
    at.child('persistentvolumesource').forbidden('spec.persistentvolumesource is immutable after creation');
  checkImmutable(spec.volumeMode, before.volumeMode, at.child('volumeMode'));
  if (before.nodeAffinity !== undefined)
    checkImmutable(spec.nodeAffinity, before.nodeAffinity, at.child('nodeAffinity'));
}
