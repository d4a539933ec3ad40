import type { Condition, KubernetesObject } from '../../metadata/index.js';

/** core/v1 Service: its selector is one of those that default spreading looks at. */
export interface Service extends KubernetesObject {
  kind: 'Service';
  spec: ServiceSpec;
  status?: { loadBalancer?: { ingress?: Ingress[] }; conditions?: Condition[] };
}

/** core/v1 LoadBalancerIngress. */
export interface Ingress {
  ip?: string;
  ipMode?: string;
  hostname?: string;
}

export interface ServiceSpec {
  type?: string;
  selector?: Record<string, string>;
  clusterIP?: string;
  clusterIPs?: string[];
  ipFamilies?: string[];
  ipFamilyPolicy?: string;
  sessionAffinity?: string;
  sessionAffinityConfig?: { clientIP?: { timeoutSeconds?: number } };
  internalTrafficPolicy?: string;
  externalTrafficPolicy?: string;
  externalName?: string;
  externalIPs?: string[];
  healthCheckNodePort?: number;
  allocateLoadBalancerNodePorts?: boolean;
  loadBalancerClass?: string;
  loadBalancerIP?: string;
  loadBalancerSourceRanges?: string[];
  trafficDistribution?: string;
  ports?: ServicePort[];
}

export interface ServicePort {
  name?: string;
  protocol?: string;
  port?: number;
  targetPort?: number | string;
  nodePort?: number;
  appProtocol?: string;
}
