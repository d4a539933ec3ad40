import type { OraclePlugin } from '../model.js';
import { reverseShareOfHighest } from '../normalize.js';
import { firstUntolerated, tolerates } from '../toleration.js';

/**
 * A node's NoSchedule and NoExecute taints must be tolerated; each PreferNoSchedule taint
 * that is not counts against it.
 */
export const taintToleration: OraclePlugin = {
  name: 'TaintToleration',
  filter({ pod }, node) {
    const taint = firstUntolerated(pod, node, ['NoSchedule', 'NoExecute']);
    if (taint === undefined) return null;
    return {
      code: 'UnschedulableAndUnresolvable',
      reasons: [`node(s) had untolerated taint {${taint.key ?? ''}: ${taint.value ?? ''}}`],
    };
  },
  score({ pod }, node) {
    const tolerations = pod.spec?.tolerations ?? [];
    const preferences = (node.spec?.taints ?? []).filter(({ effect }) => effect === 'PreferNoSchedule');
    return preferences.filter((taint) => !tolerations.some((toleration) => tolerates(toleration, taint))).length;
  },
  normalize: (_attempt, raw) => reverseShareOfHighest(raw),
};
