import { flag, list, object, text } from '../../decoding/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import type { JudgedField } from '../../problems/index.js';
import { checkImmutable } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';

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

/** All about the kind CSIDriver. */
export const csiDriverKind = defineKind<CSIDriver>({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  hasSpec: true,
  fields: {
    spec: object<CSIDriverSpec>({
      attachRequired: flag,
      podInfoOnMount: flag,
      storageCapacity: flag,
      requiresRepublish: flag,
      seLinuxMount: flag,
      fsGroupPolicy: text,
      volumeLifecycleModes: list(text),
    }),
  },
  complete,
  checkUpdate,
});

/**
 * A driver whose volumes are attached to nodes, and which says nothing about capacity.
 * // as API server v1.34 SetDefaults_CSIDriver
 */
function complete({ spec }: CSIDriver): void {
  spec.attachRequired ??= true;
  spec.podInfoOnMount ??= false;
  spec.storageCapacity ??= false;
  spec.requiresRepublish ??= false;
  spec.seLinuxMount ??= false;
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
  if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent'];
}

/** What a driver needs for attaching stays as it is. // as API server v1.34 ValidateCSIDriverUpdate */
function checkUpdate({ spec }: CSIDriver, { spec: before }: CSIDriver, root: JudgedField): void {
  const at = root.child('spec');
  checkImmutable(spec.attachRequired, before.attachRequired, at.child('attachRequired'));
  checkImmutable(spec.volumeLifecycleModes, before.volumeLifecycleModes, at.child('volumeLifecycleModes'));
}
