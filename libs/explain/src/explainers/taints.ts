import { tolerates, type Taint } from '#kubernetes';
import type { Change, Pair } from '../pair/index.js';
import type { Cause } from './explainer.js';

const CORDON: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

/** TaintToleration: one cause a taint that the pod does not tolerate. */
export function explainTaints({ pod, snapshot, row, nodeName }: Pair): readonly Cause[] {
  const tolerations = pod.spec?.tolerations ?? [];
  return (snapshot.taints[row] ?? [])
    .filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute')
    .filter((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)))
    .map((taint) => ({
      text: `untolerated taint ${taintInWords(taint)}`,
      options: [[toleranceOf(taint)], [{ kind: 'removeTaint', node: nodeName, taint }]],
    }));
}

/** NodeUnschedulable: the node is cordoned. */
export function explainCordon({ nodeName }: Pair): readonly Cause[] {
  return [{ text: 'cordoned', options: [[{ kind: 'uncordon', node: nodeName }], [toleranceOf(CORDON)]] }];
}

/** `key=value:effect`, as kubectl writes it. */
export function taintInWords({ key, value, effect }: Taint): string {
  return `${key}${value ? `=${value}` : ''}:${effect}`;
}

function toleranceOf({ key, value, effect }: Taint): Change {
  const toleration = value ? { key, operator: 'Equal', value, effect } : { key, operator: 'Exists', effect };
  return { kind: 'addToleration', toleration };
}
