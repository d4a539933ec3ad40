import type { OraclePlugin } from '../model.js';
import { tolerates } from '../toleration.js';

const TAINT = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

/** A cordoned node takes only pods that tolerate the taint it would have. */
export const nodeUnschedulable: OraclePlugin = {
  name: 'NodeUnschedulable',
  filter({ pod }, node) {
    if (node.spec?.unschedulable !== true) return null;
    if ((pod.spec?.tolerations ?? []).some((toleration) => tolerates(toleration, TAINT))) return null;
    return { code: 'UnschedulableAndUnresolvable', reasons: ['node(s) were unschedulable'] };
  },
};
