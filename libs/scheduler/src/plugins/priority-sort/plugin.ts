/**
 * Tries pods by `spec.priority`, highest first; equal ones in the order in which they came. As
 * kube-scheduler v1.34 PrioritySort.
 */
import { podPriority } from '../../objects/index.js';
import { definePlugin } from '../../plugin.js';

export const prioritySort = definePlugin({
  name: 'PrioritySort',
  less(a, b) {
    const difference = podPriority(b.pod) - podPriority(a.pod);
    return difference < 0 || (difference === 0 && a.enteredAt < b.enteredAt);
  },
});
