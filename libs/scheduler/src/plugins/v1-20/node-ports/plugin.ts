/** A host port is taken once per node, protocol and address. As kube-scheduler v1.20 NodePorts. */
import { definePlugin, sameEverywhere } from '../../../plugin.js';

const PORT_TAKEN = "node(s) didn't have free ports for the requested pod ports";

export const nodePorts = definePlugin({
  name: 'NodePorts',
  reasons: [{ code: 'Unschedulable', text: PORT_TAKEN }],
  filterReach: 'node',
  preFilter({ pod, snapshot, status }) {
    const wanted = pod.hostPorts;
    if (wanted.length === 0) return sameEverywhere(snapshot, 0);
    const taken = status('Unschedulable', PORT_TAKEN);
    return { kind: 'filter', filter: (row) => (snapshot.hasPortConflict(row, wanted) ? taken : 0) };
  },
});
