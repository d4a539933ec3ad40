import { checkImmutable, checkSupported, flag, int64, list, object, text, type JudgedField } from '#apimachinery';
import type { KubernetesObject } from '../../metadata/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { csiDriverColumns } from './columns.js';

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
  nodeAllocatableUpdatePeriodSeconds?: number;
  volumeLifecycleModes?: string[];
  tokenRequests?: { audience?: string; expirationSeconds?: number }[];
}

/** All about the kind CSIDriver. */
export const csiDriverKind = defineKind<CSIDriver>({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  requiresVersion: true,
  returnsDeleted: true,
  countsGeneration: true,
  countsFromFirstChange: true,
  hasSpec: true,
  columns: csiDriverColumns,
  fields: {
    spec: object<CSIDriverSpec>({
      attachRequired: flag,
      podInfoOnMount: flag,
      storageCapacity: flag,
      requiresRepublish: flag,
      seLinuxMount: flag,
      fsGroupPolicy: text,
      nodeAllocatableUpdatePeriodSeconds: int64,
      volumeLifecycleModes: list(text),
      tokenRequests: list(object({ audience: text, expirationSeconds: int64 })),
    }),
  },
  complete,
  prepare,
  check,
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

/** A field of MutableCSINodeAllocatableCount, which is off. // as csiDriverStrategy.PrepareForCreate */
function prepare({ spec }: CSIDriver, { isImported, old }: Arrival): void {
  const before = (old as CSIDriver | undefined)?.spec;
  if (!isImported && before?.nodeAllocatableUpdatePeriodSeconds === undefined)
    delete spec.nodeAllocatableUpdatePeriodSeconds;
}

const POLICIES: readonly string[] = ['File', 'None', 'ReadWriteOnceWithFSType'];
const MODES: readonly string[] = ['Persistent', 'Ephemeral'];
const LEAST_LIFE = 10 * 60;

/** What it can, and whom it speaks to. // as API server v1.34 validateCSIDriverSpec */
function check({ spec }: CSIDriver, root: JudgedField): void {
  const at = root.child('spec');
  checkSupported(spec.fsGroupPolicy, POLICIES, at.child('fsGroupPolicy'));
  const audiences = new Set<string>();
  spec.tokenRequests?.forEach(({ audience = '', expirationSeconds }, index) => {
    const path = at.child('tokenRequests').index(index);
    if (audiences.has(audience)) {
      // How long it lasts is not looked at then, as upstream.
      path.child('audience').duplicate(audience);
      return;
    }
    audiences.add(audience);
    if (expirationSeconds === undefined) return;
    const life = path.child('expirationSeconds');
    if (expirationSeconds < LEAST_LIFE)
      life.invalid(expirationSeconds, 'may not specify a duration less than 10 minutes');
    if (expirationSeconds > 2 ** 32)
      life.invalid(expirationSeconds, 'may not specify a duration larger than 2^32 seconds');
  });
  for (const mode of spec.volumeLifecycleModes ?? []) checkSupported(mode, MODES, at.child('volumeLifecycleModes'));
}

/** What a driver needs for attaching stays as it is. // as API server v1.34 ValidateCSIDriverUpdate */
function checkUpdate({ spec }: CSIDriver, { spec: before }: CSIDriver, root: JudgedField): void {
  const at = root.child('spec');
  checkImmutable(spec.attachRequired, before.attachRequired, at.child('attachedRequired'));
  checkImmutable(spec.volumeLifecycleModes, before.volumeLifecycleModes, at.child('volumeLifecycleModes'));
}
