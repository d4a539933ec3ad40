/**
 * A host port is taken once per node, protocol and address; `0.0.0.0` is every address. Reads `ports[].hostPort` of
 * containers and restartable init containers. As kube-scheduler v1.34 NodePorts.
 */
import { definePlugin, SKIP } from '../../plugin.js';
import { portsConflict } from '../../resources/index.js';

const PORT_TAKEN = "node(s) didn't have free ports for the requested pod ports";

export const nodePorts = definePlugin({
  name: 'NodePorts',
  reasons: [{ code: 'Unschedulable', text: PORT_TAKEN }],
  filterReach: 'node',
  preFilter({ pod, snapshot, status }) {
    const wanted = pod.hostPorts;
    if (wanted.length === 0) return SKIP;
    const taken = status('Unschedulable', PORT_TAKEN);
    const conflicts = (row: number): boolean =>
      snapshot
        .pods(row)
        .some(({ load }) => load.hostPorts.some((used) => wanted.some((port) => portsConflict(port, used))));
    return { kind: 'filter', filter: (row) => (snapshot.podsWithHostPorts[row] !== 0 && conflicts(row) ? taken : 0) };
  },
});
