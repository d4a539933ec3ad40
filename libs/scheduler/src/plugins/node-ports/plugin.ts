/**
 * A host port is taken once per node, protocol and address; `0.0.0.0` is every address. Reads `ports[].hostPort` of
 * containers and restartable init containers. As kube-scheduler v1.34 NodePorts: a set, so that a pod that is taken
 * away on trial frees its ports although another one on the node has the same.
 */
import { definePlugin, SKIP } from '../../plugin.js';
import { HOST_PORTS } from './host-ports.js';

const PORT_TAKEN = "node(s) didn't have free ports for the requested pod ports";

export const nodePorts = definePlugin({
  name: 'NodePorts',
  reasons: [{ code: 'Unschedulable', text: PORT_TAKEN }],
  filterReach: 'node',
  preFilter({ pod, snapshot, status }) {
    const wanted = pod.hostPorts;
    if (wanted.length === 0) return SKIP;
    const taken = status('Unschedulable', PORT_TAKEN);
    const ports = snapshot.state(HOST_PORTS);
    return { kind: 'filter', filter: (row) => (ports.conflicts(row, snapshot.pods(row), wanted) ? taken : 0) };
  },
});
