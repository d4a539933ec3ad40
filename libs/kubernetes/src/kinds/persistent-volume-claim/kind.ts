import {
  checkImmutable,
  compareQuantities,
  list,
  object,
  qualifiedNameProblems,
  resourceList,
  sameValue,
  text,
  textMap,
  value,
  type JudgedField,
} from '#apimachinery';
import { internalDifference } from '../../internals/index.js';
import { conditions, type Condition, type KubernetesObject } from '../../metadata/index.js';
import type { ResourceList } from '../../resources/index.js';
import {
  amountOf,
  checkClaimSpec,
  claimSpec,
  defaultClaimSpec,
  normalizeDataSources,
  type PersistentVolumeClaimSpec,
} from '../../storage/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { persistentVolumeClaimColumns } from './columns.js';

/** core/v1 PersistentVolumeClaim. */
export interface PersistentVolumeClaim extends KubernetesObject {
  kind: 'PersistentVolumeClaim';
  spec: PersistentVolumeClaimSpec;
  status?: PersistentVolumeClaimStatus;
}

export interface PersistentVolumeClaimStatus {
  phase?: string;
  capacity?: ResourceList;
  accessModes?: string[];
  conditions?: Condition[];
  allocatedResources?: ResourceList;
  allocatedResourceStatuses?: Record<string, string>;
}

/** All about the kind PersistentVolumeClaim. */
export const persistentVolumeClaimKind = defineKind<PersistentVolumeClaim>({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  judgesMetadata: ['whole', 'change'],
  shortNames: ['pvc'],
  namespaced: true,
  statusSubresource: true,
  boundBy: 'volumeName',
  returnsDeleted: true,
  hasSpec: true,
  columns: persistentVolumeClaimColumns,
  fields: {
    spec: claimSpec,
    status: object<PersistentVolumeClaimStatus>({
      phase: text,
      capacity: resourceList,
      accessModes: list(text),
      conditions,
      allocatedResources: resourceList,
      allocatedResourceStatuses: textMap,
    }),
  },
  complete,
  prepare,
  check,
  checkUpdate,
  checkStatus,
  // The strategy takes the status away, and reading says that the claim is pending.
  isCompletedByUpdate: () => true,
});

/** A claim that is not bound yet. // as API server v1.34 SetDefaults_PersistentVolumeClaim */
function complete(claim: PersistentVolumeClaim): void {
  defaultClaimSpec(claim.spec);
  claim.status ??= {};
  claim.status.phase ||= 'Pending';
}

/** What it begins with is said in both fields. // as API server v1.34 persistentvolumeclaimStrategy.PrepareForCreate */
function prepare(claim: PersistentVolumeClaim, { isNew, isImported, hasControllers, old }: Arrival): void {
  normalizeDataSources(claim.spec, (old as PersistentVolumeClaim | undefined)?.spec);
  if (isNew && !isImported && !hasControllers) claim.status = { phase: 'Pending' };
}

/** It asks for access modes and an amount. // as API server v1.34 ValidatePersistentVolumeClaim */
function check({ spec }: PersistentVolumeClaim, root: JudgedField): void {
  checkClaimSpec(spec, root.child('spec'));
}

const IMMUTABLE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

/**
 * A claim stays what it was, but that it is bound once, and may grow when it is.
 * // as API server v1.34 ValidatePersistentVolumeClaimUpdate
 */
function checkUpdate(claim: PersistentVolumeClaim, before: PersistentVolumeClaim, root: JudgedField): void {
  const at = root.child('spec');
  // Upstream judges the claim twice.
  check(claim, root);
  checkClassAnnotation(claim, before, root);
  const kept: PersistentVolumeClaimSpec = { ...claim.spec };
  const was: PersistentVolumeClaimSpec = { ...before.spec };
  if ((was.volumeName ?? '') === '' && kept.volumeName !== undefined) was.volumeName = kept.volumeName;
  // A class that was left open may be said later.
  if (was.storageClassName === undefined) delete kept.storageClassName;
  if (claim.status?.phase === 'Bound') keepGrowing(kept, was);
  if (!sameValue(kept, was)) {
    at.forbidden(`${IMMUTABLE}\n${internalDifference(was, kept, 'PersistentVolumeClaimSpec')}`);
  }
  const size = amountOf(claim.spec.resources?.requests?.['storage']);
  const path = at.child('resources').child('requests').child('storage');
  const shrinks = compareQuantities(size, amountOf(before.spec.resources?.requests?.['storage'])) < 0;
  if (shrinks && compareQuantities(size, amountOf(before.status?.capacity?.['storage'])) <= 0)
    path.forbidden('field can not be less than status.capacity');
  checkImmutable(claim.spec.volumeMode, before.spec.volumeMode, root.child('volumeMode'));
}

const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

/** A class in an annotation stays, or becomes that of the field. // as ValidateImmutableAnnotation */
function checkClassAnnotation(claim: PersistentVolumeClaim, before: PersistentVolumeClaim, root: JudgedField): void {
  const annotationOf = ({ metadata }: PersistentVolumeClaim): string => metadata.annotations?.[BETA_CLASS] ?? '';
  const [value, was] = [annotationOf(claim), annotationOf(before)];
  const isNamed = before.spec.storageClassName === undefined && claim.spec.storageClassName === was && value === '';
  if (value !== was && !isNamed)
    root.child('metadata').child('annotations').child(BETA_CLASS).invalid(value, 'field is immutable');
}

/** What a bound claim may change is what it was. */
function keepGrowing(kept: PersistentVolumeClaimSpec, was: PersistentVolumeClaimSpec): void {
  const storage = was.resources?.requests?.['storage'];
  if (kept.resources?.requests !== undefined && storage !== undefined)
    kept.resources = { ...kept.resources, requests: { ...kept.resources.requests, storage } };
  if (was.volumeAttributesClassName === undefined) delete kept.volumeAttributesClassName;
  else if (kept.volumeAttributesClassName !== undefined) kept.volumeAttributesClassName = was.volumeAttributesClassName;
}

/** It has an amount. // as API server v1.34 ValidatePersistentVolumeClaimStatusUpdate */
function checkStatus({ status }: PersistentVolumeClaim, _before: PersistentVolumeClaim, root: JudgedField): void {
  for (const [name, text] of Object.entries(status?.capacity ?? {})) {
    const amount = amountOf(text);
    if (amount.unscaled >= 0n) continue;
    const path = root.child('status').child('capacity').key(name);
    path.invalid(Number(value(amount)), 'must be a valid resource quantity');
  }
  checkAllocated(status ?? {}, root.child('status'));
}

const RESIZING: readonly string[] = [
  ...['ControllerResizeInProgress', 'ControllerResizeInfeasible'],
  ...['NodeResizeInProgress', 'NodeResizeInfeasible', 'NodeResizePending'],
];

/** What it grows to, and how far that is. */
function checkAllocated(
  { allocatedResources = {}, allocatedResourceStatuses = {} }: PersistentVolumeClaimStatus,
  at: JudgedField,
): void {
  const statuses = at.child('allocatedResourceStatuses');
  for (const [name, status] of Object.entries(allocatedResourceStatuses)) {
    checkResourceKey(name, statuses);
    if (!RESIZING.includes(status)) statuses.notSupported(name, RESIZING);
  }
  const resources = at.child('allocatedResources');
  for (const [name, text] of Object.entries(allocatedResources)) {
    if (!checkResourceKey(name, resources)) continue;
    const amount = amountOf(text);
    if (amount.unscaled < 0n) resources.key(name).invalid(Number(value(amount)), 'must be a valid resource quantity');
  }
}

/** Storage, or a name with a domain of its own. // as validatePersistentVolumeClaimResourceKey */
function checkResourceKey(name: string, at: JudgedField): boolean {
  const problems = qualifiedNameProblems(name);
  for (const problem of problems) at.invalid(name, problem);
  if (problems.length > 0) return false;
  const isNative = !name.includes('/') || name.includes('kubernetes.io/');
  if (isNative && name !== 'storage') at.notSupported(name, ['storage']);
  return !isNative || name === 'storage';
}
