import type { Toleration } from '../tolerations/index.js';
import type { KubernetesObject, ResourceList } from './metadata.js';

/** node.k8s.io/v1 RuntimeClass: what its pods cost besides their containers, and which nodes can run them. */
export interface RuntimeClass extends KubernetesObject {
  kind: 'RuntimeClass';
  handler?: string;
  overhead?: { podFixed?: ResourceList };
  scheduling?: { nodeSelector?: Record<string, string>; tolerations?: Toleration[] };
}
