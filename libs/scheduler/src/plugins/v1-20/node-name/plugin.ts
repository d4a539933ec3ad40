/** A pod with `spec.nodeName` fits that node only. As kube-scheduler v1.20 NodeName. */
import { definePlugin, sameEverywhere } from '../../../plugin.js';

const OTHER_NODE = "node(s) didn't match the requested hostname";

export const nodeName = definePlugin({
  name: 'NodeName',
  reasons: [{ code: 'UnschedulableAndUnresolvable', text: OTHER_NODE }],
  filterReach: 'static',
  filter({ pod, snapshot, status }) {
    const wanted = pod.pod.spec?.nodeName ?? '';
    if (wanted === '') return sameEverywhere(snapshot, 0);
    const wantedRow = snapshot.rowOf(wanted);
    const other = status('UnschedulableAndUnresolvable', OTHER_NODE);
    return (row) => (row === wantedRow ? 0 : other);
  },
});
