import * as decoding from '../decoding/index.js';
import * as defaulting from '../defaulting/index.js';
import type { KindName } from '../kinds/index.js';
import { dns1035LabelProblems, dnsLabelProblems, dnsSubdomainProblems, type NameCheck } from '../names/index.js';
import type { JudgedField } from '../problems/index.js';
import type { KubernetesObject } from '../types/index.js';
import * as rules from '../validation/index.js';

/** How objects of a kind are read, completed and judged. */
export interface KindRules<T extends KubernetesObject = KubernetesObject> {
  readonly decode: decoding.Decoder<T>;
  readonly name: NameCheck;
  /** Whether a missing spec is an empty one, as for every kind whose rules look into it. */
  readonly hasSpec: boolean;
  readonly complete: (object: T) => void;
  readonly check: (object: T, root: JudgedField) => void;
  readonly checkUpdate: (object: T, before: T, root: JudgedField) => void;
}

const WITH_SPEC = true;

const BY_KIND: Readonly<Record<KindName, KindRules>> = {
  Namespace: kind(decoding.namespace, { name: dnsLabelProblems, complete: defaulting.defaultNamespace }),
  Node: kind(decoding.node, {
    complete: defaulting.defaultNode,
    check: rules.checkNode,
    checkUpdate: rules.checkNodeUpdate,
  }),
  Pod: kind(decoding.pod, {
    hasSpec: WITH_SPEC,
    complete: defaulting.defaultPod,
    check: rules.checkPod,
    checkUpdate: rules.checkPodUpdate,
  }),
  PersistentVolume: kind(decoding.persistentVolume, {
    hasSpec: WITH_SPEC,
    complete: defaulting.defaultPersistentVolume,
    check: rules.checkPersistentVolume,
    checkUpdate: rules.checkPersistentVolumeUpdate,
  }),
  PersistentVolumeClaim: kind(decoding.persistentVolumeClaim, {
    hasSpec: WITH_SPEC,
    complete: defaulting.defaultPersistentVolumeClaim,
    check: rules.checkPersistentVolumeClaim,
    checkUpdate: rules.checkPersistentVolumeClaimUpdate,
  }),
  Service: kind(decoding.service, {
    hasSpec: WITH_SPEC,
    name: dns1035LabelProblems,
    complete: defaulting.defaultService,
    check: rules.checkService,
  }),
  ReplicationController: kind(decoding.replicationController, {
    hasSpec: WITH_SPEC,
    complete: defaulting.defaultReplicationController,
    check: rules.checkReplicationController,
  }),
  ReplicaSet: kind(decoding.replicaSet, {
    hasSpec: WITH_SPEC,
    complete: defaulting.defaultReplicaSet,
    check: rules.checkReplicaSet,
    checkUpdate: rules.checkReplicaSetUpdate,
  }),
  StatefulSet: kind(decoding.statefulSet, {
    hasSpec: WITH_SPEC,
    complete: defaulting.defaultStatefulSet,
    check: rules.checkStatefulSet,
    checkUpdate: rules.checkStatefulSetUpdate,
  }),
  PodDisruptionBudget: kind(decoding.podDisruptionBudget, {
    hasSpec: WITH_SPEC,
    check: rules.checkPodDisruptionBudget,
  }),
  PriorityClass: kind(decoding.priorityClass, {
    complete: defaulting.defaultPriorityClass,
    check: rules.checkPriorityClass,
    checkUpdate: rules.checkPriorityClassUpdate,
  }),
  RuntimeClass: kind(decoding.runtimeClass, {
    check: rules.checkRuntimeClass,
    checkUpdate: rules.checkRuntimeClassUpdate,
  }),
  StorageClass: kind(decoding.storageClass, {
    complete: defaulting.defaultStorageClass,
    check: rules.checkStorageClass,
    checkUpdate: rules.checkStorageClassUpdate,
  }),
  CSIDriver: kind(decoding.csiDriver, {
    hasSpec: WITH_SPEC,
    complete: defaulting.defaultCsiDriver,
    checkUpdate: rules.checkCsiDriverUpdate,
  }),
  CSINode: kind(decoding.csiNode, { check: rules.checkCsiNode }),
  CSIStorageCapacity: kind(decoding.csiStorageCapacity, {
    check: rules.checkCsiStorageCapacity,
    checkUpdate: rules.checkCsiStorageCapacityUpdate,
  }),
  VolumeAttachment: kind(decoding.volumeAttachment, {
    hasSpec: WITH_SPEC,
    check: rules.checkVolumeAttachment,
    checkUpdate: rules.checkVolumeAttachmentUpdate,
  }),
};

/** The rules of a kind. */
export function kindRules(name: KindName): KindRules {
  return BY_KIND[name];
}

function kind<T extends KubernetesObject>(
  decode: decoding.Decoder<T>,
  own: Partial<Omit<KindRules<T>, 'decode'>>,
): KindRules {
  const all: KindRules<T> = {
    decode,
    name: dnsSubdomainProblems,
    hasSpec: false,
    complete: nothing,
    check: nothing,
    checkUpdate: nothing,
    ...own,
  };
  // The decoder stands in front of the others: what they are given is a T.
  return all as unknown as KindRules;
}

function nothing(): void {
  // Not every kind has something to complete or to judge.
}
