import type { Condition, KubernetesObject } from '../../metadata/index.js';
import type { PodSpec } from '../../pod-spec/index.js';
import type { ResourceList, ResourceRequirements } from '../../resources/index.js';

/** core/v1 Pod: what is scheduled. */
export interface Pod extends KubernetesObject {
  kind: 'Pod';
  spec: PodSpec;
  status?: PodStatus;
}

export interface PodStatus {
  phase?: string;
  qosClass?: string;
  startTime?: string;
  nominatedNodeName?: string;
  reason?: string;
  message?: string;
  podIP?: string;
  podIPs?: { ip?: string }[];
  hostIP?: string;
  hostIPs?: { ip?: string }[];
  resourceClaimStatuses?: { name?: string; resourceClaimName?: string }[];
  conditions?: (Condition & { observedGeneration?: number })[];
  observedGeneration?: number;
  containerStatuses?: ContainerStatus[];
  initContainerStatuses?: ContainerStatus[];
  ephemeralContainerStatuses?: ContainerStatus[];
}

/** What a resized container really has. */
export interface ContainerStatus {
  name?: string;
  state?: { terminated?: { exitCode?: number }; running?: object };
  lastState?: object;
  user?: { linux?: { uid?: number; gid?: number; supplementalGroups?: number[] } };
  allocatedResources?: ResourceList;
  resources?: ResourceRequirements;
}
