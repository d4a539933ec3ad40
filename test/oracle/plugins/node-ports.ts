import { nameOf, podsOn, type FilterAttempt, type OraclePlugin } from '../model.js';
import type { NodeObject, PodObject } from '../objects.js';

const ANY = '0.0.0.0';

interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** Host ports of a pod must be free on the node: the same protocol and port, on the same address or on all of them. */
export const nodePorts: OraclePlugin = {
  name: 'NodePorts',
  preFilter({ pod }) {
    return hostPorts(pod).length === 0 ? { skip: true } : { nodeNames: undefined };
  },
  filter(attempt, node) {
    const used = usedPorts(attempt, node);
    if (!hostPorts(attempt.pod).some((wanted) => used.some((taken) => conflict(wanted, taken)))) return null;
    return { code: 'Unschedulable', reasons: ["node(s) didn't have free ports for the requested pod ports"] };
  },
};

/**
 * A set: a pod that goes frees its ports although another one that stays has the same, and one that comes takes them.
 */
function usedPorts({ atPreFilter, changes }: FilterAttempt, node: NodeObject): readonly HostPort[] {
  let used = podsOn(atPreFilter, node).flatMap(hostPorts);
  for (const { pod, added } of changes.filter((change) => change.node === nameOf(node))) {
    const ports = hostPorts(pod);
    used = added
      ? [...used, ...ports]
      : used.filter(
          (one) =>
            !ports.some(({ ip, protocol, port }) => one.ip === ip && one.protocol === protocol && one.port === port),
        );
  }
  return used;
}

/** Of the containers, and of init containers that keep running. */
function hostPorts({ spec = {} }: PodObject): readonly HostPort[] {
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...(spec.containers ?? []), ...sidecars]
    .flatMap(({ ports = [] }) => ports)
    .filter(({ hostPort = 0 }) => hostPort > 0)
    .map(({ hostIP, protocol, hostPort = 0 }) => ({ ip: hostIP || ANY, protocol: protocol || 'TCP', port: hostPort }));
}

function conflict(a: HostPort, b: HostPort): boolean {
  return a.protocol === b.protocol && a.port === b.port && (a.ip === b.ip || a.ip === ANY || b.ip === ANY);
}
