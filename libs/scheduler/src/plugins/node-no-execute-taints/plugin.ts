/**
 * The first NoExecute taint that no toleration covers keeps the pod off. As PodToleratesNodeNoExecuteTaints of
 * kube-scheduler v1.17.
 */
import { firstUntoleratedTaint } from '#kubernetes';
import { definePlugin } from '../../plugin.js';

const UNTOLERATED = "node(s) had taints that the pod didn't tolerate";
const NO_EXECUTE: ReadonlySet<string> = new Set(['NoExecute']);

export const nodeNoExecuteTaints = definePlugin({
  name: 'PodToleratesNodeNoExecuteTaints',
  reasons: [{ code: 'UnschedulableAndUnresolvable', text: UNTOLERATED }],
  filterReach: 'static',
  filter({ pod, snapshot, status }) {
    const tolerations = pod.pod.spec?.tolerations ?? [];
    const untolerated = status('UnschedulableAndUnresolvable', UNTOLERATED);
    return {
      kind: 'filter',
      domains: snapshot.taintDomains(),
      filter: (row) =>
        firstUntoleratedTaint(snapshot.taints[row] ?? [], tolerations, NO_EXECUTE) === undefined ? 0 : untolerated,
    };
  },
});
