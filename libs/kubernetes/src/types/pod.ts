import type { Toleration } from '../tolerations/index.js';
import type { Affinity, TopologySpreadConstraint } from './affinity.js';
import type { Container, ResourceRequirements } from './container.js';
import type { Condition, KubernetesObject, ObjectMeta, ResourceList } from './metadata.js';

/** core/v1 Pod: what is scheduled. */
export interface Pod extends KubernetesObject {
  kind: 'Pod';
  spec: PodSpec;
  status?: PodStatus;
}

export interface PodSpec {
  nodeName?: string;
  schedulerName?: string;
  priority?: number;
  priorityClassName?: string;
  preemptionPolicy?: string;
  runtimeClassName?: string;
  overhead?: ResourceList;
  resources?: ResourceRequirements;
  containers?: Container[];
  initContainers?: Container[];
  ephemeralContainers?: Container[];
  volumes?: Volume[];
  nodeSelector?: Record<string, string>;
  affinity?: Affinity;
  tolerations?: Toleration[];
  topologySpreadConstraints?: TopologySpreadConstraint[];
  schedulingGates?: { name?: string }[];
  resourceClaims?: { name?: string; resourceClaimName?: string; resourceClaimTemplateName?: string }[];
  restartPolicy?: string;
  dnsPolicy?: string;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  hostname?: string;
  subdomain?: string;
  serviceAccountName?: string;
  enableServiceLinks?: boolean;
  terminationGracePeriodSeconds?: number;
  activeDeadlineSeconds?: number;
  securityContext?: object;
  readinessGates?: { conditionType?: string }[];
}

/** core/v1 Volume: the sources that decide where a pod fits, and those whose defaults are filled in. */
export interface Volume {
  name?: string;
  persistentVolumeClaim?: { claimName?: string; readOnly?: boolean };
  ephemeral?: { volumeClaimTemplate?: { metadata?: Partial<ObjectMeta>; spec?: object } };
  gcePersistentDisk?: { pdName?: string; readOnly?: boolean };
  awsElasticBlockStore?: { volumeID?: string; readOnly?: boolean };
  iscsi?: { targetPortal?: string; iqn?: string; lun?: number; readOnly?: boolean };
  rbd?: { monitors?: string[]; image?: string; pool?: string; readOnly?: boolean };
  csi?: { driver?: string; readOnly?: boolean };
  emptyDir?: { medium?: string; sizeLimit?: string | number };
  secret?: { secretName?: string; defaultMode?: number };
  configMap?: { name?: string; defaultMode?: number };
  downwardAPI?: { defaultMode?: number };
  projected?: { defaultMode?: number };
  hostPath?: { path?: string; type?: string };
}

export interface PodStatus {
  phase?: string;
  qosClass?: string;
  startTime?: string;
  nominatedNodeName?: string;
  reason?: string;
  message?: string;
  podIP?: string;
  conditions?: Condition[];
  containerStatuses?: ContainerStatus[];
  initContainerStatuses?: ContainerStatus[];
}

/** What a resized container really has. */
export interface ContainerStatus {
  name?: string;
  allocatedResources?: ResourceList;
  resources?: ResourceRequirements;
}
