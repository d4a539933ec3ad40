import { isByController, taintInWords } from '../../explainers/index.js';
import { listed } from '../../why-not/index.js';
import { nodesAsObjects, type AdvisedNode } from '../model.js';
import type { Finding, Rule } from '../rule.js';
import { countOf } from '../words.js';

/** Set by what removes nodes; a taint of these that stays when its controller has died keeps pods off for good. */
const LEAVING = new Set(['ToBeDeletedByClusterAutoscaler', 'karpenter.sh/disrupted']);

/** Nodes that an autoscaler is about to remove take no pods, and nothing else of them tells. */
export const nodeLeaving: Rule = {
  name: 'node-leaving',
  description: 'A node has the taint of an autoscaler that is about to remove it.',
  *find({ nodes }) {
    const leaving = new Map<string, AdvisedNode[]>();
    for (const node of nodes)
      for (const taint of node.spec?.taints ?? []) {
        if (!LEAVING.has(taint.key) || !isByController(taint) || taint.effect === 'PreferNoSchedule') continue;
        // The value is the time of the decision.
        const text = taintInWords({ key: taint.key, effect: taint.effect });
        leaving.set(text, [...(leaving.get(text) ?? []), node]);
      }
    for (const [taint, of] of leaving) yield findingOf(taint, of);
  },
};

function findingOf(taint: string, nodes: readonly AdvisedNode[]): Finding {
  const named = listed(nodes.slice(0, 3).map(({ name }) => name));
  const others = nodes.length > 3 ? ` and ${nodes.length - 3} more` : '';
  const [key = ''] = taint.split(':');
  return {
    namespace: '',
    objects: nodesAsObjects(nodes),
    sentence:
      `${countOf(nodes.length, 'node')} (${named}${others}) ${nodes.length === 1 ? 'has' : 'have'} the taint ` +
      `${taint}: an autoscaler is about to remove ${nodes.length === 1 ? 'it' : 'them'}, and no pod goes there.`,
    remedy:
      'Nothing where the autoscaler removes the nodes. Where they stay, it has died in between or is hindered: look ' +
      `in its log; kubectl taint nodes ${nodes[0]?.name ?? ''} ${key}- lets pods in again.`,
  };
}
