import type { Taint } from '../tolerations/index.js';
import type { Condition, KubernetesObject, ResourceList } from './metadata.js';

/** core/v1 Node: a machine that pods are bound to. */
export interface Node extends KubernetesObject {
  kind: 'Node';
  spec?: NodeSpec;
  status?: NodeStatus;
}

export interface NodeSpec {
  unschedulable?: boolean;
  taints?: Taint[];
  providerID?: string;
  podCIDR?: string;
}

export interface NodeStatus {
  capacity?: ResourceList;
  allocatable?: ResourceList;
  conditions?: Condition[];
  images?: ContainerImage[];
  volumesAttached?: { name?: string; devicePath?: string }[];
}

/** An image that a node holds, under all its names. */
export interface ContainerImage {
  names?: string[];
  sizeBytes?: number;
}

/** core/v1 Namespace. */
export interface Namespace extends KubernetesObject {
  kind: 'Namespace';
  spec?: { finalizers?: string[] };
  status?: { phase?: string };
}
