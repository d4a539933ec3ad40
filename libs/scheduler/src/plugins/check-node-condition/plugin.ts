/**
 * Keeps pods off nodes that are not ready, out of disk, without network or cordoned. A condition that a node does not
 * have says nothing. All reasons are reported. As CheckNodeCondition of kube-scheduler before conditions became
 * taints.
 */
import { definePlugin } from '../../plugin.js';
import { NODE_CONDITIONS } from '../check-node-pressure/node-conditions.js';

const NOT_READY = 'node(s) were not ready';
const OUT_OF_DISK = 'node(s) were out of disk space';
const NO_NETWORK = 'node(s) had unavailable network';
const CORDONED = 'node(s) were unschedulable';
const UNRESOLVABLE = 'UnschedulableAndUnresolvable';

/** The status that a condition must have, where a node has it. */
const WANTED: readonly (readonly [type: string, status: string, reason: string])[] = [
  ['Ready', 'True', NOT_READY],
  ['OutOfDisk', 'False', OUT_OF_DISK],
  ['NetworkUnavailable', 'False', NO_NETWORK],
];

export const checkNodeCondition = definePlugin({
  name: 'CheckNodeCondition',
  reasons: [NOT_READY, OUT_OF_DISK, NO_NETWORK, CORDONED].map((text) => ({ code: UNRESOLVABLE, text }) as const),
  filterReach: 'static',
  filter({ snapshot, status }) {
    const stated = snapshot.state(NODE_CONDITIONS);
    return (row) => {
      const conditions = stated.of(row);
      const reasons = WANTED.filter(([type, wanted]) => (conditions.get(type) ?? wanted) !== wanted).map(
        ([, , reason]) => reason,
      );
      if (snapshot.unschedulable[row] === 1) reasons.push(CORDONED);
      return reasons.length === 0 ? 0 : status(UNRESOLVABLE, ...reasons);
    };
  },
});
