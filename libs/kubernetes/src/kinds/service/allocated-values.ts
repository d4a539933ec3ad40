import { sameValue } from '#apimachinery';
import type { Service, ServicePort, ServiceSpec } from './type.js';

/** Whether a service has an address of the cluster, or says that it has none. */
export function needsAddress({ type }: ServiceSpec): boolean {
  return type !== 'ExternalName';
}

/** Whether each of its ports is served on every node. */
export function needsNodePorts({ type, allocateLoadBalancerNodePorts = true }: ServiceSpec): boolean {
  return type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts);
}

/** Whether its ports may be served on every node. */
function hasNodePorts({ type }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** Whether a port of the nodes says whether they are healthy. */
export function needsHealthPort({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

/**
 * What was allocated stays where a change leaves it out, so that a manifest can be sent again.
 * // as API server v1.34 patchAllocatedValues
 */
export function keepAllocated({ spec }: Service, before: ServiceSpec): void {
  if (needsAddress(before) && needsAddress(spec)) {
    if (!spec.clusterIP && before.clusterIP !== undefined) spec.clusterIP = before.clusterIP;
    const isUnsaid = (spec.clusterIPs ?? []).length === 0 && spec.clusterIP === before.clusterIP;
    if (isUnsaid && before.clusterIPs !== undefined) spec.clusterIPs = before.clusterIPs;
  }
  if (hasNodePorts(before) && hasNodePorts(spec)) keepNodePorts(spec.ports ?? [], before.ports ?? []);
  if (needsHealthPort(before) && needsHealthPort(spec) && before.healthCheckNodePort !== undefined)
    spec.healthCheckNodePort ||= before.healthCheckNodePort;
}

/** By the names of the ports, as far as no other port has them now. */
function keepNodePorts(ports: readonly ServicePort[], before: readonly ServicePort[]): void {
  const given = new Set(ports.map(({ nodePort }) => nodePort ?? 0));
  const used = new Set(before.map(({ nodePort }) => nodePort ?? 0).filter((one) => one !== 0 && given.has(one)));
  const named = new Map(before.map(({ name = '', nodePort = 0 }) => [name, nodePort]));
  for (const port of ports) {
    if (port.nodePort) continue;
    const kept = named.get(port.name ?? '') ?? 0;
    if (kept === 0 || used.has(kept)) continue;
    port.nodePort = kept;
    used.add(kept);
  }
}

/**
 * What a service of another type does not have goes, where the change did not touch it.
 * // as API server v1.34 dropTypeDependentFields
 */
export function dropDependent({ spec }: Service, before: ServiceSpec): void {
  if (needsAddress(before) && !needsAddress(spec)) {
    if (isSame(spec, before, 'clusterIP') && isSame(spec, before, 'clusterIPs')) {
      delete spec.clusterIP;
      delete spec.clusterIPs;
    }
    drop(spec, before, ['ipFamilies', 'ipFamilyPolicy']);
  }
  const portsOf = ({ ports = [] }: ServiceSpec): number[] => ports.map(({ nodePort = 0 }) => nodePort);
  if (hasNodePorts(before) && !hasNodePorts(spec) && sameValue(portsOf(spec), portsOf(before)))
    for (const port of spec.ports ?? []) delete port.nodePort;
  if (needsHealthPort(before) && !needsHealthPort(spec)) drop(spec, before, ['healthCheckNodePort']);
  if (before.type === 'LoadBalancer' && spec.type !== 'LoadBalancer')
    drop(spec, before, ['allocateLoadBalancerNodePorts', 'loadBalancerClass']);
  if (isExternal(before) && !isExternal(spec)) drop(spec, before, ['externalTrafficPolicy']);
}

/** Whether it is reached from outside of the cluster. // as API server v1.34 ExternallyAccessible */
export function isExternal({ type, externalIPs = [] }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && externalIPs.length > 0);
}

type Droppable =
  | 'ipFamilies'
  | 'ipFamilyPolicy'
  | 'healthCheckNodePort'
  | 'allocateLoadBalancerNodePorts'
  | 'loadBalancerClass'
  | 'externalTrafficPolicy';

function drop(spec: ServiceSpec, before: ServiceSpec, fields: readonly Droppable[]): void {
  for (const field of fields) if (isSame(spec, before, field)) delete spec[field];
}

function isSame(spec: ServiceSpec, before: ServiceSpec, field: keyof ServiceSpec): boolean {
  return sameValue(spec[field] ?? null, before[field] ?? null);
}
