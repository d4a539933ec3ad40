import { ONE, type Service } from '#kubernetes';
import type { Quantity } from '#apimachinery';
import type { QuotaEvaluator } from './evaluator.js';

const TRACKED: readonly string[] = ['count/services', 'services', 'services.nodeports', 'services.loadbalancers'];

/** What quotas count of services. // as pkg/quota/v1/evaluator/core v1.34 serviceEvaluator */
export const serviceQuota: QuotaEvaluator<Service> = {
  varies: true,
  updates: () => true,
  tracks: (resource) => TRACKED.includes(resource),
  scopes: () => [],
  missing: () => undefined,
  usage: (service) =>
    new Map([
      ['count/services', ONE],
      ['services', ONE],
      ['services.loadbalancers', counted(service.spec.type === 'LoadBalancer' ? 1 : 0)],
      ['services.nodeports', counted(nodePorts(service))],
    ]),
};

/** Ports of nodes that it takes, whether it was given them yet or not. */
function nodePorts({ spec }: Service): number {
  const {
    type,
    ports = [],
    allocateLoadBalancerNodePorts,
  } = spec as Service['spec'] & { readonly allocateLoadBalancerNodePorts?: boolean };
  if (type === 'NodePort') return ports.length;
  if (type !== 'LoadBalancer') return 0;
  return allocateLoadBalancerNodePorts === false ? ports.filter(({ nodePort }) => nodePort).length : ports.length;
}

function counted(count: number): Quantity {
  return { unscaled: BigInt(count), exponent: 0, format: 'DecimalSI' };
}
