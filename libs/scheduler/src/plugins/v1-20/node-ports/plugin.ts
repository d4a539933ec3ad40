/** A host port is taken once per node, protocol and address. As kube-scheduler v1.20 NodePorts. */
import { definePlugin, sameEverywhere } from '../../../plugin.js';
import { HOST_PORTS } from '../../node-ports/host-ports.js';

const PORT_TAKEN = "node(s) didn't have free ports for the requested pod ports";

export const nodePorts = definePlugin({
  name: 'NodePorts',
  reasons: [{ code: 'Unschedulable', text: PORT_TAKEN }],
  filterReach: 'node',
  preFilter({ pod, snapshot, status }) {
    const wanted = pod.hostPorts;
    if (wanted.length === 0) return sameEverywhere(snapshot, 0);
    const taken = status('Unschedulable', PORT_TAKEN);
    const ports = snapshot.state(HOST_PORTS);
    return { kind: 'filter', filter: (row) => (ports.conflicts(row, snapshot.pods(row), wanted) ? taken : 0) };
  },
});
