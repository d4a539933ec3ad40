import {
  checkChoice,
  checkImmutable,
  list,
  object,
  resourceList,
  sameValue,
  text,
  time,
  whole,
  type JudgedField,
} from '#apimachinery';
import { internalDifference, internalView } from '../../internals/index.js';
import { checkNodeSelector, nodeSelector } from '../../node-selector/index.js';
import {
  checkAccessModes,
  checkClassName,
  checkNotBelowZero,
  checkPositive,
  checkVolumeMode,
} from '../../storage/index.js';
import { defaultSource, sharedSources } from '../../volumes/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { persistentVolumeColumns } from './columns.js';
import { checkVolumeSource, sourceOf } from './source-rules.js';
import type { CsiSource, PersistentVolume, PersistentVolumeSpec } from './type.js';

/** All about the kind PersistentVolume. */
export const persistentVolumeKind = defineKind<PersistentVolume>({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  judgesMetadata: ['whole'],
  shortNames: ['pv'],
  statusSubresource: true,
  boundBy: 'claimRef',
  returnsDeleted: true,
  hasSpec: true,
  columns: persistentVolumeColumns,
  fields: {
    spec: object<PersistentVolumeSpec>({
      capacity: resourceList,
      accessModes: list(text),
      storageClassName: text,
      volumeMode: text,
      persistentVolumeReclaimPolicy: text,
      nodeAffinity: object({ required: nodeSelector }),
      claimRef: object({ kind: text, namespace: text, name: text, uid: text }),
      volumeAttributesClassName: text,
      ...sharedSources,
      csi: whole<CsiSource>(),
      local: object({ path: text }),
    }),
    status: object({ phase: text, lastPhaseTransitionTime: time }),
  },
  complete,
  prepare,
  check,
  checkUpdate,
});

const RECLAIM_POLICIES: readonly string[] = ['Delete', 'Recycle', 'Retain'];

/** A volume without a claim, kept when its claim goes. // as API server v1.34 SetDefaults_PersistentVolume */
function complete(volume: PersistentVolume): void {
  volume.spec.persistentVolumeReclaimPolicy ||= 'Retain';
  volume.spec.volumeMode ??= 'Filesystem';
  defaultSource(volume.spec);
  // What is false is not printed.
  if (volume.spec.csi?.readOnly === false) delete volume.spec.csi.readOnly;
}

/**
 * What it is, and since when. A new volume is pending until the volume controller finds it and makes it available;
 * claims are only matched with available ones, so where controllers act it has what that controller would say.
 * // as API server v1.34 persistentvolumeStrategy.PrepareForCreate
 */
function prepare(
  volume: PersistentVolume,
  { isNew, isImported, now, hasControllers, old, subresource }: Arrival,
): void {
  if (isNew && !isImported && !hasControllers) delete volume.status;
  const found = volume.spec.claimRef?.uid ? 'Bound' : 'Available';
  volume.status ??= {};
  volume.status.phase ||= hasControllers ? found : 'Pending';
  if (isNew && !hasControllers) volume.status.lastPhaseTransitionTime = now;
  else if (isNew) volume.status.lastPhaseTransitionTime ??= now;
  if (subresource === 'status') noteTransition(volume.status, (old as PersistentVolume | undefined)?.status ?? {}, now);
}

/** Since when it is what it is. // as API server v1.34 persistentvolumeStatusStrategy.PrepareForUpdate */
function noteTransition(status: Status, before: Status, now: string): void {
  const { lastPhaseTransitionTime: was } = before;
  if (status.phase !== before.phase) {
    if (status.lastPhaseTransitionTime === undefined || status.lastPhaseTransitionTime === was)
      status.lastPhaseTransitionTime = now;
  } else if (was !== undefined) status.lastPhaseTransitionTime ??= was;
}

type Status = NonNullable<PersistentVolume['status']>;

/** It is one volume, and where it can be is said. // as API server v1.34 ValidatePersistentVolumeSpec */
function check({ spec, metadata }: PersistentVolume, root: JudgedField): void {
  const at = root.child('spec');
  checkAccessModes(spec.accessModes ?? [], '', at.child('accessModes'));
  const capacity = spec.capacity ?? {};
  if (Object.keys(capacity).length === 0) at.child('capacity').required();
  if (!Object.hasOwn(capacity, 'storage') || Object.keys(capacity).length > 1)
    at.child('capacity').notSupported(spec.capacity && internalView(spec.capacity, 'map'), ['storage']);
  for (const [name, amount] of Object.entries(capacity)) {
    checkNotBelowZero(amount, at.child('capacity').key(name));
    checkPositive(amount, at.child('capacity').key(name));
  }
  checkChoice(spec.persistentVolumeReclaimPolicy, RECLAIM_POLICIES, at.child('persistentVolumeReclaimPolicy'));
  checkNodeAffinity(spec, at.child('nodeAffinity'));
  checkVolumeSource(spec, metadata.name, at);
  checkNoRecycledRoot(spec, at);
  checkClassName(spec.storageClassName, at.child('storageClassName'));
  checkVolumeMode(spec.volumeMode, at.child('volumeMode'));
  checkAttributes(spec, at);
  checkMountOptions({ spec, metadata }, root);
}

/** Volumes of some sorts are mounted with options; the others have none. // as checkMountOption */
function checkMountOptions({ spec, metadata }: Pick<PersistentVolume, 'spec' | 'metadata'>, root: JudgedField): void {
  if (!Object.hasOwn(metadata.annotations ?? {}, MOUNT_OPTIONS) || WITH_OPTIONS.some((name) => spec[name])) return;
  const path = root.child('metadata').child('annotations').child(MOUNT_OPTIONS);
  path.forbidden('may not specify mount options for this volume type');
}

const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options';
const WITH_OPTIONS = [
  ...(['gcePersistentDisk', 'awsElasticBlockStore', 'glusterfs', 'nfs', 'rbd', 'quobyte', 'iscsi', 'cinder'] as const),
  ...(['cephfs', 'azureFile', 'vsphereVolume', 'azureDisk', 'photonPersistentDisk'] as const),
];

/**
 * The same of a volume that stands in what attaches it: of a driver, and nothing more.
 * // as API server v1.34 ValidatePersistentVolumeSpec, validateInlinePersistentVolumeSpec
 */
export function checkInlineVolume(spec: PersistentVolumeSpec, at: JudgedField): void {
  const where = 'in the context of inline volumes';
  const not = `may not be specified ${where}`;
  if (spec.claimRef !== undefined) at.child('claimRef').forbidden(not);
  if (Object.keys(spec.capacity ?? {}).length > 0) at.child('capacity').forbidden(not);
  if (spec.csi === undefined) at.child('csi').required(`has to be specified ${where}`);
  checkAccessModes(spec.accessModes ?? [], '', at.child('accessModes'));
  const { persistentVolumeReclaimPolicy: policy = '', storageClassName = '', volumeMode } = spec;
  if (policy !== '' && policy !== 'Retain')
    at.child('persistentVolumeReclaimPolicy').forbidden(`may only be Retain ${where}`);
  if (spec.nodeAffinity !== undefined) at.child('nodeAffinity').forbidden(not);
  checkVolumeSource(spec, '', at);
  checkNoRecycledRoot(spec, at);
  if (storageClassName !== '') at.child('storageClassName').forbidden(not);
  if (volumeMode !== undefined && volumeMode !== 'Filesystem')
    at.child('volumeMode').forbidden(`may not specify volumeMode other than Filesystem ${where}`);
}

function checkNoRecycledRoot({ hostPath, persistentVolumeReclaimPolicy }: PersistentVolumeSpec, at: JudgedField): void {
  if (persistentVolumeReclaimPolicy !== 'Recycle' || !/^\/+$/.test(hostPath?.path ?? '')) return;
  at.child('persistentVolumeReclaimPolicy').forbidden("may not be 'recycle' for a hostPath mount of '/'");
}

function checkNodeAffinity({ nodeAffinity }: PersistentVolumeSpec, at: JudgedField): void {
  if (nodeAffinity === undefined) return;
  const path = at.child('required');
  if (nodeAffinity.required === undefined) path.required('must specify required node constraints');
  else checkNodeSelector(nodeAffinity.required, path);
}

/** A class of attributes is one of a driver. */
function checkAttributes({ volumeAttributesClassName: name, csi }: PersistentVolumeSpec, at: JudgedField): void {
  if (name === undefined) return;
  const path = at.child('volumeAttributesClassName');
  if (name === '') path.required('an empty string is disallowed');
  else checkClassName(name, path);
  if (csi === undefined) at.child('csi').required('has to be specified when using volumeAttributesClassName');
}

/** The storage behind a volume is what it is. // as API server v1.34 ValidatePersistentVolumeUpdate */
function checkUpdate(volume: PersistentVolume, { spec: before }: PersistentVolume, root: JudgedField): void {
  // Upstream judges the volume twice.
  check(volume, root);
  const { spec } = volume;
  const [source, was] = [sourceOf(spec), sourceOf(before)];
  if (!sameValue(source, was))
    root
      .child('spec')
      .child('persistentvolumesource')
      .forbidden(
        'spec.persistentvolumesource is immutable after creation\n' +
          internalDifference(was, source, 'PersistentVolumeSource'),
      );
  // The paths leave the spec out, as upstream.
  checkImmutable(spec.volumeMode, before.volumeMode, root.child('volumeMode'));
  if (before.nodeAffinity !== undefined && !sameValue(spec.nodeAffinity, before.nodeAffinity))
    root
      .child('nodeAffinity')
      .invalid(
        spec.nodeAffinity && internalView(spec.nodeAffinity, 'VolumeNodeAffinity'),
        'field is immutable, except for updating from beta label to GA',
      );
  if (before.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined)
    root.child('spec').child('volumeAttributesClassName').forbidden('update from non-nil value to nil is forbidden');
}
