/**
 * Keeps pods off cordoned nodes (`spec.unschedulable`), unless they tolerate
 * `node.kubernetes.io/unschedulable:NoSchedule`. As kube-scheduler v1.34 NodeUnschedulable.
 */
import { tolerates } from '#kubernetes';
import { definePlugin, sameEverywhere } from '../../plugin.js';

const CORDONED = Object.freeze({ key: 'node.kubernetes.io/unschedulable', value: '', effect: 'NoSchedule' });
const UNSCHEDULABLE = 'node(s) were unschedulable';

export const nodeUnschedulable = definePlugin({
  name: 'NodeUnschedulable',
  reasons: [{ code: 'UnschedulableAndUnresolvable', text: UNSCHEDULABLE }],
  filterReach: 'static',
  filter({ pod, snapshot, status }) {
    if (pod.pod.spec?.tolerations?.some((toleration) => tolerates(toleration, CORDONED)))
      return sameEverywhere(snapshot, 0);
    const { unschedulable } = snapshot;
    if (!unschedulable.includes(1)) return sameEverywhere(snapshot, 0);
    const cordoned = status('UnschedulableAndUnresolvable', UNSCHEDULABLE);
    return (row) => (unschedulable[row] === 1 ? cordoned : 0);
  },
});
