import type { ResourceRequirements } from '../resources/index.js';

/** core/v1 Container, as far as scheduling and admission look at it. */
export interface Container {
  name?: string;
  image?: string;
  imagePullPolicy?: string;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  restartPolicy?: string;
  ports?: ContainerPort[];
  resources?: ResourceRequirements;
  resizePolicy?: { resourceName?: string; restartPolicy?: string }[];
  volumeMounts?: VolumeMount[];
  env?: EnvVar[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
}

export interface ContainerPort {
  name?: string;
  containerPort?: number;
  hostPort?: number;
  hostIP?: string;
  protocol?: string;
}

export interface VolumeMount {
  name?: string;
  mountPath?: string;
  readOnly?: boolean;
}

/** core/v1 EnvVar: kept and defaulted, as far as that goes. */
export interface EnvVar {
  name?: string;
  value?: string;
  valueFrom?: { fieldRef?: { apiVersion?: string; fieldPath?: string } };
}

/** core/v1 Probe: kept and defaulted, never run. */
export interface Probe {
  initialDelaySeconds?: number;
  timeoutSeconds?: number;
  periodSeconds?: number;
  successThreshold?: number;
  failureThreshold?: number;
  httpGet?: { path?: string; scheme?: string; port?: number | string };
  grpc?: { port?: number; service?: string };
}
