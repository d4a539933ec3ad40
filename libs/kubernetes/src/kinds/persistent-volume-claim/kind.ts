import { list, object, resourceList, text } from '../../decoding/index.js';
import { checkLabelSelector, labelSelector, type LabelSelector } from '../../label-selector/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import type { JudgedField } from '../../problems/index.js';
import { compareQuantities } from '../../quantity/index.js';
import type { ResourceList } from '../../resources/index.js';
import { amountOf, checkAccessModes, checkClassName, checkPositive, checkVolumeMode } from '../../storage/index.js';
import { sameValue } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';

/** core/v1 PersistentVolumeClaim. */
export interface PersistentVolumeClaim extends KubernetesObject {
  kind: 'PersistentVolumeClaim';
  spec: PersistentVolumeClaimSpec;
  status?: { phase?: string; capacity?: ResourceList; accessModes?: string[] };
}

export interface PersistentVolumeClaimSpec {
  accessModes?: string[];
  resources?: { requests?: ResourceList; limits?: ResourceList };
  selector?: LabelSelector;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  volumeMode?: string;
  volumeName?: string;
}

/** All about the kind PersistentVolumeClaim. */
export const persistentVolumeClaimKind = defineKind<PersistentVolumeClaim>({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  shortNames: ['pvc'],
  namespaced: true,
  statusSubresource: true,
  boundBy: 'volumeName',
  returnsDeleted: true,
  hasSpec: true,
  fields: {
    spec: object<PersistentVolumeClaimSpec>({
      accessModes: list(text),
      resources: object({ requests: resourceList, limits: resourceList }),
      selector: labelSelector,
      storageClassName: text,
      volumeAttributesClassName: text,
      volumeMode: text,
      volumeName: text,
    }),
    status: object({ phase: text, capacity: resourceList, accessModes: list(text) }),
  },
  complete,
  check,
  checkUpdate,
});

/** A claim that is not bound yet. // as API server v1.34 SetDefaults_PersistentVolumeClaim */
function complete(claim: PersistentVolumeClaim): void {
  claim.spec.volumeMode ??= 'Filesystem';
  claim.status ??= {};
  claim.status.phase ||= 'Pending';
}

/** It asks for access modes and an amount. // as API server v1.34 ValidatePersistentVolumeClaim */
function check({ spec }: PersistentVolumeClaim, root: JudgedField): void {
  const at = root.child('spec');
  checkAccessModes(spec.accessModes ?? [], 'at least 1 access mode is required', at.child('accessModes'));
  checkLabelSelector(spec.selector, at.child('selector'));
  const storage = spec.resources?.requests?.['storage'];
  if (storage === undefined) at.child('resources').key('storage').required();
  else checkPositive(storage, at.child('resources').key('storage'));
  checkClassName(spec.storageClassName, at.child('storageClassName'));
  checkVolumeMode(spec.volumeMode, at.child('volumeMode'));
}

/**
 * A claim stays what it was, but that it is bound once, and may grow when it is.
 * // as API server v1.34 ValidatePersistentVolumeClaimUpdate
 */
function checkUpdate(claim: PersistentVolumeClaim, before: PersistentVolumeClaim, root: JudgedField): void {
  const at = root.child('spec');
  const bound = claim.status?.phase === 'Bound';
  const kept = { ...claim.spec };
  if ((before.spec.volumeName ?? '') === '') delete kept.volumeName;
  const was = { ...before.spec };
  if ((was.volumeName ?? '') === '') delete was.volumeName;
  for (const spec of bound ? [kept, was] : []) {
    spec.resources = { ...spec.resources, requests: {} };
    delete spec.volumeAttributesClassName;
  }
  if (!sameValue(kept, was))
    at.forbidden(
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
    );
  const size = amountOf(claim.spec.resources?.requests?.['storage']);
  const path = at.child('resources').child('requests').child('storage');
  const shrinks = compareQuantities(size, amountOf(before.spec.resources?.requests?.['storage'])) < 0;
  if (shrinks && compareQuantities(size, amountOf(before.status?.capacity?.['storage'])) <= 0)
    path.forbidden('field can not be less than status.capacity');
}
