/**
 * Filter: the first NoSchedule or NoExecute taint of `spec.taints` that no toleration covers keeps the pod off.
 * Score: the number of PreferNoSchedule taints that are not tolerated; normalised in reverse, so that none at all is 100.
 * As kube-scheduler v1.34 TaintToleration, which drops tolerations of other effects beforehand: they tolerate no such taint.
 */
import { firstUntoleratedTaint, tolerates, type Taint, type Toleration } from '#kubernetes';
import { definePlugin, type NodeFilter, type StatusId } from '../../plugin.js';

const PREFER_NO_SCHEDULE = 'PreferNoSchedule';
const REPELLING: ReadonlySet<string> = new Set(['NoSchedule', 'NoExecute']);

export const taintToleration = definePlugin({
  name: 'TaintToleration',
  reasons: [{ code: 'UnschedulableAndUnresolvable', text: 'node(s) had untolerated taint {{}: {}}' }],
  filterReach: 'static',
  scoreReach: 'static',
  normalization: 'reverseMax',
  filter({ pod, snapshot, status }): NodeFilter {
    const { taints } = snapshot;
    const tolerations = pod.pod.spec?.tolerations ?? [];
    const verdict = unlessEmpty((list: readonly Taint[]): StatusId => {
      const taint = firstUntoleratedTaint(list, tolerations, REPELLING);
      if (taint === undefined) return 0;
      return status('UnschedulableAndUnresolvable', `node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`);
    });
    return (row) => verdict(taints[row]);
  },
  preScore({ pod, snapshot }) {
    const { taints } = snapshot;
    const tolerations = pod.pod.spec?.tolerations ?? [];
    const score = unlessEmpty((list: readonly Taint[]) => countIntolerable(list, tolerations));
    return { kind: 'score', score: (row) => score(taints[row]) };
  },
});

/** Most nodes have no taints at all and share one empty list. */
function unlessEmpty(compute: (taints: readonly Taint[]) => number): (taints: readonly Taint[] | undefined) => number {
  return (taints) => (taints?.length ? compute(taints) : 0);
}

function countIntolerable(taints: readonly Taint[], tolerations: readonly Toleration[]): number {
  let count = 0;
  for (const taint of taints) {
    if (taint.effect === PREFER_NO_SCHEDULE && !tolerations.some((toleration) => tolerates(toleration, taint))) count += 1;
  }
  return count;
}
