import { portsConflict, type HostPort, type PlacedPod } from '#scheduler';
import { evictionOf, frees, namedPod } from '../eviction/index.js';
import type { Pair } from '../pair/index.js';
import type { Cause } from './explainer.js';

/** NodePorts: one cause a port that is taken. */
export function explainPorts(pair: Pair): readonly Cause[] {
  const { incoming, occupants, snapshot, nodeName } = pair;
  return incoming.hostPorts.flatMap((port): Cause[] => {
    const holders = occupants.filter((pod) => holds(pod, port));
    if (holders.length === 0) return [];
    return [
      {
        text: `host port ${port.port}/${port.protocol} is taken`,
        heldBy: holders.map(namedPod),
        options: [
          ...(holders.every(frees)
            ? [[{ kind: 'freePort' as const, node: nodeName, port, ...evictionOf(holders, snapshot) }]]
            : []),
          [{ kind: 'removePodRequirement', field: 'spec.containers.ports', key: String(port.port) }],
        ],
      },
    ];
  });
}

function holds({ load }: PlacedPod, port: HostPort): boolean {
  return load.hostPorts.some((used) => portsConflict(port, used));
}
