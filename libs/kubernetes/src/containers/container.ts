import type { ResourceRequirements } from '../resources/index.js';
import type { ContainerSecurity } from '../security/index.js';

/** core/v1 Container, as far as scheduling, admission and validation look at it. */
export interface Container {
  name?: string;
  image?: string;
  imagePullPolicy?: string;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  restartPolicy?: string;
  restartPolicyRules?: object[];
  ports?: ContainerPort[];
  resources?: ResourceRequirements;
  resizePolicy?: { resourceName?: string; restartPolicy?: string }[];
  volumeMounts?: VolumeMount[];
  volumeDevices?: { name?: string; devicePath?: string }[];
  env?: EnvVar[];
  envFrom?: EnvFrom[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
  lifecycle?: { postStart?: Handler; preStop?: Handler; stopSignal?: string };
  securityContext?: ContainerSecurity;
}

/** An ephemeral container. */
export interface EphemeralContainer extends Container {
  /** The container whose processes it sees. */
  targetContainerName?: string;
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
  recursiveReadOnly?: string;
  subPath?: string;
  subPathExpr?: string;
  mountPropagation?: string;
}

/** core/v1 EnvVar: kept, defaulted and judged, never set anywhere. */
export interface EnvVar {
  name?: string;
  value?: string;
  valueFrom?: EnvSource;
}

export interface EnvSource {
  fieldRef?: ObjectField;
  resourceFieldRef?: ResourceField;
  configMapKeyRef?: { name?: string; key?: string };
  secretKeyRef?: { name?: string; key?: string };
  fileKeyRef?: object;
}

/** A field of the pod itself. */
export interface ObjectField {
  apiVersion?: string;
  fieldPath?: string;
}

/** What a container requests, or is limited to. */
export interface ResourceField {
  containerName?: string;
  resource?: string;
  divisor?: string | number;
}

export interface EnvFrom {
  prefix?: string;
  configMapRef?: { name?: string };
  secretRef?: { name?: string };
}

/** What a probe asks, or a handler does: kept, never run. */
interface Action {
  exec?: { command?: string[] };
  httpGet?: { path?: string; scheme?: string; port?: number | string; httpHeaders?: { name?: string }[] };
  tcpSocket?: { port?: number | string };
}

/** What happens at the start or the end of a container. */
export interface Handler extends Action {
  sleep?: { seconds?: number };
}

export interface Probe extends Action {
  grpc?: { port?: number; service?: string };
  initialDelaySeconds?: number;
  timeoutSeconds?: number;
  periodSeconds?: number;
  successThreshold?: number;
  failureThreshold?: number;
  terminationGracePeriodSeconds?: number;
}
