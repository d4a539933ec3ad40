/** A pod with `spec.nodeName` fits that node only. As kube-scheduler v1.34 NodeName. */
import { definePlugin, sameEverywhere, type Plugin } from '../../plugin.js';

export const nodeName = nodeNameSaying("node(s) didn't match the requested node name");

/** The plugin with its words for every other node, which are not those of every release. */
export function nodeNameSaying(otherNode: string): Plugin {
  return definePlugin({
    name: 'NodeName',
    reasons: [{ code: 'UnschedulableAndUnresolvable', text: otherNode }],
    filterReach: 'static',
    filter({ pod, snapshot, status }) {
      const wanted = pod.pod.spec?.nodeName ?? '';
      if (wanted === '') return sameEverywhere(snapshot, 0);
      const wantedRow = snapshot.rowOf(wanted);
      const other = status('UnschedulableAndUnresolvable', otherNode);
      return (row) => (row === wantedRow ? 0 : other);
    },
  });
}
