/** As TaintToleration of kube-scheduler v1.34, in the words of v1.20. */
import { firstUntoleratedTaint } from '#kubernetes';
import { definePlugin, type PreparedFilter } from '../../../plugin.js';
import { REPELLING, taintToleration as modern } from '../../taint-toleration/plugin.js';

export const taintToleration = definePlugin({
  ...modern,
  reasons: [{ code: 'UnschedulableAndUnresolvable', text: "node(s) had taint {{}: {}}, that the pod didn't tolerate" }],
  filter({ pod, snapshot, status }): PreparedFilter {
    const { taints } = snapshot;
    const tolerations = pod.pod.spec?.tolerations ?? [];
    return {
      kind: 'filter',
      domains: snapshot.taintDomains(),
      filter: (row) => {
        const taint = firstUntoleratedTaint(taints[row] ?? [], tolerations, REPELLING);
        if (taint === undefined) return 0;
        const named = `{${taint.key}: ${taint.value ?? ''}}`;
        return status('UnschedulableAndUnresolvable', `node(s) had taint ${named}, that the pod didn't tolerate`);
      },
    };
  },
});
