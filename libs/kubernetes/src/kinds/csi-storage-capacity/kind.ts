import {
  checkImmutable,
  checkLabelSelector,
  checkName,
  dnsSubdomainProblems,
  formatQuantity,
  labelSelector,
  quantity,
  text,
  type JudgedField,
  type LabelSelector,
} from '#apimachinery';
import type { KubernetesObject } from '../../metadata/index.js';
import { amountOf } from '../../storage/index.js';
import { defineKind } from '../kind-definition.js';

/** storage.k8s.io/v1 CSIStorageCapacity. */
export interface CSIStorageCapacity extends KubernetesObject {
  kind: 'CSIStorageCapacity';
  storageClassName?: string;
  nodeTopology?: LabelSelector;
  capacity?: string | number;
  maximumVolumeSize?: string | number;
}

/** All about the kind CSIStorageCapacity. */
export const csiStorageCapacityKind = defineKind<CSIStorageCapacity>({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  judgesMetadata: ['whole', 'change'],
  requiresVersion: true,
  namespaced: true,
  fields: { storageClassName: text, nodeTopology: labelSelector, capacity: quantity, maximumVolumeSize: quantity },
  check,
  checkUpdate,
});

/** Capacity of a class where the selector says. // as API server v1.34 ValidateCSIStorageCapacity */
function check(capacity: CSIStorageCapacity, root: JudgedField): void {
  checkName(capacity.storageClassName ?? '', dnsSubdomainProblems, root.child('storageClassName'));
  checkLabelSelector(capacity.nodeTopology, root.child('nodeTopology'));
  const amount = amountOf(capacity.capacity);
  if (amount.unscaled < 0n)
    root.child('capacity').invalid(formatQuantity(amount), 'must be greater than or equal to 0');
}

/** Where capacity is does not change. */
function checkUpdate(capacity: CSIStorageCapacity, before: CSIStorageCapacity, root: JudgedField): void {
  checkImmutable(capacity.nodeTopology, before.nodeTopology, root.child('nodeTopology'));
  checkImmutable(capacity.storageClassName ?? '', before.storageClassName ?? '', root.child('storageClassName'));
}
