import type { OraclePlugin } from '../model.js';

/** A pod with gates does not enter the queue. */
export const schedulingGates: OraclePlugin = {
  name: 'SchedulingGates',
  preEnqueue({ pod }) {
    const gates = (pod.spec?.schedulingGates ?? []).map(({ name }) => name ?? '');
    if (gates.length === 0) return null;
    return { code: 'UnschedulableAndUnresolvable', reasons: [`waiting for scheduling gates: [${gates.join(' ')}]`] };
  },
};
