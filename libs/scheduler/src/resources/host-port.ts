import type { Container, Pod } from '../objects/index.js';

/** A port taken on the node itself. `ip` `0.0.0.0` is every address. */
export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

const EVERY_ADDRESS = '0.0.0.0';

/** The host ports of containers that run as long as the pod: restartable init containers, then containers. */
export function hostPortsOf(pod: Pod): readonly HostPort[] {
  const sidecars = pod.spec?.initContainers?.filter((container) => container.restartPolicy === 'Always') ?? [];
  return [...sidecars, ...(pod.spec?.containers ?? [])].flatMap(portsOfContainer);
}

/** As kube-scheduler v1.34 HostPortInfo.CheckConflict: same protocol and port, on the same or on every address. */
export function portsConflict(a: HostPort, b: HostPort): boolean {
  if (a.port !== b.port || a.protocol !== b.protocol) return false;
  return a.ip === b.ip || a.ip === EVERY_ADDRESS || b.ip === EVERY_ADDRESS;
}

function portsOfContainer(container: Container): HostPort[] {
  const ports: HostPort[] = [];
  for (const { hostPort = 0, hostIP, protocol } of container.ports ?? []) {
    if (hostPort > 0) ports.push({ ip: hostIP || EVERY_ADDRESS, protocol: protocol || 'TCP', port: hostPort });
  }
  return ports;
}
