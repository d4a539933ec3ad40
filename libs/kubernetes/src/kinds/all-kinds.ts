import { clusterRoleBindingKind } from './cluster-role-binding/kind.js';
import { clusterRoleKind } from './cluster-role/kind.js';
import { configMapKind } from './config-map/kind.js';
import { controllerRevisionKind } from './controller-revision/kind.js';
import { cronJobKind } from './cron-job/kind.js';
import { csiDriverKind } from './csi-driver/kind.js';
import { csiNodeKind } from './csi-node/kind.js';
import { csiStorageCapacityKind } from './csi-storage-capacity/kind.js';
import { daemonSetKind } from './daemon-set/kind.js';
import { deploymentKind } from './deployment/kind.js';
import { deviceClassKind } from './device-class/kind.js';
import { endpointSliceKind } from './endpoint-slice/kind.js';
import { endpointsKind } from './endpoints/kind.js';
import { eventKind } from './event/kind.js';
import { horizontalPodAutoscalerKind } from './horizontal-pod-autoscaler/kind.js';
import { ingressClassKind } from './ingress-class/kind.js';
import { ingressKind } from './ingress/kind.js';
import { jobKind } from './job/kind.js';
import { leaseKind } from './lease/kind.js';
import { limitRangeKind } from './limit-range/kind.js';
import { namespaceKind } from './namespace/kind.js';
import { networkPolicyKind } from './network-policy/kind.js';
import { nodeKind } from './node/kind.js';
import { persistentVolumeClaimKind } from './persistent-volume-claim/kind.js';
import { persistentVolumeKind } from './persistent-volume/kind.js';
import { podDisruptionBudgetKind } from './pod-disruption-budget/kind.js';
import { podTemplateKind } from './pod-template/kind.js';
import { podKind } from './pod/kind.js';
import { priorityClassKind } from './priority-class/kind.js';
import { replicaSetKind } from './replica-set/kind.js';
import { replicationControllerKind } from './replication-controller/kind.js';
import { resourceClaimTemplateKind } from './resource-claim-template/kind.js';
import { resourceClaimKind } from './resource-claim/kind.js';
import { resourceQuotaKind } from './resource-quota/kind.js';
import { resourceSliceKind } from './resource-slice/kind.js';
import { roleBindingKind } from './role-binding/kind.js';
import { roleKind } from './role/kind.js';
import { runtimeClassKind } from './runtime-class/kind.js';
import { secretKind } from './secret/kind.js';
import { serviceAccountKind } from './service-account/kind.js';
import { serviceKind } from './service/kind.js';
import { statefulSetKind } from './stateful-set/kind.js';
import { storageClassKind } from './storage-class/kind.js';
import { volumeAttachmentKind } from './volume-attachment/kind.js';

/**
 * The kinds that are kept, one line each, in the order in which they are listed and exported: by group, and what others
 * need first.
 */
export const KINDS = Object.freeze([
  namespaceKind,
  nodeKind,
  limitRangeKind,
  resourceQuotaKind,
  serviceAccountKind,
  configMapKind,
  secretKind,
  podTemplateKind,
  podKind,
  eventKind,
  endpointsKind,
  persistentVolumeKind,
  persistentVolumeClaimKind,
  replicationControllerKind,
  serviceKind,
  controllerRevisionKind,
  deploymentKind,
  replicaSetKind,
  statefulSetKind,
  daemonSetKind,
  jobKind,
  cronJobKind,
  horizontalPodAutoscalerKind,
  leaseKind,
  endpointSliceKind,
  ingressClassKind,
  ingressKind,
  networkPolicyKind,
  clusterRoleKind,
  clusterRoleBindingKind,
  roleKind,
  roleBindingKind,
  deviceClassKind,
  resourceClaimKind,
  resourceClaimTemplateKind,
  resourceSliceKind,
  runtimeClassKind,
  podDisruptionBudgetKind,
  priorityClassKind,
  csiDriverKind,
  csiNodeKind,
  csiStorageCapacityKind,
  storageClassKind,
  volumeAttachmentKind,
]);
