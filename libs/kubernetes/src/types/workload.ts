import type { LabelSelector } from '../label-selector/index.js';
import type { KubernetesObject, ObjectMeta } from './metadata.js';
import type { PodSpec } from './pod.js';

/** core/v1 PodTemplateSpec. */
export interface PodTemplate {
  metadata?: Partial<ObjectMeta>;
  spec?: PodSpec;
}

/** core/v1 Service: its selector is one of those that default spreading looks at. */
export interface Service extends KubernetesObject {
  kind: 'Service';
  spec: ServiceSpec;
}

export interface ServiceSpec {
  type?: string;
  selector?: Record<string, string>;
  clusterIP?: string;
  sessionAffinity?: string;
  internalTrafficPolicy?: string;
  externalTrafficPolicy?: string;
  ports?: ServicePort[];
}

export interface ServicePort {
  name?: string;
  protocol?: string;
  port?: number;
  targetPort?: number | string;
  nodePort?: number;
}

/** core/v1 ReplicationController; its selector is a plain map. */
export interface ReplicationController extends KubernetesObject {
  kind: 'ReplicationController';
  spec: { replicas?: number; minReadySeconds?: number; selector?: Record<string, string>; template?: PodTemplate };
  status?: { replicas?: number };
}

/** apps/v1 ReplicaSet. */
export interface ReplicaSet extends KubernetesObject {
  kind: 'ReplicaSet';
  spec: { replicas?: number; minReadySeconds?: number; selector?: LabelSelector; template?: PodTemplate };
  status?: { replicas?: number };
}

/** apps/v1 StatefulSet. */
export interface StatefulSet extends KubernetesObject {
  kind: 'StatefulSet';
  spec: StatefulSetSpec;
  status?: { replicas?: number };
}

export interface StatefulSetSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector?: LabelSelector;
  serviceName?: string;
  podManagementPolicy?: string;
  revisionHistoryLimit?: number;
  updateStrategy?: { type?: string; rollingUpdate?: { partition?: number } };
  template?: PodTemplate;
}

/** policy/v1 PodDisruptionBudget: how many of some pods may be evicted. */
export interface PodDisruptionBudget extends KubernetesObject {
  kind: 'PodDisruptionBudget';
  spec: {
    minAvailable?: number | string;
    maxUnavailable?: number | string;
    selector?: LabelSelector;
    unhealthyPodEvictionPolicy?: string;
  };
  status?: {
    disruptionsAllowed?: number;
    disruptedPods?: Record<string, string>;
    currentHealthy?: number;
    desiredHealthy?: number;
    expectedPods?: number;
  };
}

/** scheduling.k8s.io/v1 PriorityClass. */
export interface PriorityClass extends KubernetesObject {
  kind: 'PriorityClass';
  value?: number;
  globalDefault?: boolean;
  description?: string;
  preemptionPolicy?: string;
}
