import type { KubernetesObject } from '../../metadata/index.js';

/** autoscaling/v2 HorizontalPodAutoscaler. */
export interface HorizontalPodAutoscaler extends KubernetesObject {
  kind: 'HorizontalPodAutoscaler';
  spec: {
    scaleTargetRef?: ObjectReference;
    minReplicas?: number;
    maxReplicas?: number;
    metrics?: MetricSpec[];
    behavior?: { scaleUp?: ScalingRules; scaleDown?: ScalingRules };
  };
  status?: object;
}

export interface ObjectReference {
  apiVersion?: string;
  kind?: string;
  name?: string;
}

export interface MetricSpec {
  type?: string;
  resource?: MetricSource;
  containerResource?: MetricSource;
  pods?: MetricSource;
  object?: MetricSource;
  external?: MetricSource;
}

export interface MetricSource {
  name?: string;
  container?: string;
  metric?: { name?: string };
  describedObject?: ObjectReference;
  target?: MetricTarget;
}

export interface MetricTarget {
  type?: string;
  value?: string;
  averageValue?: string;
  averageUtilization?: number;
}

export interface ScalingRules {
  stabilizationWindowSeconds?: number;
  selectPolicy?: string;
  tolerance?: string;
  policies?: { type?: string; value?: number; periodSeconds?: number }[];
}
