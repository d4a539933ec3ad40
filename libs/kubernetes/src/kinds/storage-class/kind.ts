import { flag, list, object, text, textMap } from '../../decoding/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import type { JudgedField } from '../../problems/index.js';
import { checkChoice, checkImmutable, requireChoice, sameValue } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';

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

/** All about the kind StorageClass. */
export const storageClassKind = defineKind<StorageClass>({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  shortNames: ['sc'],
  fields: {
    provisioner: text,
    parameters: textMap,
    reclaimPolicy: text,
    volumeBindingMode: text,
    allowVolumeExpansion: flag,
    allowedTopologies: list(object({ matchLabelExpressions: list(object({ key: text, values: list(text) })) })),
  },
  complete,
  check,
  checkUpdate,
});

const DEFAULT_ANNOTATIONS: readonly string[] = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

/** Whether claims that name no class are of this one. // as component-helpers v1.34 IsDefaultAnnotation */
export function isDefaultStorageClass({ metadata: { annotations = {} } }: StorageClass): boolean {
  return DEFAULT_ANNOTATIONS.some((key) => annotations[key] === 'true');
}

const RECLAIM_POLICIES: readonly string[] = ['Delete', 'Retain'];
const BINDING_MODES: readonly string[] = ['Immediate', 'WaitForFirstConsumer'];

/**
 * Volumes are deleted with their claims, and bound as soon as they are claimed.
 * // as API server v1.34 SetDefaults_StorageClass
 */
function complete(storageClass: StorageClass): void {
  storageClass.reclaimPolicy ??= 'Delete';
  storageClass.volumeBindingMode ??= 'Immediate';
}

/** It names its provisioner and how volumes come and go. // as API server v1.34 ValidateStorageClass */
function check(storageClass: StorageClass, root: JudgedField): void {
  if ((storageClass.provisioner ?? '') === '') root.child('provisioner').required();
  checkChoice(storageClass.reclaimPolicy, RECLAIM_POLICIES, root.child('reclaimPolicy'));
  requireChoice(storageClass.volumeBindingMode, BINDING_MODES, root.child('volumeBindingMode'));
  storageClass.allowedTopologies?.forEach(({ matchLabelExpressions = [] }, index) =>
    matchLabelExpressions.forEach(({ key = '', values = [] }, position) => {
      const path = root.child('allowedTopologies').index(index).child('matchLabelExpressions').index(position);
      if (key === '') path.child('key').required();
      if (values.length === 0) path.child('values').required();
    }),
  );
}

/** Only the description of a class may change. // as API server v1.34 ValidateStorageClassUpdate */
function checkUpdate(storageClass: StorageClass, before: StorageClass, root: JudgedField): void {
  if (!sameValue(storageClass.parameters, before.parameters))
    root.child('parameters').forbidden('updates to parameters are forbidden.');
  if (storageClass.provisioner !== before.provisioner)
    root.child('provisioner').forbidden('updates to provisioner are forbidden.');
  if (storageClass.reclaimPolicy !== before.reclaimPolicy)
    root.child('reclaimPolicy').forbidden('updates to reclaimPolicy are forbidden.');
  checkImmutable(storageClass.volumeBindingMode, before.volumeBindingMode, root.child('volumeBindingMode'));
}
