/** Holds back pods with `spec.schedulingGates`. As kube-scheduler v1.34 SchedulingGates. */
import { definePlugin, reject } from '../../plugin.js';

export const schedulingGates = definePlugin({
  name: 'SchedulingGates',
  reasons: [{ code: 'UnschedulableAndUnresolvable', text: 'waiting for scheduling gates: [{}]' }],
  preEnqueue(pod) {
    const gates = pod.spec?.schedulingGates ?? [];
    if (gates.length === 0) return null;
    return reject(
      'UnschedulableAndUnresolvable',
      `waiting for scheduling gates: [${gates.map(({ name = '' }) => name).join(' ')}]`,
    );
  },
});
