/**
 * Filter: the first NoSchedule or NoExecute taint of `spec.taints` that no toleration covers keeps the pod off.
 * Score: the number of PreferNoSchedule taints that are not tolerated; normalised in reverse, so that none at
 * all is 100. As kube-scheduler v1.34 TaintToleration, which drops tolerations of other effects beforehand:
 * they tolerate no such taint.
 */
import { firstUntoleratedTaint, tolerates, type Taint, type Toleration } from '#kubernetes';
import { definePlugin, type PreparedFilter } from '../../plugin.js';

const PREFER_NO_SCHEDULE = 'PreferNoSchedule';
/** Effects that keep a pod off. */
export const REPELLING: ReadonlySet<string> = new Set(['NoSchedule', 'NoExecute']);

export const taintToleration = definePlugin({
  name: 'TaintToleration',
  reasons: [{ code: 'UnschedulableAndUnresolvable', text: 'node(s) had untolerated taint {{}: {}}' }],
  filterReach: 'static',
  scoreReach: 'static',
  normalization: 'reverseMax',
  filter({ pod, snapshot, status }): PreparedFilter {
    const { taints } = snapshot;
    const tolerations = pod.pod.spec?.tolerations ?? [];
    return {
      kind: 'filter',
      domains: snapshot.taintDomains(),
      filter: (row) => {
        const taint = firstUntoleratedTaint(taints[row] ?? [], tolerations, REPELLING);
        if (taint === undefined) return 0;
        return status(
          'UnschedulableAndUnresolvable',
          `node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`,
        );
      },
    };
  },
  preScore({ pod, snapshot }) {
    const { taints } = snapshot;
    const tolerations = pod.pod.spec?.tolerations ?? [];
    return {
      kind: 'score',
      domains: snapshot.taintDomains(),
      score: (row) => countIntolerable(taints[row] ?? [], tolerations),
    };
  },
});

function countIntolerable(taints: readonly Taint[], tolerations: readonly Toleration[]): number {
  let count = 0;
  for (const taint of taints) {
    if (taint.effect === PREFER_NO_SCHEDULE && !tolerations.some((toleration) => tolerates(toleration, taint)))
      count += 1;
  }
  return count;
}
