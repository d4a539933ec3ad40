import { dnsSubdomainProblems } from '../names/index.js';
import type { JudgedField } from '../problems/index.js';
import {
  compareQuantities,
  formatQuantity,
  isQuantityProblem,
  parseQuantity,
  ZERO_QUANTITY,
  type Quantity,
} from '../quantity/index.js';
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
  VolumeAttachment,
} from '../types/index.js';
import { checkChoice, checkImmutable, checkName, requireChoice, sameValue } from './rules.js';
import { checkLabelSelector, checkNodeSelector } from './selector-rules.js';

// All as API server v1.34: pkg/apis/core/validation and pkg/apis/storage/validation.

const ACCESS_MODES: readonly string[] = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUME_MODES: readonly string[] = ['Block', 'Filesystem'];
const RECLAIM_POLICIES: readonly string[] = ['Delete', 'Recycle', 'Retain'];
const CLASS_RECLAIM_POLICIES: readonly string[] = ['Delete', 'Retain'];
const BINDING_MODES: readonly string[] = ['Immediate', 'WaitForFirstConsumer'];

/** A volume has access modes, one capacity, and node affinity that can be met. */
export function checkPersistentVolume({ spec }: PersistentVolume, root: JudgedField): void {
  const at = root.child('spec');
  checkAccessModes(spec.accessModes ?? [], '', at.child('accessModes'));
  const capacity = spec.capacity ?? {};
  if (Object.keys(capacity).length === 0) at.child('capacity').required();
  else if (!Object.hasOwn(capacity, 'storage') || Object.keys(capacity).length > 1)
    at.child('capacity').notSupported(capacity, ['storage']);
  for (const [name, amount] of Object.entries(capacity)) checkPositive(amount, at.child('capacity').key(name));
  checkChoice(spec.persistentVolumeReclaimPolicy, RECLAIM_POLICIES, at.child('persistentVolumeReclaimPolicy'));
  checkClassName(spec.storageClassName, at.child('storageClassName'));
  checkChoice(spec.volumeMode, VOLUME_MODES, at.child('volumeMode'));
  if (spec.nodeAffinity === undefined) return;
  const path = at.child('nodeAffinity').child('required');
  if (spec.nodeAffinity.required === undefined) path.required('must specify required node constraints');
  else checkNodeSelector(spec.nodeAffinity.required, path);
}

/** The storage behind a volume is what it is. */
export function checkPersistentVolumeUpdate(
  { spec }: PersistentVolume,
  { spec: before }: PersistentVolume,
  root: JudgedField,
): void {
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

/** A claim asks for access modes and an amount. */
export function checkPersistentVolumeClaim({ spec }: PersistentVolumeClaim, root: JudgedField): void {
  const at = root.child('spec');
  checkAccessModes(spec.accessModes ?? [], 'at least 1 access mode is required', at.child('accessModes'));
  checkLabelSelector(spec.selector, at.child('selector'));
  const storage = spec.resources?.requests?.['storage'];
  if (storage === undefined) at.child('resources').key('storage').required();
  else checkPositive(storage, at.child('resources').key('storage'));
  checkClassName(spec.storageClassName, at.child('storageClassName'));
  checkChoice(spec.volumeMode, VOLUME_MODES, at.child('volumeMode'));
}

/** A claim stays what it was, but that it is bound once, and may grow when it is. */
export function checkPersistentVolumeClaimUpdate(
  claim: PersistentVolumeClaim,
  before: PersistentVolumeClaim,
  root: JudgedField,
): void {
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

/** A storage class names its provisioner and how volumes come and go. */
export function checkStorageClass(storageClass: StorageClass, root: JudgedField): void {
  if ((storageClass.provisioner ?? '') === '') root.child('provisioner').required();
  checkChoice(storageClass.reclaimPolicy, CLASS_RECLAIM_POLICIES, root.child('reclaimPolicy'));
  requireChoice(storageClass.volumeBindingMode, BINDING_MODES, root.child('volumeBindingMode'));
  storageClass.allowedTopologies?.forEach(({ matchLabelExpressions = [] }, index) =>
    matchLabelExpressions.forEach(({ key = '', values = [] }, position) => {
      const path = root.child('allowedTopologies').index(index).child('matchLabelExpressions').index(position);
      if (key === '') path.child('key').required();
      if (values.length === 0) path.child('values').required();
    }),
  );
}

/** Only the description of a class may change. */
export function checkStorageClassUpdate(storageClass: StorageClass, before: StorageClass, root: JudgedField): void {
  if (!sameValue(storageClass.parameters, before.parameters))
    root.child('parameters').forbidden('updates to parameters are forbidden.');
  if (storageClass.provisioner !== before.provisioner)
    root.child('provisioner').forbidden('updates to provisioner are forbidden.');
  if (storageClass.reclaimPolicy !== before.reclaimPolicy)
    root.child('reclaimPolicy').forbidden('updates to reclaimPolicy are forbidden.');
  checkImmutable(storageClass.volumeBindingMode, before.volumeBindingMode, root.child('volumeBindingMode'));
}

/** The drivers of a node, each once. */
export function checkCsiNode({ spec }: CSINode, root: JudgedField): void {
  const names = new Set<string>();
  spec?.drivers?.forEach(({ name = '', nodeID = '', allocatable }, index) => {
    const path = root.child('spec').child('drivers').index(index);
    if (name === '') path.child('name').required();
    if (nodeID === '') path.child('nodeID').required();
    if (names.has(name)) path.child('name').duplicate(name);
    names.add(name);
    if ((allocatable?.count ?? 0) < 0)
      path.child('allocatable').child('count').invalid(allocatable?.count, 'must be greater than or equal to 0');
  });
}

/** What a driver needs for attaching stays as it is. */
export function checkCsiDriverUpdate({ spec }: CSIDriver, { spec: before }: CSIDriver, root: JudgedField): void {
  const at = root.child('spec');
  checkImmutable(spec.attachRequired, before.attachRequired, at.child('attachRequired'));
  checkImmutable(spec.volumeLifecycleModes, before.volumeLifecycleModes, at.child('volumeLifecycleModes'));
}

/** Capacity of a class where the selector says. */
export function checkCsiStorageCapacity(capacity: CSIStorageCapacity, root: JudgedField): void {
  const name = capacity.storageClassName ?? '';
  if (name === '') root.child('storageClassName').required();
  checkClassName(name, root.child('storageClassName'));
  checkLabelSelector(capacity.nodeTopology, root.child('nodeTopology'));
  for (const field of ['capacity', 'maximumVolumeSize'] as const) {
    const amount = amountOf(capacity[field]);
    if (amount.unscaled < 0n) root.child(field).invalid(formatQuantity(amount), 'must be greater than or equal to 0');
  }
}

/** Where capacity is does not change. */
export function checkCsiStorageCapacityUpdate(
  capacity: CSIStorageCapacity,
  before: CSIStorageCapacity,
  root: JudgedField,
): void {
  checkImmutable(capacity.nodeTopology, before.nodeTopology, root.child('nodeTopology'));
  checkImmutable(capacity.storageClassName, before.storageClassName, root.child('storageClassName'));
}

/** An attachment says who attaches what where. */
export function checkVolumeAttachment({ spec }: VolumeAttachment, root: JudgedField): void {
  const at = root.child('spec');
  if ((spec.attacher ?? '') === '') at.child('attacher').required();
  if ((spec.nodeName ?? '') === '') at.child('nodeName').required();
  if (spec.source?.persistentVolumeName === undefined && spec.source?.inlineVolumeSpec === undefined) {
    at.child('source').required('must specify exactly one of inlineVolumeSpec and persistentVolumeName');
  }
}

/** An attachment is for one volume on one node. */
export function checkVolumeAttachmentUpdate(
  attachment: VolumeAttachment,
  before: VolumeAttachment,
  root: JudgedField,
): void {
  checkImmutable(attachment.spec, before.spec, root.child('spec'));
}

function checkAccessModes(modes: readonly string[], detail: string, at: JudgedField): void {
  if (modes.length === 0) at.required(detail);
  for (const mode of modes) checkChoice(mode, ACCESS_MODES, at);
  if (modes.includes('ReadWriteOncePod') && modes.length > 1)
    at.forbidden('may not use ReadWriteOncePod with other access modes');
}

function checkClassName(name: string | undefined, at: JudgedField): void {
  if (name !== undefined && name !== '') checkName(name, dnsSubdomainProblems, at);
}

function checkPositive(text: string | number, at: JudgedField): void {
  const amount = parseQuantity(text);
  if (!isQuantityProblem(amount) && amount.unscaled <= 0n)
    at.invalid(formatQuantity(amount), 'must be greater than zero');
}

function amountOf(text: string | number | undefined): Quantity {
  const amount = parseQuantity(text ?? 0);
  return isQuantityProblem(amount) ? ZERO_QUANTITY : amount;
}
